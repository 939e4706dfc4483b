import { MemoryHost } from "@tandem/host/testing";
import { listedTools, underscoredName } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { instructions } from "./instructions.js";
import { buildListing, spellingFor } from "./listing.js";

describe("the listing", () => {
  it("offers every tool of the table in both spellings", () => {
    const { dotted, underscored } = buildListing(new MemoryHost());
    expect(dotted.map(({ name }) => name)).toEqual(listedTools.map(({ name }) => name));
    expect(underscored.map(({ name }) => name)).toEqual(listedTools.map(({ name }) => underscoredName(name)));
  });

  it("leaves out what the host cannot do", () => {
    const { dotted } = buildListing(new MemoryHost({ without: ["symbols", "diagnostics"] }));
    expect(dotted.some(({ name }) => /symbols|diagnostics/.test(name))).toBe(false);
    expect(dotted.length).toBeGreaterThan(0);
  });

  it("says of every tool whether it only looks", () => {
    const reads = new Map(
      buildListing(new MemoryHost()).dotted.map((tool) => [tool.name, tool.annotations?.readOnlyHint]),
    );
    for (const { name, effect } of listedTools)
      expect(reads.get(name)).toBe(effect === "read" || effect === "navigate");
  });

  it.each([
    ["claude-code", "underscored"],
    ["Claude Desktop", "underscored"],
    ["codex-mcp-client", "underscored"],
    ["Cline", "underscored"],
    ["qwen-code", "underscored"],
    ["gemini-cli-mcp-client", "dotted"],
    ["opencode", "dotted"],
    ["", "dotted"],
  ])("is spelled for %j as it can take it: %s", (client, spelling) => {
    expect(spellingFor(client)).toBe(spelling);
  });
});

it("the instructions are under 1,500 characters and name only tools that exist", () => {
  expect(instructions.length).toBeLessThan(1500);
  const named = [...instructions.matchAll(/ide\.\w+\.\w+/g)].map(([name]) => name);
  const known = listedTools.map(({ name }) => name as string);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
