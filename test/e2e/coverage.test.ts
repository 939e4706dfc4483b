/** Every requirement that is not planned is cited by a scenario, and nothing else is cited. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readFiles, withoutComments } from "../checks/source-tree.js";
import { pageRequirements } from "../page/requirements.js";
import { vsCodeRequirements } from "../vscode/requirements.js";
import { dialectRequirements } from "./dialects/dialect-requirements.js";
import { placesOf } from "./helpers/verifies.js";
import type { Requirement } from "./requirement.js";
import { requirements } from "./requirements.js";

/** The texts of the tests in a folder beside this file. */
function testsIn(folder: string): string[] {
  const path = fileURLToPath(new URL(`${folder}/`, import.meta.url));
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(`${path}${name}`, "utf8"));
}

/** The ids that tests cite, from their text. */
function citations(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    Array.from(withoutComments(text).matchAll(/\b(?:verifies|proves|cites)\(\s*"([^"]*)"/g), ([, id = ""]) => id),
  );
}

/** What is wrong between requirements and citations, one sentence each. */
function complaints(known: readonly Pick<Requirement, "id" | "planned">[], cited: readonly string[]): string[] {
  const byId = new Map(known.map((requirement) => [requirement.id, requirement]));
  return [
    ...known
      .filter(({ id }, at) => known.findIndex((other) => other.id === id) < at)
      .map(({ id }) => `${id} is there twice.`),
    ...known.filter(({ id, planned }) => !planned && !cited.includes(id)).map(({ id }) => `${id} is cited by no test.`),
    ...cited.filter((id) => !byId.has(id)).map((id) => `${id} is cited and is no requirement.`),
    ...cited.filter((id) => byId.get(id)?.planned).map((id) => `${id} is cited and only planned.`),
  ];
}

describe("the requirements", () => {
  it("are each cited by a scenario, and only they are", () => {
    expect(complaints(requirements, citations(testsIn("scenarios")))).toEqual([]);
  });

  it("have a source, a sentence and, unless planned, a place to hold", () => {
    for (const requirement of requirements) {
      expect(requirement.source, requirement.id).toMatch(/^(oxide|design) §\d/);
      expect(requirement.behaviour, requirement.id).toMatch(/^\S.+[.]$/);
      expect(placesOf(requirement).length > 0, requirement.id).toBe(!requirement.planned);
    }
  });
});

describe("the requirements of the dialects", () => {
  it("are each cited by a test, and only they are", () => {
    expect(complaints(dialectRequirements, citations(testsIn("dialects")))).toEqual([]);
  });

  it("have a source, a sentence and a host to hold on, and none is left for later", () => {
    for (const { id, source, behaviour, hosts, planned } of dialectRequirements) {
      expect(source, id).toMatch(/^(nexus3 (module|plan), |clio, |(design|facts) §\d)/);
      expect(behaviour, id).toMatch(/^\S.+[.]$/);
      expect(hosts.length, id).toBeGreaterThan(0);
      expect(planned, id).toBe(false);
    }
  });
});

describe("the requirements of the page", () => {
  it("are each cited by a test in the real browser, and only they are", () => {
    const tests = readFiles((path) => /^test\/page\/[^/]+\.test\.ts$/.test(path));
    expect(complaints(pageRequirements, citations([...tests.values()]))).toEqual([]);
  });

  it("have a source and a sentence", () => {
    for (const { id, source, behaviour } of pageRequirements) {
      expect(source, id).toMatch(/^(oxide|design) §\d/);
      expect(behaviour, id).toMatch(/^\S.+[.]$/);
    }
  });
});

describe("the requirements of the extension of VS Code", () => {
  it("are each cited by a test in the real editor, and only they are", () => {
    const tests = readFiles((path) => /^test\/vscode\/(scenarios\/|matrix\/|[^/]+\.test\.ts$)/.test(path));
    expect(complaints(vsCodeRequirements, citations([...tests.values()]))).toEqual([]);
  });

  it("have a source and a sentence", () => {
    for (const { id, source, behaviour } of vsCodeRequirements) {
      expect(source, id).toMatch(/^(nexus3 plan|clio), /);
      expect(behaviour, id).toMatch(/^\S.+[.]$/);
    }
  });
});

describe("the coverage check", () => {
  const known = [
    { id: "a", planned: false },
    { id: "b", planned: true },
  ];

  it("is content with what is right", () => {
    expect(complaints(known, citations(['verifies("a", {}, async () => {});']))).toEqual([]);
  });

  it("finds a requirement without a test", () => {
    expect(complaints(known, citations(['// verifies("a", {}, body);']))).toEqual(["a is cited by no test."]);
  });

  it("finds a citation of an unknown requirement", () => {
    const cited = citations(['verifies("a", {}, body);', 'verifies(\n  "c",\n  {},\n  body);']);
    expect(complaints(known, cited)).toEqual(["c is cited and is no requirement."]);
  });

  it("finds a citation of a planned requirement", () => {
    expect(complaints(known, ["a", "b"])).toEqual(["b is cited and only planned."]);
  });

  it("finds an id that is there twice", () => {
    expect(complaints([...known, { id: "a", planned: false }], ["a"])).toEqual(["a is there twice."]);
  });
});
