import { expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";

it("a window tells who else is connected and how much waits, and nothing of what others propose", async () => {
  const { core, call, propose, ada } = reviewFixture({ files: { "a.ts": "one\n" } });
  await propose("a.ts", 1, 1, "a secret of bob's");
  core.agents.join({ name: "Clio", version: "3" }, "clio");
  const since = ada.since;
  expect(await call(ada, "ide.editor.getWindow", {})).toEqual({
    ok: true,
    value: {
      agents: [
        { name: "bob", version: "1", dialect: "oxide", since },
        { name: "Clio", version: "3", dialect: "clio", since },
      ],
      waitingReviews: 1,
    },
  });
});

it("a file on which a proposal of another agent waits is not closed", async () => {
  const { call, propose, ada, bob, host } = reviewFixture({ files: { "a.ts": "one\n" } });
  await propose("a.ts", 1, 1, "two");
  const close = (agent: typeof ada) => call(agent, "ide.editor.close", { file: `${host.root}/a.ts` });
  expect(await close(bob)).toMatchObject({ error: { code: "NOT_ALLOWED" } });
  expect(await close(ada)).toMatchObject({ value: { closed: true } });
});
