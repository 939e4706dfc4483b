#!/usr/bin/env node
/** The `tandem` command. */
import { InvalidArgumentError, Option } from "commander";
import { newProgram, offerAgentCommands, run } from "./program.js";

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65535) return number;
  throw new InvalidArgumentError("It has to be a number from 0 to 65535.");
}

const program = newProgram().addHelpText(
  "after",
  "\nOptions of tandem [folder], such as --port and --json: tandem start --help",
);

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

offerAgentCommands(program);
await run(program);
