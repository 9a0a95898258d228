// Every step of `npm test`, in its order. `pnpm verify` runs the same ones without the browser suites.
import { globSync } from "node:fs";
import { CHECKS } from "./checks.ts";
import { runBin, runNode } from "./children.ts";
import { countVitest } from "./counts.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { inRoot, ROOT } from "./paths.ts";
import { FileQueue } from "./test-files.ts";
import { asOne, type Done, runSteps, type Step, table, total } from "./steps.ts";

const vitest = (project: string): Step => ({
  name: `vitest ${project}`,
  run: async () => countVitest(await runBin("vitest", ["run", "--project", project])),
});

/** Suites of node:test, each file a process of its own. `wanted` chooses among the files of a folder. */
const suite = (name: string, folder: string, queue: FileQueue, wanted: (file: string) => boolean = () => true): Step => ({
  name,
  run: async () => {
    const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT }).filter(wanted).sort();
    if (files.length === 0) return { passed: 0, failed: 1, output: `${folder}/ has no tests` };
    const done = await Promise.all(files.map((file) => queue.run(file)));
    // Whoever is shown only the beginning needs what failed there.
    const output = done.toSorted((a, b) => b.failed - a.failed).map((one) => one.output);
    const { passed, failed } = total(done);
    const none = passed + failed === 0;
    return {
      passed,
      failed: none ? 1 : failed,
      output: none ? `${folder}/ skipped everything` : output.join("\n"),
      ms: done.reduce((sum, { ms }) => sum + ms, 0),
    };
  },
});

/** What compares times, or needs both processors by itself. */
const alone = new FileQueue(1);
/** What does neither: much of it waits, for a lease, a limit, a process that starts. Named are the files that take longest. */
const beside = new FileQueue(3, [
  "chaos/kill.test.ts",
  "operations/wrangler.test.ts",
  "matrix/bad-input.test.ts",
  "mail/providers.test.ts",
  "operations/matrix.test.ts",
  "matrix/access.test.ts",
  "chaos/erasure-races.test.ts",
  "operations/sign-in.test.ts",
  "chaos/sockets.test.ts",
  "chaos/idle.test.ts",
]);

/** They mostly wait for what people would wait for. */
const besideBrowsers = new FileQueue(2, [
  "browser/two-origins.test.ts",
  "browser/help-pages.test.ts",
  "browser/hostile-texts.test.ts",
  "browser/help-panel.test.ts",
  "browser/mail.test.ts",
  "browser/host-pages.test.ts",
  "browser/erasure.test.ts",
  "browser/help-import.test.ts",
  "browser/articles.test.ts",
]);

const build: Step = {
  name: "build",
  run: async () => {
    return asOne(await runNode([inRoot("scripts/build.ts")]));
  },
};

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

const states = "states.test.ts";
const screens = suite("screens", "tests/browser", alone, (file) => file.endsWith(states));
const browser = suite("browser", "tests/browser", besideBrowsers, (file) => !file.endsWith(states));
const load = "-load.test.ts";

const operations = suite("operations", "tests/operations", beside);
/** These drive dist/, and so do those that run alone. */
const onBuild: readonly Step[] = [
  suite("integrity", "tests/integrity", beside),
  suite("delivery", "tests/delivery", beside),
  suite("upgrade", "tests/upgrade", beside),
  suite("journey", "tests/journey", beside),
  suite("matrix", "tests/matrix", beside),
  suite("mail", "tests/mail", beside),
  suite("knowledge", "tests/knowledge", beside),
  suite("own server", "tests/own-server", beside),
  suite("chaos", "tests/chaos", beside, (file) => !file.endsWith(load)),
];
const inTurn: readonly Step[] = [
  suite("parsers", "tests/parsers", alone),
  suite("load", "tests/chaos", alone, (file) => file.endsWith(load)),
  screens,
  browser,
  suite("budgets", "bench", alone),
];

/** One group after the other. The steps of the long one are all asked for at once and share their queue of files. */
const GROUPS: readonly (readonly Step[])[] = [
  [build],
  [vitest("node")],
  [vitest("worker")],
  [operations, ...onBuild],
  ...inTurn.map((step) => [step]),
];

/** What `verify` runs. */
export const withoutBrowser = (step: Step): boolean => step !== browser && step !== screens;

/** Runs the steps that are wanted, with the build when one of them drives it, prints the table and ends the process. */
export async function runSuites(wanted: (step: Step) => boolean): Promise<never> {
  const needsBuild = [...onBuild, ...inTurn].some(wanted);
  const chosen = (step: Step): boolean => wanted(step) || (step === build && needsBuild);
  const began = performance.now();
  const done: Done[] = await runSteps([prepare], 1);
  done.push(...(await runSteps([descriptor, ...CHECKS].filter(chosen), 2)));
  for (const group of GROUPS) done.push(...(await runSteps(group.filter(chosen), group.length)));
  const { passed, failed } = total(done);
  process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
