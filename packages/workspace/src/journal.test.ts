import { chmod, open, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SYNCED_WRITES } from "./durable-file.js";
import { type Journal, JournalBusy, openJournal } from "./journal.js";
import { journalLine, readJournalBytes } from "./journal-format.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const NAME = "reviews";

async function emptyFolder() {
  return join(await temporaryFolder(onTestFinished), "state/journal");
}

async function opened<T = unknown>(folder: string): Promise<Journal<T>> {
  const journal = await openJournal<T>(folder, NAME);
  onTestFinished(() => journal.close());
  return journal;
}

/** What a later opening finds. */
async function reread(folder: string): Promise<readonly unknown[]> {
  const journal = await openJournal(folder, NAME);
  await journal.close();
  return journal.records;
}

describe("a journal", () => {
  it("keeps what is appended, in order, whatever is in it", async () => {
    const folder = await emptyFolder();
    const records = [1, null, "", "a\nb\r\0", { text: "👩‍💻\ud800", list: [[], {}] }, "x".repeat(1_000_000)];
    const journal = await opened(folder);
    expect(journal.records).toEqual([]);
    await Promise.all(records.map((record) => journal.append(record)));
    await journal.append("last");
    await journal.close();
    expect(await reread(folder)).toEqual([...records, "last"]);
  });

  it("is the user's alone", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await journal.compact([1]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await journal.close();
    await chmod(folder, 0o755);
    await chmod(join(folder, NAME), 0o644);
    await reread(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, NAME))).mode & 0o777).toBe(0o600);
  });

  it("leaves nothing but its file when it is closed", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    const appending = journal.append(1);
    const compacting = journal.compact([0]);
    await Promise.all([journal.close(), journal.close()]);
    await Promise.all([appending, compacting]);
    expect(await readdir(folder)).toEqual([NAME]);
    await expect(journal.append(2)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(await reread(folder)).toEqual([0, 1]);
  });

  it("takes the record as it is at the call, and refuses one that has no JSON", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    const record = { state: "pending" };
    const appending = journal.append(record);
    record.state = "accepted";
    await appending;
    await expect(journal.append(undefined)).rejects.toThrow(TypeError);
    await expect(journal.append(1n)).rejects.toThrow(TypeError);
    await journal.close();
    expect(await reread(folder)).toEqual([{ state: "pending" }]);
  });

  it("writes and syncs once for all that comes at once", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await journal.append("first");
    const handle = await open(join(folder, NAME));
    const fileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const [write, sync] = [vi.spyOn(fileHandle, "write"), vi.spyOn(fileHandle, "datasync")];
    onTestFinished(() => void [write.mockRestore(), sync.mockRestore()]);
    await Promise.all(Array.from({ length: 1000 }, (_, index) => journal.append(index)));
    expect(write).toHaveBeenCalledTimes(1);
    expect(sync).toHaveBeenCalledTimes(SYNCED_WRITES === 0 ? 1 : 0);
  });
});

describe("compaction", () => {
  it("keeps every append that comes meanwhile", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await Promise.all([1, 2, 3].map((record) => journal.append(record)));
    const before = journal.append(4);
    const compacting = journal.compact(["1–3"]);
    const after = journal.append(5);
    await Promise.all([before, compacting, after]);
    await journal.append(6);
    await journal.close();
    expect(await reread(folder)).toEqual(["1–3", 4, 5, 6]);
  });

  it("keeps what was written together with the append whose caller compacts", async () => {
    const folder = await emptyFolder();
    const journal = await opened<number | readonly number[]>(folder);
    const seen: number[] = [];
    const apply = async (record: number) => {
      await journal.append(record);
      seen.push(record);
      if (record === 2) await journal.compact([[...seen]]);
    };
    await Promise.all([1, 2, 3, 4].map(apply));
    await journal.close();
    expect(await reread(folder)).toEqual([[1, 2], 3, 4]);
  });

  it("can be asked for again before it is done", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await Promise.all([journal.append(1), journal.compact([2]), journal.compact([3, 4]), journal.append(5)]);
    await journal.compact([]);
    await journal.append(6);
    await journal.close();
    expect(await reread(folder)).toEqual([6]);
  });

  it("loses and doubles nothing, whatever comes in between", async () => {
    const step = fc.constantFrom("append", "append", "append", "compact", "pause");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const folder = await emptyFolder();
        const journal = await openJournal<number[]>(folder, NAME);
        const acknowledged: number[] = [];
        const asked: Promise<unknown>[] = [];
        let count = 0;
        for (const kind of steps) {
          const number = kind === "append" ? count++ : count;
          if (kind === "append") asked.push(journal.append([number]).then(() => acknowledged.push(number)));
          else if (kind === "compact") asked.push(journal.compact([[...acknowledged]]));
          else await asked.at(-1);
        }
        await Promise.all(asked);
        await journal.close();
        expect((await reread(folder)).flat()).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
      { numRuns: 40 },
    );
  });
});

describe("a journal that a crash has cut off", () => {
  const records = ["first", { second: "é\n" }, [3]];
  const lines = records.map(journalLine);
  const whole = Buffer.from(lines.join(""));
  /** Where each line ends, in bytes. */
  const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join("")));

  it("gives the lines before any cut, and goes on from there", async () => {
    const folder = await emptyFolder();
    await reread(folder);
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(join(folder, NAME), whole.subarray(0, length));
      const journal = await openJournal(folder, NAME);
      const kept = records.slice(0, ends.filter((end) => end <= length).length);
      expect(journal).toMatchObject({ records: kept, damage: undefined });
      await journal.append("next");
      await journal.close();
      expect(await readFile(join(folder, NAME), "utf8")).toBe([...kept, "next"].map(journalLine).join(""));
    }
    expect(await readdir(folder)).toEqual([NAME]);
  });

  it("drops a tail of zeros and a last line that is damaged", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await journal.append(1);
    await journal.close();
    const { size } = await stat(join(folder, NAME));
    await truncate(join(folder, NAME), size + 5000);
    expect(await reread(folder)).toEqual([1]);
    await writeFile(join(folder, NAME), `${journalLine(1)}${journalLine(2).replace("2\n", "3\n")}`);
    expect(await reread(folder)).toEqual([1]);
    expect((await stat(join(folder, NAME))).size).toBe(size);
    expect(await readdir(folder)).toEqual([NAME]);
  });

  it("puts aside what follows a damage, and tells of it", async () => {
    const folder = await emptyFolder();
    for (const number of [1, 2]) {
      await reread(folder);
      const rest = `damage ${number}\n${journalLine("out of reach")}`;
      await writeFile(join(folder, NAME), journalLine("first") + rest);
      const journal = await openJournal(folder, NAME);
      await journal.close();
      const file = join(folder, `${NAME}.damaged-${number}`);
      expect(journal).toMatchObject({ records: ["first"], damage: { file, bytes: rest.length } });
      expect(await readFile(file, "utf8")).toBe(rest);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, NAME), "utf8")).toBe(journalLine("first"));
    }
  });

  it("gives the lines before the first change, wherever bytes are changed", () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        const bytes = Buffer.from(whole);
        for (const [position, byte] of changes) bytes[position] = byte;
        const first = bytes.findIndex((byte, index) => byte !== whole[index]);
        const kept = first === -1 ? records.length : ends.filter((end) => end <= first).length;
        const content = readJournalBytes(bytes);
        expect(content).toMatchObject({ records: records.slice(0, kept), soundBytes: ends[kept - 1] ?? 0 });
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a journal's lock", () => {
  const lock = `${NAME}.lock`;
  const own = async (folder: string) => JSON.parse(await readFile(join(folder, lock), "utf8"));

  it("lets in nobody else while its process lives", async () => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    await expect(openJournal(folder, NAME)).rejects.toThrow(JournalBusy);
    await expect(openJournal(folder, NAME)).rejects.toMatchObject({ pid: process.pid });
    const other = await openJournal(folder, "another");
    await other.close();
    await journal.append(1);
    await journal.close();
    expect(await reread(folder)).toEqual([1]);
  });

  it.each<[string, (holder: { pid: number }) => string]>([
    ["a dead process", (holder) => JSON.stringify({ ...holder, pid: 2 ** 22 + 1, id: "x" })],
    ["an earlier process of the same number", (holder) => JSON.stringify({ ...holder, started: "boot/1", id: "x" })],
    ["a power cut", () => ""],
    ["something else", () => '{"id":"../x","pid":1}'],
  ])("is taken over from %s, by one alone", async (_, content) => {
    const folder = await emptyFolder();
    const journal = await opened(folder);
    const stale = content(await own(folder));
    await journal.append(1);
    await journal.close();
    for (let round = 0; round < 10; round++) {
      await writeFile(join(folder, lock), stale);
      const openings = await Promise.allSettled(Array.from({ length: 8 }, () => openJournal(folder, NAME)));
      const journals = openings.flatMap((opening) => (opening.status === "fulfilled" ? [opening.value] : []));
      const reasons = openings.flatMap((opening) => (opening.status === "rejected" ? [opening.reason] : []));
      await Promise.all(journals.map((some) => some.close()));
      expect(journals).toHaveLength(1);
      for (const reason of reasons) expect(reason).toBeInstanceOf(JournalBusy);
    }
    expect(await readdir(folder)).toEqual([NAME]);
  });
});
