import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useChannel } from "../backend.js";
import type { Channel } from "../channel.js";
import { pending } from "../state/reviews.js";
import { followReviews, type HunkModel, hunkModel } from "./hunk-model.js";

const hunk: HunkView = {
  id: 0,
  from: 0,
  to: 4,
  insert: "agent's\n",
  verdict: "undecided",
  stale: false,
  edited: false,
  comment: "",
};

let model: HunkModel;
let replies: (() => void)[];

/** What a message of the backend does. */
function hear(insert: string): void {
  pending.value = [{ id: "r", hunks: [{ ...hunk, insert }] } as unknown as ReviewView];
  followReviews(pending.value);
}

beforeEach(() => {
  replies = [];
  const channel: Pick<Channel, "request"> = {
    request: () => new Promise<never>((resolve) => replies.push(() => resolve({} as never))),
  };
  useChannel(channel as Channel);
  model = hunkModel("r", hunk, "/f");
  hear(hunk.insert);
});

afterEach(() => {
  pending.value = [];
  followReviews([]);
});

/** Edits, and sends it; resolves when the backend has answered, after whatever `meanwhile` does. */
async function edit(text: string, meanwhile: () => void): Promise<void> {
  model.edit(text);
  const flushed = model.flush();
  meanwhile();
  replies.shift()?.();
  await flushed;
}

it("an edit stays while it is on its way, whatever is told of the time before", async () => {
  await edit("mine", () => hear("agent's\n"));
  expect(model.draft.value).toBe("mine");
  hear("mine\n");
  expect(model.draft.value).toBe("mine");
});

it.each([
  ["after", () => undefined, () => hear("other page's\n")],
  ["before", () => hear("other page's\n"), () => undefined],
])(
  "an edit of another page that comes %s the answer is shown, though this page's own was never told",
  async (_, before, after) => {
    await edit("mine", before);
    after();
    expect(model.draft.value).toBe("other page's");
  },
);

it("an edit that goes out while another is on its way is not taken back by the first one's answer", async () => {
  model.edit("mi");
  const first = model.flush();
  model.edit("mine");
  const second = model.flush();
  replies.shift()?.();
  await first;
  hear("mi\n");
  expect(model.draft.value).toBe("mine");
  replies.shift()?.();
  await second;
});
