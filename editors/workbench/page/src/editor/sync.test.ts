import { rebaseUpdates } from "@codemirror/collab";
import { ChangeSet, Text } from "@codemirror/state";
import type { DocumentUpdate, RequestName, RequestParams, RequestResult } from "@tandem/workbench-shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestFailure } from "../channel.js";
import { Buffers } from "./buffers.js";
import { Sync } from "./sync.js";

const FILE = "/folder/file.txt";
const START = 100;

/** Holds the document as a backend does, and answers pages that are online. */
class Authority {
  text = Text.of(["one", "two", "three"]);
  start = START;
  history: { clientID: string; changes: ChangeSet }[] = [];
  readonly pages: Page[] = [];

  get version(): number {
    return this.start + this.history.length;
  }

  add(update: { clientID: string; changes: ChangeSet }): void {
    this.text = update.changes.apply(this.text);
    this.history.push(update);
    const told = [{ clientID: update.clientID, changes: update.changes.toJSON() as unknown }];
    for (const page of this.pages) page.hear(this.version - 1, told);
  }

  edit(at: number, insert: string): void {
    this.add({ clientID: "", changes: ChangeSet.of({ from: at % (this.text.length + 1), insert }, this.text.length) });
  }

  /** The text outlives it, the history does not. */
  restart(): void {
    this.start = this.version + 10;
    this.history = [];
  }

  push({ version, updates }: RequestParams<"pushUpdates">): void {
    if (version < this.start || version > this.version) throw new RequestFailure("STALE", "", "");
    const parsed = updates.map(({ clientID, changes }) => ({ clientID, changes: ChangeSet.fromJSON(changes) }));
    for (const update of rebaseUpdates(parsed, this.history.slice(version - this.start))) this.add(update);
  }

  follow(page: Page, version: number): void {
    if (version < this.start || version > this.version) page.take(this.version, this.text.toString());
    else {
      const missed = this.history.slice(version - this.start);
      page.hear(
        version,
        missed.map(({ clientID, changes }) => ({ clientID, changes: changes.toJSON() as unknown })),
      );
    }
  }
}

class Page {
  readonly buffers: Buffers;
  readonly sync: Sync;
  readonly authority: Authority;
  online = true;
  /** Answers are lost, though the request was served. */
  deaf = false;

  constructor(authority: Authority, clientID: string) {
    this.authority = authority;
    this.buffers = new Buffers({ viewed: () => undefined, unsent: (file) => this.sync.push(file) }, clientID);
    this.sync = new Sync(
      this.buffers,
      (name, params) => this.#request(name, params),
      (error) => {
        throw error;
      },
      () => undefined,
    );
    authority.pages.push(this);
    this.take(authority.version, authority.text.toString());
  }

  async #request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
    await Promise.resolve();
    if (!this.online) throw new RequestFailure("CONNECTION_LOST", "", "");
    if (name === "pushUpdates") this.authority.push(params as RequestParams<"pushUpdates">);
    if (name === "followDocument") this.authority.follow(this, (params as RequestParams<"followDocument">).version);
    if (this.deaf) throw new RequestFailure("CONNECTION_LOST", "", "");
    return {} as RequestResult<N>;
  }

  hear(version: number, updates: readonly DocumentUpdate[]): void {
    if (!this.online || this.deaf) return;
    if (this.buffers.receive(FILE, version, updates)) this.sync.arrived(FILE);
    else this.sync.follow(FILE);
  }

  take(version: number, text: string): void {
    this.buffers.take(FILE, version, text);
    this.sync.arrived(FILE);
  }

  type(at: number, insert: string): void {
    const length = this.buffers.state(FILE)?.doc.length ?? 0;
    this.buffers.apply(FILE, { changes: { from: at % (length + 1), insert } });
    this.sync.push(FILE);
  }

  reconnect(): void {
    this.online = true;
    this.deaf = false;
    this.sync.followAll();
  }

  get text(): string {
    return this.buffers.state(FILE)?.doc.toString() ?? "";
  }
}

/** Lets all answers that are on their way arrive; each takes a few turns. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 400; turn++) await Promise.resolve();
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

/** A push was taken, its answer lost, and the history that would tell so lost too: kept twice is better than not at all. */
function couldDouble(steps: readonly { readonly do: string }[]): boolean {
  return steps.some((one) => one.do === "deafen") && steps.some((one) => one.do === "restart");
}

const step = fc.oneof(
  fc.record({ do: fc.constant("type" as const), page: fc.nat(1), at: fc.nat(500) }),
  fc.record({ do: fc.constantFrom("lose" as const, "deafen" as const, "reconnect" as const), page: fc.nat(1) }),
  fc.record({ do: fc.constant("edit" as const), at: fc.nat(500) }),
  fc.record({ do: fc.constantFrom("wait" as const, "restart" as const) }),
);

describe("two pages and an agent", () => {
  it("end with the same text, and no typed character is lost, whatever connections do", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const authority = new Authority();
        const pages = [new Page(authority, "a"), new Page(authority, "b")];
        const typed: string[] = [];
        for (const [index, now] of steps.entries()) {
          const page = "page" in now ? pages[now.page] : undefined;
          const mark = `<${index}>`;
          if (now.do === "type") page?.type(now.at, mark);
          if (now.do === "edit") authority.edit(now.at, mark);
          if (now.do === "type" || now.do === "edit") typed.push(mark);
          if (now.do === "lose" && page) page.online = false;
          if (now.do === "deafen" && page) page.deaf = true;
          if (now.do === "reconnect") page?.reconnect();
          if (now.do === "wait") await settle();
          if (now.do === "restart") {
            await settle();
            authority.restart();
            for (const one of pages) one.reconnect();
          }
        }
        for (const page of pages) page.reconnect();
        await settle();
        expect(pages[0]?.text).toBe(authority.text.toString());
        expect(pages[1]?.text).toBe(authority.text.toString());
        const result = authority.text.toString();
        const wanted = typed.join("");
        for (const letter of new Set(wanted))
          expect(count(result, letter)).toBeGreaterThanOrEqual(count(wanted, letter));
        if (!couldDouble(steps)) expect(result.length).toBe("one\ntwo\nthree".length + wanted.length);
      }),
      { numRuns: 500 },
    );
  });
});

it("waiting ends when everything typed is confirmed", async () => {
  const authority = new Authority();
  const page = new Page(authority, "a");
  page.type(3, "!");
  expect(page.sync.hasUnsent).toBe(true);
  await page.sync.settled(FILE);
  expect(authority.text.toString()).toBe("one!\ntwo\nthree");
  expect(page.sync.hasUnsent).toBe(false);
});
