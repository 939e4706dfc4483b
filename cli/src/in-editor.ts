/** The `tandem` command as it comes with an editor, which opens the folders itself. */
import { UsageError } from "./output.js";
import { newProgram, offerAgentCommands, run } from "./program.js";

// By which the editor runs this as Node does; programs that are started from here are not meant.
delete process.env["ELECTRON_RUN_AS_NODE"];

const program = newProgram();
program.command("start [folder]", { isDefault: true, hidden: true }).action((folder = "<folder>") => {
  throw new UsageError(
    `This command comes with your editor: open ${folder} there. The one that opens a window in the browser is installed by npm. (tandem --help shows what there is)`,
  );
});
offerAgentCommands(program);
await run(program);
