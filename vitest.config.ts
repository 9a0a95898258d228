// Configures Vitest: the tests that need no browser, in four projects that differ in where their files run and how many run at once.
// docs/testing.md says what each is for.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import { collectMigrations } from "./scripts/lib/migrations.ts";
import LongestFirst from "./scripts/lib/longest-first.ts";
import { schemaDump } from "./scripts/lib/schema-dump.ts";

collectMigrations();

type ProjectConfig = NonNullable<UserWorkspaceConfig["test"]>;

const LONG = process.env["LONG"] ?? "";
const outside = ["**/node_modules/**", "dist/**", ".generated/**", ".tools/**", ".wrangler/**"];
const workerTests = "**/*.worker.test.ts";
/** They compare times, or need both cores. */
const aloneTests = ["tests/parsers/worker.test.ts", "tests/chaos/*-load.test.ts", "bench/cold-start.test.ts"];

/** Tests that drive the emitted build: each file in a process of its own, because they start servers and keep state between tests. */
const onBuild: ProjectConfig = {
  environment: "node",
  pool: "forks",
  globalSetup: ["./tests/support/build-once.ts"],
  setupFiles: ["./tests/support/plain-environment.ts", "./scripts/lib/worker-imports.ts"],
  // 0: the long forms take as long as they take. Otherwise generous: the longest test takes forty seconds of processor beside others.
  testTimeout: LONG === "" ? 240_000 : 0,
  hookTimeout: LONG === "" ? 300_000 : 0,
  // Node strips types by itself: nothing is transformed, and each file's process loads what an earlier one compiled.
  experimental: { viteModuleRunner: false },
};

/** Loaded only for a run that has such tests: the plugin takes five seconds of processor. */
async function workerProject(): Promise<UserWorkspaceConfig> {
  const { cloudflareTest } = await import("@cloudflare/vitest-plugin");
  return {
    plugins: [
      cloudflareTest({
        main: "./edition/worker.ts",
        wrangler: { configPath: "./wrangler.jsonc" },
        remoteBindings: false,
        miniflare: { bindings: { TEST_SCHEMA: schemaDump(), LONG } },
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
  };
}
const { values } = parseArgs({ options: { project: { type: "string", multiple: true } }, strict: false });
const needsRuntime = [values.project ?? "worker"].flat().some((name) => !/^(node|served|alone)$/.test(String(name)));

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Generous: a batch of the local database takes its time on a busy machine, and these tests run at a lower priority than others.
    testTimeout: LONG === "" ? 120_000 : 600_000,
    hookTimeout: 60_000,
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
      ...(needsRuntime ? [await workerProject()] : []),
      {
        test: {
          ...onBuild,
          name: "served",
          include: ["tests/**/*.test.ts", "bench/**/*.test.ts", ...(LONG === "" ? [] : ["tests/operations/*.long.ts"])],
          exclude: [...outside, ...aloneTests, workerTests, "tests/browser/**"],
          // Much of it waits: for a lease, a limit, a process that starts.
          maxWorkers: Math.min(3, availableParallelism() + 1),
          sequence: { groupOrder: 1 },
        },
      },
      {
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
