import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Workspace packages are tested as sources: nothing has to be built for a test to see a change. */
const conditions = ["tandem-source", "module", "node", "development|production"];

/** The longest files are begun first, so that none of them is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => ["vscode", "page"].indexOf(project.name) + 1 || 3;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Whole windows, editors, browsers and language servers: two files at a time are what a small machine carries. */
const whole = {
  sequence: { groupOrder: 1 },
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** Real servers, kills and many thousand sequences: left out of the inner loop. */
const slow = [
  "packages/workspace/src/language-servers/{language-server,language-servers,supervisor}.test.ts",
  "packages/workspace/src/journal-crash.test.ts",
  "packages/host/src/review/review-model.test.ts",
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    sequence: { sequencer: LongestFirst },
    // One process for many files: half of the time would go into starting them and loading the same modules.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          sequence: { groupOrder: 0 },
          maxWorkers: "100%",
          exclude: slow,
          include: [
            "packages/**/src/**/*.test.ts",
            "editors/**/src/**/*.test.ts",
            "cli/src/**/*.test.ts",
            "test/checks/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: { name: "slow", sequence: { groupOrder: 0 }, maxWorkers: "100%", include: slow },
      },
      {
        extends: true,
        test: {
          name: "vscode",
          ...whole,
          include: ["test/vscode/*.test.ts"],
          // It starts an editor.
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: "page", ...whole, include: ["test/page/**/*.test.ts"] },
      },
      {
        extends: true,
        test: { name: "e2e", ...whole, include: ["test/e2e/**/*.test.ts", "test/conformance/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          // Not part of `npm test`: see scripts/test-vscode.mjs.
          name: "vscode-matrix",
          ...whole,
          sequence: { groupOrder: 2 },
          include: ["test/vscode/matrix/*.test.ts"],
          maxWorkers: 1,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
