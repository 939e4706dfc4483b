/** What every `tandem` command offers: an agent's side of a window. Each command is loaded when it is called. */
import { TOOLBOX_VERSION } from "@tandem/protocol";
import { Command } from "commander";
import { endWithReader, fail } from "./output.js";

export function newProgram(): Command {
  return new Command("tandem")
    .description("You and your coding agents, in one editor.")
    .version(TOOLBOX_VERSION)
    .showHelpAfterError("(tandem --help shows what there is)")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

export function offerAgentCommands(program: Command): void {
  program
    .command("open")
    .description("print the link to the page of this folder's window, and open it")
    .option("--folder <path>", "the folder whose window is meant (default: the current one)")
    .option("--no-browser", "only print it")
    .option("--json", "print JSON")
    .action(async (options) => {
      endWithReader();
      await (await import("./commands/open.js")).open(options);
    });

  program
    .command("shell [folder]")
    .description("play the agent: what an agent sees and asks, typed by you, or by a script on standard input")
    .action(async (folder: string | undefined) => (await import("./commands/shell.js")).shell(folder));

  program
    .command("diff <old> <new>")
    .description("review changing a file into another's text; exits with 0 (accepted), 1 (rejected) or 2 (undecided)")
    .action(async (before: string, after: string) => (await import("./commands/diff.js")).diff(before, after));

  program
    .command("status")
    .description("show the windows that run, who is connected and what waits")
    .option("--json", "print JSON")
    .action(async (options) => {
      endWithReader();
      await (await import("./commands/status.js")).status(options);
    });

  program
    .command("tools [name]")
    .description("list the tools, or explain one")
    .option("--json", "print JSON")
    .action(async (name: string | undefined, options) => {
      endWithReader();
      (await import("./commands/tools.js")).tools(name, options);
    });

  program
    .command("call <tool> [json]")
    .description("call a tool in the window of this folder; - reads the JSON from standard input")
    .option("--folder <path>", "the folder whose window is meant (default: the current one)")
    .option("--json", "print JSON")
    .action(async (tool: string, json: string | undefined, options) => {
      endWithReader();
      await (await import("./commands/call.js")).call(tool, json, options);
    });
}

export async function run(program: Command): Promise<void> {
  await program.parseAsync().catch((error: unknown) => fail(error, process.argv.includes("--json")));
}
