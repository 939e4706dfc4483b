/** One child process that speaks the Language Server Protocol over its standard streams. Its end is told, never thrown. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import * as rpc from "vscode-jsonrpc/node";
import { childEnvironment } from "../child-environment.js";

export interface Ending {
  /** For messages: "ended with code 1". */
  readonly how: string;
  /** False: the program could not be started at all, and will not be the next time. */
  readonly started: boolean;
}

export interface ServerProcess {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  readonly connection: rpc.MessageConnection;
  /** Resolves once the process is gone; never rejects. */
  readonly ended: Promise<Ending>;
  /** Ends the process and what it has started, at once. */
  kill(): void;
}

const MOST_LOGGED = 500;

/** Never throws: a program that cannot be started is one that ended. */
export function startServerProcess(
  command: readonly string[],
  cwd: string,
  log: (message: string) => void,
): ServerProcess {
  const [program = "", ...parameters] = command;
  // A group of its own: a wrapper's children end with it, and Ctrl+C in the terminal leaves the ending to `close()`.
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(program, parameters, {
      cwd,
      env: childEnvironment(),
      stdio: "pipe",
      detached: process.platform !== "win32",
    });
  } catch (error) {
    return unstarted(String(error));
  }
  // Without free file descriptors there are no streams, whatever the types say.
  if (!child.stdin) {
    child.once("error", () => {});
    return unstarted("there are too many open files");
  }
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
  };

  createInterface({ input: child.stderr }).on("line", (line) => log(line.slice(0, MOST_LOGGED)));
  const connection = connect(child.stdout, child.stdin);
  // A connection that broke cannot be used again, so its process is of no use either.
  connection.onError(kill);
  connection.onClose(kill);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", kill);

  const ended = new Promise<Ending>((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ how: `could not be started: ${error.message}`, started: false });
    });
    child.once("exit", (code, signal) => {
      killGroup(child);
      resolve({ how: signal === null ? `ended with code ${code}` : `was ended by ${signal}`, started: true });
    });
  });
  void ended.then(() => {
    connection.dispose();
    child.stdin.destroy();
  });
  return { pid: child.pid, connection, ended, kill };
}

function unstarted(why: string): ServerProcess {
  const connection = connect(new PassThrough(), new PassThrough());
  const ended = Promise.resolve({ how: `could not be started: ${why}`, started: false });
  void ended.then(() => connection.dispose());
  return { pid: undefined, connection, ended, kill: () => {} };
}

function connect(output: Readable, input: Writable): rpc.MessageConnection {
  return rpc.createMessageConnection(new rpc.StreamMessageReader(output), new rpc.StreamMessageWriter(input));
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // There was nothing left of it.
  }
}
