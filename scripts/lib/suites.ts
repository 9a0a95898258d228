// Every step of `npm test`, in its order. `pnpm verify` runs the same ones without the browser suites.
import { CHECKS } from "./checks.ts";
import { runNode } from "./children.ts";
import { keepFilesInMemory } from "./memory-folder.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { inRoot } from "./paths.ts";
import { type Part, runTests, type TestRun } from "./runs.ts";
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
    // Suites that would build by themselves see that it is done: tests/support/build-once.ts.
    if (built.failed === 0) process.env["SEED_DESK_PREPARED"] = "yes";
    return built;
  },
};

const folder = (name: string, path = `tests/${name}/`): Part => ({ name, paths: [path] });
const STATES = "tests/browser/states";

/** One process each; their projects are in vitest.config.ts and playwright.config.ts. */
const RUNS: readonly TestRun[] = [
  { name: "node", runner: "vitest", parts: [{ name: "vitest node", paths: [] }] },
  { name: "worker", runner: "vitest", parts: [{ name: "vitest worker", paths: [] }] },
  {
    name: "served",
    runner: "vitest",
    parts: [
      ...["operations", "integrity", "delivery", "upgrade", "journey", "matrix", "mail", "knowledge"].map((name) => folder(name)),
      folder("own server", "tests/own-server/"),
      folder("chaos"),
    ],
  },
  { name: "alone", runner: "vitest", parts: [folder("parsers"), folder("load", "tests/chaos/"), folder("budgets", "bench/")] },
  {
    name: "browser",
    runner: "playwright",
    parts: [
      { name: "screens", paths: [STATES] },
      // Every file but those: Playwright takes a regular expression.
      { name: "browser", paths: ["tests/browser/(?!states)"], has: (file) => !file.startsWith(STATES) },
    ],
  },
];
/** One group after the other. Tests of the worker compute, and those that drive servers mostly wait: together they take little longer than one of them. */
const GROUPS: readonly (readonly string[])[] = [["node"], ["worker", "served"], ["browser"], ["alone"]];
const onBuild = RUNS.filter(({ name }) => name !== "node" && name !== "worker");

/** The names that words on the command line choose among. */
export const stepNames = (): string[] => [
  ...[descriptor, build, ...CHECKS].map(({ name }) => name),
  ...RUNS.flatMap(({ parts }) => parts.map(({ name }) => name)),
];

/** What `verify` runs. */
export const withoutBrowser = (name: string): boolean => name !== "browser" && name !== "screens";

/** What failed and how to run it again; the reasons stand where it failed, further up. */
function headlines({ name, output }: Done): string {
  const lines = output.split("\n").filter((line) => /^(✖| {2}(again|look at):)/.test(line));
  return lines.length > 0 ? lines.join("\n") : `✖ ${name}`;
}

/** Runs the steps that are wanted, with the build when one of them drives it, prints the table and ends the process. */
export async function runSuites(wanted: (name: string) => boolean): Promise<never> {
  const began = performance.now();
  keepFilesInMemory();
  const partsOf = (run: TestRun): Part[] => run.parts.filter(({ name }) => wanted(name));
  const needsBuild = onBuild.some((run) => partsOf(run).length > 0);
  const done: Done[] = await runSteps([prepare], 1);
  done.push(
    ...(await runSteps(
      [descriptor, ...CHECKS].filter(({ name }) => wanted(name)),
      2,
    )),
  );
  if (needsBuild || wanted(build.name)) done.push(...(await runSteps([build], 1)));
  for (const group of GROUPS) {
    const runs = RUNS.filter((run) => group.includes(run.name) && partsOf(run).length > 0);
    const rows = await Promise.all(runs.map(async (run) => (await runTests(run, partsOf(run))).map(announce)));
    done.push(...rows.flat());
  }
  const { passed, failed } = total(done);
  for (const step of done.filter((one) => one.failed > 0)) process.stdout.write(`\n${headlines(step)}\n`);
  process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
