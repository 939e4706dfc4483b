import { ChangeSet, Text } from "@codemirror/state";
import type { DocumentUpdate, RequestName, RequestParams, RequestResult } from "@tandem/workbench-shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestFailure } from "../channel.js";
import { Buffers, type DocumentMessage } from "./buffers.js";
import { Sync } from "./sync.js";

const FILE = "/folder/file.txt";
const START = 100;

interface Update {
  readonly clientID: string;
  readonly changes: ChangeSet;
}

/** Holds the document as a backend does, and answers pages that are online. */
class Authority {
  text = Text.of(["one", "two", "three"]);
  edition = 0;
  start = START;
  history: Update[] = [];
  taken: Record<string, number> = {};
  stored = { text: this.text, version: START, taken: this.taken };
  readonly pages: Page[] = [];

  get version(): number {
    return this.start + this.history.length;
  }

  add(update: Update): void {
    this.text = update.changes.apply(this.text);
    this.history.push(update);
    if (update.clientID) this.taken = { ...this.taken, [update.clientID]: (this.taken[update.clientID] ?? 0) + 1 };
    const told = [{ clientID: update.clientID, changes: update.changes.toJSON() as unknown }];
    for (const page of this.pages) page.hear(this.version - 1, told);
  }

  /** An accepted change is stored before anybody hears of it. */
  edit(at: number, insert: string): void {
    this.add({ clientID: "", changes: ChangeSet.of({ from: at % (this.text.length + 1), insert }, this.text.length) });
    this.store({ tells: true });
  }

  /** It may end after the text is stored and before it can say so. */
  store({ tells }: { tells: boolean }): void {
    this.stored = { text: this.text, version: this.version, taken: this.taken };
    if (tells) for (const page of this.pages) page.hearStored(this.version);
  }

  /** What is stored outlives it, the history does not. */
  restart(): void {
    this.edition++;
    this.start = this.stored.version;
    this.text = this.stored.text;
    this.taken = this.stored.taken;
    this.history = [];
  }

  push({ edition, version, updates }: RequestParams<"pushUpdates">): void {
    if (edition !== String(this.edition) || version !== this.version) throw new RequestFailure("STALE", "");
    for (const { clientID, changes } of updates) this.add({ clientID, changes: ChangeSet.fromJSON(changes) });
  }

  whole(): DocumentMessage {
    const { edition, version, text, taken } = this;
    return { type: "document", file: FILE, edition: String(edition), version, text: text.toString(), taken };
  }

  follow(page: Page, { edition, version }: RequestParams<"followDocument">): void {
    page.following = true;
    const isKnown = edition === String(this.edition) && version >= this.start && version <= this.version;
    if (!isKnown) page.take(this.whole());
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
  /** Updates are told to pages that have asked for the document over the connection that they have. */
  following = true;
  /** How many updates each push had. */
  readonly pushes: number[] = [];
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
    );
    authority.pages.push(this);
    this.take(authority.whole());
  }

  async #request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
    await Promise.resolve();
    if (!this.online) throw new RequestFailure("CONNECTION_LOST", "");
    if (name === "pushUpdates") this.pushes.push((params as RequestParams<"pushUpdates">).updates.length);
    if (name === "pushUpdates") this.authority.push(params as RequestParams<"pushUpdates">);
    if (name === "followDocument") this.authority.follow(this, params as RequestParams<"followDocument">);
    if (this.deaf) throw new RequestFailure("CONNECTION_LOST", "");
    return {} as RequestResult<N>;
  }

  hear(version: number, updates: readonly DocumentUpdate[]): void {
    if (!this.online || this.deaf || !this.following) return;
    if (this.buffers.receive(FILE, version, updates)) this.sync.arrived(FILE);
    else this.sync.follow(FILE);
  }

  hearStored(version: number): void {
    if (this.online && !this.deaf && this.following) this.buffers.stored(FILE, version);
  }

  take(message: DocumentMessage): void {
    if (!this.online || this.deaf) return;
    this.buffers.take(message);
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
    this.following = false;
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

const step = fc.oneof(
  fc.record({ do: fc.constant("type" as const), page: fc.nat(1), at: fc.nat(500) }),
  fc.record({ do: fc.constantFrom("lose" as const, "deafen" as const, "reconnect" as const), page: fc.nat(1) }),
  fc.record({ do: fc.constant("edit" as const), at: fc.nat(500) }),
  fc.record({ do: fc.constant("store" as const), tells: fc.boolean() }),
  fc.record({ do: fc.constantFrom("wait" as const, "restart" as const) }),
);

describe("two pages and an agent", () => {
  it("end with the same text, and no typed character is lost or doubled, whatever the backend and connections do", async () => {
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
          if (now.do === "store") authority.store(now);
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
        for (const letter of new Set(wanted)) expect(count(result, letter)).toBe(count(wanted, letter));
        expect(result.length).toBe("one\ntwo\nthree".length + wanted.length);
      }),
      { numRuns: 200 },
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

it("what was typed offline goes in messages that the backend can take", async () => {
  const authority = new Authority();
  const page = new Page(authority, "a");
  page.online = false;
  for (const size of [2_000_000, 1, 2_000_000, 4_000_000]) page.type(3, "x".repeat(size));
  await settle();
  page.reconnect();
  await page.sync.settled(FILE);
  expect(page.pushes).toEqual([2, 1, 1]);
  expect(authority.text.length).toBe("one\ntwo\nthree".length + 8_000_001);
});

describe("a document that the backend closes", () => {
  it("is opened again for what was typed meanwhile, and waiting for it ends", async () => {
    const authority = new Authority();
    const page = new Page(authority, "a");
    page.type(3, "!");
    const settled = page.sync.settled(FILE);
    page.following = false;
    authority.restart();
    page.sync.closed(FILE);
    await settled;
    expect(authority.text.toString()).toBe("one!\ntwo\nthree");
    expect(page.text).toBe("one!\ntwo\nthree");
  });

  it("is forgotten if nothing was typed", () => {
    const page = new Page(new Authority(), "a");
    page.sync.closed(FILE);
    expect(page.buffers.has(FILE)).toBe(false);
  });
});
