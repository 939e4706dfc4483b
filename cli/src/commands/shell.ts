import { connectedLine, defaultIdeConfig, IdeBridge } from "@tandem/agent";
import { TOOLBOX_VERSION } from "@tandem/protocol";
import { existingFolder } from "../folder.js";
import { endWithReader, plain, styled } from "../output.js";
import { History } from "../shell/history.js";
import { Shell } from "../shell/shell.js";

/** Runs until the person leaves or the script ends; exits with 1 if a command of a script has failed. */
export async function shell(folder: string | undefined): Promise<void> {
  endWithReader();
  const path = await existingFolder(folder);
  const introduction = { name: "tandem-shell", version: TOOLBOX_VERSION };
  const bridge = new IdeBridge(defaultIdeConfig, { introduction });
  const { stdin: input, stdout: output } = process;
  const repl = new Shell({ folder: path, bridge, history: new History(), input, output });
  process.on("SIGINT", () => repl.interrupt());
  if (output.isTTY)
    repl.print(`${styled("bold", "Tandem shell")}  ${plain(path)}  ${styled("dim", "/help shows the commands")}`);
  const connection = await bridge.autoConnect(path);
  if (connection) repl.print(styled("green", connectedLine(connection.ideInfo)));
  else if (bridge.state.status === "disconnected") {
    repl.print(`${plain(bridge.state.reason)} Changes are decided here.`);
    repl.print(styled("dim", `For an editor: tandem ${plain(path)}, then /ide connect.`));
  }
  const good = await repl.run();
  await bridge.disconnect();
  if (!good && !input.isTTY) process.exitCode = 1;
}
