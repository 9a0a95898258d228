// The steps of `npm test`, in order. `pnpm verify` runs the same ones without the browser suites.
import { CHECKS } from "./checks.ts";
import { runNode } from "./children.ts";
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
  run: async () => asOne(await runNode([inRoot("scripts/operations.mjs"), "check"])),
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
      ...["operations", "integrity", "delivery", "upgrade", "journey", "matrix", "mail", "knowledge", "doubles"].map((name) =>
        folder(name),
      ),
      folder("own server", "tests/own-server/"),
      folder("chaos"),
    ],
  },
  { name: "alone", runner: "vitest", rows: [folder("parsers"), folder("load", "tests/chaos/"), folder("budgets", "bench/")] },
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
/** Groups run one after the other, the runs of a group in parallel: worker tests compute and tests with servers mostly wait. */
const GROUPS: readonly (readonly string[])[] = [["node"], ["worker", "served"], ["browser"], ["alone"]];
const onBuild = RUNS.filter(({ name }) => name !== "node" && name !== "worker");

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
  const rowsOf = (run: TestRun): ReportRow[] => run.rows.filter(({ name }) => wanted(name));
  const needsBuild = onBuild.some((run) => rowsOf(run).length > 0);
  const done: Done[] = await runSteps([prepare], 1);
  done.push(
    ...(await runSteps(
      [descriptor, ...CHECKS].filter(({ name }) => wanted(name)),
      2,
    )),
  );
  if (needsBuild || wanted(build.name)) done.push(...(await runSteps([build], 1)));
  for (const group of GROUPS) {
    const runs = RUNS.filter((run) => group.includes(run.name) && rowsOf(run).length > 0);
    const rows = await Promise.all(runs.map(async (run) => (await runTests(run, rowsOf(run))).map(announce)));
    done.push(...rows.flat());
  }
  const { passed, failed } = total(done);
  for (const step of done.filter((one) => one.failed > 0)) process.stdout.write(`\n${headlines(step)}\n`);
  process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
