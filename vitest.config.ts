import { defineConfig } from "vitest/config";

/** Workspace packages are tested as sources: nothing has to be built for a test to see a change. */
const conditions = ["tandem-source", "module", "node", "development|production"];

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
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          sequence: { groupOrder: 0 },
          // One process for many files: half of the time would go into starting them and loading the same modules.
          isolate: false,
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
          name: "e2e",
          sequence: { groupOrder: 1 },
          include: ["test/e2e/**/*.test.ts", "test/conformance/**/*.test.ts"],
          // Whole windows and language servers: two files at a time are what a small machine carries.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "page",
          sequence: { groupOrder: 2 },
          include: ["test/page/**/*.test.ts"],
          // One browser at a time.
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "vscode",
          sequence: { groupOrder: 3 },
          include: ["test/vscode/*.test.ts"],
          // One editor and one browser at a time.
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Not part of `npm test`: see scripts/test-vscode.mjs.
          name: "vscode-matrix",
          sequence: { groupOrder: 4 },
          include: ["test/vscode/matrix/*.test.ts"],
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
