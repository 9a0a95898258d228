// Every step of `npm test`, in its order. `pnpm verify` runs the same ones without the browser suites.
import { globSync } from "node:fs";
import { CHECKS } from "./checks.ts";
import { runBin, runNode } from "./children.ts";
import { countNodeTest, countVitest } from "./counts.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { inRoot, ROOT } from "./paths.ts";
import { asOne, type Done, runSteps, type Step, table, total } from "./steps.ts";

const vitest = (project: string): Step => ({
  name: `vitest ${project}`,
  run: async () => countVitest(await runBin("vitest", ["run", "--project", project])),
});

/** Suites of node:test; two files at a time where nothing is timed. `wanted` chooses among the files of a folder. */
const suite = (name: string, folder: string, concurrency = 1, wanted: (file: string) => boolean = () => true): Step => ({
  name,
  run: async () => {
    const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT }).filter(wanted).sort();
    if (files.length === 0) return { passed: 0, failed: 1, output: `${folder}/ has no tests` };
    const flags = ["--test", `--test-concurrency=${concurrency}`, "--test-reporter=spec", "--test-timeout=120000"];
    return countNodeTest(await runNode([...flags, ...files.map((file) => inRoot(file))]));
  },
});

const build: Step = {
  name: "build",
  run: async () => asOne(await runNode([inRoot("scripts/build.ts")])),
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

// The declared states keep both cores busy by themselves; the other files mostly wait for what people would wait for.
const states = "states.test.ts";
const screens = suite("screens", "tests/browser", 1, (file) => file.endsWith(states));
const browser = suite("browser", "tests/browser", 2, (file) => !file.endsWith(states));

// Compares times side by side, so nothing may run beside it.
const load = "-load.test.ts";

/** These drive dist/. */
const onBuild: readonly Step[] = [
  suite("integrity", "tests/integrity"),
  suite("delivery", "tests/delivery", 2),
  suite("upgrade", "tests/upgrade", 2),
  suite("journey", "tests/journey"),
  suite("matrix", "tests/matrix", 2),
  suite("mail", "tests/mail", 2),
  suite("knowledge", "tests/knowledge", 2),
  suite("own server", "tests/own-server", 2),
  suite("chaos", "tests/chaos", 2, (file) => !file.endsWith(load)),
  suite("load", "tests/chaos", 1, (file) => file.endsWith(load)),
  screens,
  browser,
  suite("budgets", "bench"),
];

/** In this order; the checks run two at a time, the rest alone. */
const SUITES: readonly Step[] = [build, vitest("node"), vitest("worker"), suite("operations", "tests/operations", 2), ...onBuild];

/** What `verify` runs. */
export const withoutBrowser = (step: Step): boolean => step !== browser && step !== screens;

/** Runs the steps that are wanted, with the build when one of them drives it, prints the table and ends the process. */
export async function runSuites(wanted: (step: Step) => boolean): Promise<never> {
  const needsBuild = onBuild.some(wanted);
  const chosen = (step: Step): boolean => wanted(step) || (step === build && needsBuild);
  const began = performance.now();
  const done: Done[] = await runSteps([prepare], 1);
  done.push(...(await runSteps([descriptor, ...CHECKS].filter(chosen), 2)), ...(await runSteps(SUITES.filter(chosen), 1)));
  const { passed, failed } = total(done);
  process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}
