import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");

interface Manifest {
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly markdownDescription?: string; readonly default?: unknown }>
      >;
    };
    readonly commands: readonly { readonly command: string; readonly category?: string }[];
  };
}

const { contributes, capabilities } = JSON.parse(read("package.json")) as Manifest;
const settings = Object.entries(contributes.configuration.properties);

describe("the manifest", () => {
  it("has every command in one category, and each is there", () => {
    const paths = readdirSync(new URL("src", folder), { recursive: true, encoding: "utf8" });
    const sources = paths.filter((path) => path.endsWith(".ts")).map((path) => read(`src/${path}`));
    for (const { command, category } of contributes.commands) {
      expect([command, category]).toEqual([command, "Tandem"]);
      expect(sources.some((source) => source.includes(`"${command}"`))).toBe(true);
    }
  });

  it("describes every setting, and says what it is if nobody sets it", () => {
    for (const [name, setting] of settings) {
      expect({ name, ...setting }).toMatchObject({ markdownDescription: expect.stringMatching(/\w+\.$/) });
      expect(setting).toHaveProperty("default");
    }
  });

  it("lets no folder in Restricted Mode choose a setting", () => {
    expect([...capabilities.untrustedWorkspaces.restrictedConfigurations].sort()).toEqual(
      settings.map(([name]) => name).sort(),
    );
  });

  it("has every setting in the README", () => {
    const readme = read("README.md");
    const isTold = (name: string) => readme.includes(name) || readme.includes(name.replace(/[^.]+$/, "*"));
    expect(settings.map(([name]) => name).filter((name) => !isTold(name))).toEqual([]);
  });
});
