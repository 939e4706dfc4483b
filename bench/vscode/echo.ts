/** The reference extension, asked over its WebSocket. */
import { readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Dialog } from "./dialog.js";
import { until } from "./until.js";

const place = () => join(homedir(), "vscode-echo.json");

export class Echo {
  /** It answers every call of a tool with what it holds. */
  readonly dialog: Dialog;

  private constructor(dialog: Dialog) {
    this.dialog = dialog;
  }

  /** To be called before VS Code is started. */
  static async forget(): Promise<void> {
    await rm(place(), { force: true });
  }

  /** Resolves once it listens. */
  static async find(): Promise<Echo> {
    const port = await until("the reference extension", () => readFile(place(), "utf8").catch(() => undefined));
    return new Echo(await Dialog.open({ url: `ws://127.0.0.1:${port}/`, headers: {} }));
  }

  /** One of its methods. */
  async ask<Answer>(method: string, params: object = {}): Promise<Answer> {
    return JSON.parse(await this.dialog.ask(method, params)) as Answer;
  }
}
