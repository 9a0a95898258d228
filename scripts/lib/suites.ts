// The steps of `npm test`, and which of them run at the same time. `pnpm verify` runs the same ones without the browser suites.
import { CHECKS } from "./checks.ts";
import { runNode, type RunOptions } from "./children.ts";
import { keepFilesInMemory } from "./memory-folder.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { inRoot } from "./paths.ts";
import { type ReportRow, runTests, type TestRun } from "./runs.ts";
import { announce, asOne, type Done, runSteps, type Step, table, total } from "./steps.ts";

const prepare: Step = {
  name: "prepare",
  run: async () => {
    collectMigrations();
    await compileMessages();
    return asOne({ ok: true, output: "" });
  },
};

const descriptor: Step = {
  name: "descriptor",
  run: async (how) => asOne(await runNode([inRoot("scripts/operations.mjs"), "check"], how)),
};

const build: Step = {
  name: "build",
  run: async () => {
    const built = asOne(await runNode([inRoot("scripts/build.ts")]));
    // Tells suites that would build by themselves that the build is done: tests/support/build-once.ts.
    if (built.failed === 0) process.env["SEED_DESK_PREPARED"] = "yes";
    return built;
  },
};

const folder = (name: string, path = `tests/${name}/`): ReportRow => ({ name, paths: [path] });
const STATES = "tests/browser/states";

/** Runs of a test runner, one process each. Their projects are in vitest.config.ts and playwright.config.ts. */
const RUNS: readonly TestRun[] = [
  { name: "node", runner: "vitest", rows: [{ name: "vitest node", paths: [] }] },
  { name: "worker", runner: "vitest", rows: [{ name: "vitest worker", paths: [] }] },
  {
    name: "served",
    runner: "vitest",
    rows: [
      ...["operations", "integrity", "delivery", "upgrade", "journey", "matrix", "mail", "knowledge", "doubles", "parsers"].map((name) =>
        folder(name),
      ),
      folder("own server", "tests/own-server/"),
      folder("chaos"),
      folder("budgets", "bench/"),
    ],
  },
  {
    name: "alone",
    runner: "vitest",
    rows: [folder("long articles", "tests/parsers/"), folder("load", "tests/chaos/"), folder("cold start", "bench/")],
  },
  {
    name: "browser",
    runner: "playwright",
    rows: [
      { name: "screens", paths: [STATES] },
      // All other files; Playwright takes a regular expression.
      { name: "browser", paths: ["tests/browser/(?!states)"], has: (file) => !file.startsWith(STATES) },
    ],
  },
];
/** Runs that need no build and that nothing waits for; the worker's runtimes start while the build leaves time for it. */
const BESIDE: readonly string[] = ["worker", "node"];
/** They compare times, or need both cores. */
const ALONE: readonly string[] = ["alone"];
const onBuild = RUNS.filter(({ name }) => !BESIDE.includes(name));
/** Servers and browsers mostly wait, and their tests have limits of seconds. What only computes takes the time that they leave. */
const YIELDING: RunOptions = { yields: 3 };

/** The names that can be selected on the command line. */
export const stepNames = (): string[] => [
  ...[descriptor, build, ...CHECKS].map(({ name }) => name),
  ...RUNS.flatMap(({ rows }) => rows.map(({ name }) => name)),
];

/** Selects the steps of `verify`. */
export const withoutBrowser = (name: string): boolean => name !== "browser" && name !== "screens";

/** The failed tests and how to run them again; the reasons are printed further up. */
function headlines({ name, output }: Done): string {
  const lines = output.split("\n").filter((line) => /^(✖| {2}(again|look at):)/.test(line));
  return lines.length > 0 ? lines.join("\n") : `✖ ${name}`;
}

/** Runs the selected steps, with the build if one of them needs it, prints the table and exits. */
export async function runSuites(wanted: (name: string) => boolean): Promise<never> {
  const began = performance.now();
  keepFilesInMemory();
  // Programs that tests start again and again load what the first one compiled.
  process.env["NODE_COMPILE_CACHE"] ??= inRoot(".generated/compiled-code");
  const done: Done[] = [];
  const step = async (steps: readonly Step[], width: number, how?: RunOptions): Promise<void> => {
    done.push(...(await runSteps(steps, width, how)));
  };
  const rowsOf = (run: TestRun): ReportRow[] => run.rows.filter(({ name }) => wanted(name));
  const test = async (run: TestRun, how?: RunOptions): Promise<void> => {
    const rows = rowsOf(run);
    if (rows.length > 0) done.push(...(await runTests(run, rows, how)).map(announce));
  };
  const named = (names: readonly string[]): TestRun[] => names.flatMap((wantedName) => RUNS.filter(({ name }) => name === wantedName));

  const onTheBuild = async (): Promise<void> => {
    if (onBuild.some((run) => rowsOf(run).length > 0) || wanted(build.name)) await step([build], 1);
    await Promise.all(onBuild.filter(({ name }) => !ALONE.includes(name)).map((run) => test(run)));
  };
  const beside = async (): Promise<void> => {
    for (const run of named(BESIDE)) await test(run, YIELDING);
    // Last, because they have no limits of time, and use all cores when nothing else is left.
    const checks = [descriptor, ...CHECKS].filter(({ name }) => wanted(name));
    await step(checks, 2, YIELDING);
  };
  await step([prepare], 1);
  await Promise.all([onTheBuild(), beside()]);
  for (const run of named(ALONE)) await test(run);
  const { passed, failed } = total(done);
  for (const step of done.filter((one) => one.failed > 0)) process.stdout.write(`\n${headlines(step)}\n`);
  process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
