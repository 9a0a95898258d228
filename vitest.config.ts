// Two projects: plain values in Node (*.test.ts), and what needs the platform in workerd (*.worker.test.ts).
// The worker tests that need the whole app lie in tests/worker; the rest of tests/ and bench/ use node:test and are run by
// `npm test` itself.
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { collectMigrations } from "./scripts/lib/migrations.ts";
import { COLLECTED_MIGRATIONS } from "./scripts/lib/paths.ts";

collectMigrations();

const nowhere = ["**/node_modules/**", "dist/**", ".generated/**", ".tools/**", "bench/**"];

export default defineConfig({
  test: {
    // Two cores: more workers only take turns.
    maxWorkers: 2,
    // Generous: on a busy machine a batch of the local database takes its time.
    testTimeout: 30_000,
    projects: [
      {
        test: {
          name: "node",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...nowhere, "tests/**", "**/*.worker.test.ts"],
          environment: "node",
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: "./edition/worker.ts",
            wrangler: { configPath: "./wrangler.jsonc" },
            remoteBindings: false,
            miniflare: { bindings: { TEST_MIGRATIONS: await readD1Migrations(COLLECTED_MIGRATIONS), LONG: process.env["LONG"] ?? "" } },
          })),
        ],
        test: {
          name: "worker",
          include: ["**/*.worker.test.ts"],
          exclude: nowhere,
          setupFiles: ["./kernel/testing/worker-setup.ts"],
        },
      },
    ],
  },
});
