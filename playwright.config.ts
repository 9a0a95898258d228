// The tests that need a browser. Each file starts its own product, websites and Chromium (tests/browser/stage.ts).
import { defineConfig } from "@playwright/test";
import { withoutRunner } from "./scripts/lib/runner-environment.ts";

withoutRunner(process.env);

export default defineConfig({
  testDir: "tests/browser",
  workers: 2,
  projects: [
    // First, because it takes longest, and in two halves: each declared state of a screen is opened by itself.
    { name: "screens", testMatch: "states.test.ts", fullyParallel: true, use: { trace: "off" } },
    // The tests of a file follow one another on one product.
    { name: "browser", testMatch: "*.test.ts", testIgnore: "states.test.ts" },
  ],
  // 0: the long forms take as long as they take.
  timeout: process.env["LONG"] === undefined ? 120_000 : 0,
  globalSetup: ["./tests/support/build-once.ts", "./tests/browser/unpack-chromium.ts"],
  outputDir: ".generated/test-results/browser",
  reporter: [
    ["list"],
    ["html", { outputFolder: ".generated/browser-report", open: "never" }],
    ["json", { outputFile: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ?? ".generated/test-results/browser.json" }],
  ],
  // Recording one slows every step, so the first attempt has none; `npm test` runs a failed test again, with one.
  // Without pictures, which cost more than the rest of a trace together; its snapshots show the page.
  use: { trace: { mode: "on-first-retry", screenshots: false } },
});
