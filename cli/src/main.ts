#!/usr/bin/env node
import { TOOLBOX_VERSION } from "@tandem/protocol";
/** The `tandem` command: arguments → command. Each command is loaded when it is called. */
import { Command, InvalidArgumentError, Option } from "commander";
import { endWithReader, fail } from "./output.js";

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65535) return number;
  throw new InvalidArgumentError("It has to be a number from 0 to 65535.");
}

const program = new Command("tandem")
  .description("You and your coding agents, in one editor.")
  .version(TOOLBOX_VERSION)
  .addHelpText("after", "\nOptions of tandem [folder], such as --port and --json: tandem start --help")
  .showHelpAfterError("(tandem --help shows what there is)")
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program
  .command("start [folder]", { isDefault: true })
  .description("open a folder and let agents in (also: tandem [folder])")
  .option("--port <number>", "exactly this port; 0 = any free one (default: 4322 or the next free one)", port)
  .addOption(
    new Option("--mode <mode>", "what happens to agents' changes (default: as the settings say, else review)").choices([
      "review",
      "trust",
      "read-only",
    ]),
  )
  .option(
    "--no-page",
    "without the page in the browser; agents' changes are then refused, or with --mode trust applied",
  )
  .option("--no-browser", "do not open the page by itself")
  .option("--token-file <path>", "read the window's token from a file (or set TANDEM_TOKEN)")
  .option("--verbose", "log every call, not only those that change something or fail")
  .option("--json", "print one JSON line once ready")
  .action(async (folder: string | undefined, options) => (await import("./commands/start.js")).start(folder, options));

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

await program.parseAsync().catch((error: unknown) => fail(error, process.argv.includes("--json")));
