// Configures Vitest: the tests that need no browser, in four projects that differ in where their files run and how many run at once.
// docs/testing.md says what each is for.
import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import { collectMigrations } from "./scripts/lib/migrations.ts";
import { inRoot } from "./scripts/lib/paths.ts";
import { schemaDump } from "./scripts/lib/schema-dump.ts";
import { TURN } from "./tests/support/sampling.ts";

collectMigrations();

type ProjectConfig = NonNullable<UserWorkspaceConfig["test"]>;

const LONG = process.env["LONG"] ?? "";
const outside = ["**/node_modules/**", "dist/**", ".generated/**", ".tools/**", ".wrangler/**"];
const workerTests = "**/*.worker.test.ts";
/** They compare times, or need both cores. */
const aloneTests = ["tests/parsers/**/*.test.ts", "tests/chaos/*-load.test.ts", "bench/**/*.test.ts"];

/** Worker code that a test loads in Node finds base classes there and no more. */
const inNode = { alias: { "cloudflare:workers": inRoot("scripts/lib/worker-stub.ts") } };

/** Tests that drive the emitted build: each file in a process of its own, because they start servers and keep state between tests. */
const onBuild: ProjectConfig = {
  environment: "node",
  pool: "forks",
  globalSetup: ["./tests/support/build-once.ts"],
  setupFiles: ["./tests/support/plain-environment.ts"],
  // 0: the long forms take as long as they take.
  testTimeout: LONG === "" ? 240_000 : 0,
  hookTimeout: LONG === "" ? 300_000 : 0,
};

export default defineConfig({
  test: {
    // Generous: on a busy machine a batch of the local database takes its time.
    testTimeout: LONG === "" ? 60_000 : 600_000,
    projects: [
      {
        test: {
          name: "node",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...outside, "tests/**", "bench/**", workerTests],
          environment: "node",
          // They keep nothing between files: loading what they test anew for each of them took half of the time.
          isolate: false,
          setupFiles: ["./kernel/testing/node-setup.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [
          cloudflareTest({
            main: "./edition/worker.ts",
            wrangler: { configPath: "./wrangler.jsonc" },
            remoteBindings: false,
            miniflare: {
              bindings: { TEST_SCHEMA: schemaDump(), LONG, TURN: String(TURN) },
              durableObjects: { TEST_DATABASE: { className: "TestDatabase", scriptName: "test-database", useSQLite: true } },
              workers: [
                {
                  name: "test-database",
                  compatibilityDate: "2026-07-01",
                  modules: true,
                  scriptPath: inRoot("scripts/lib/test-database.mjs"),
                  durableObjects: { TEST_DATABASE: { className: "TestDatabase", useSQLite: true } },
                },
              ],
            },
          }),
        ],
        test: {
          name: "worker",
          // The files of a worker share one runtime, emptied before each: kernel/testing/worker-setup.ts.
          isolate: false,
          include: [workerTests],
          exclude: outside,
          setupFiles: ["./kernel/testing/worker-setup.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: inNode,
        test: {
          ...onBuild,
          name: "served",
          include: ["tests/**/*.test.ts", ...(LONG === "" ? [] : ["tests/operations/*.long.ts"])],
          exclude: [...outside, ...aloneTests, workerTests, "tests/browser/**"],
          // Much of it waits: for a lease, a limit, a process that starts.
          maxWorkers: Math.min(3, availableParallelism() + 1),
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: inNode,
        test: {
          ...onBuild,
          name: "alone",
          include: aloneTests,
          exclude: outside,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
