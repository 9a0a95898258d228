// `npm test`: the whole check. Ends with a line "N passed, N failed"; any failure is a non-zero exit.
// `npm test -- journey browser` runs only the steps whose names contain one of the words.
import { globSync } from "node:fs";
import { CHECKS } from "./lib/checks.ts";
import { run, runBin, stopOnSignals } from "./lib/children.ts";
import { countNodeTest, countVitest } from "./lib/counts.ts";
import { compileMessages } from "./lib/messages.ts";
import { collectMigrations } from "./lib/migrations.ts";
import { inRoot, ROOT } from "./lib/paths.ts";
import { asOne, runSteps, type Step, table, total } from "./lib/steps.ts";

stopOnSignals();

const vitest = (project: string): Step => ({
  name: `vitest ${project}`,
  run: async () => countVitest(await runBin("vitest", ["run", "--project", project])),
});

/** Suites of node:test; one file at a time, because each starts a runtime of its own. */
const suite = (name: string, folder: string): Step => ({
  name,
  run: async () => {
    const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT }).sort();
    if (files.length === 0) return { passed: 0, failed: 1, output: `${folder}/ has no tests` };
    const flags = ["--test", "--test-concurrency=1", "--test-reporter=spec", "--test-timeout=120000"];
    return countNodeTest(await run(process.execPath, [...flags, ...files.map((file) => inRoot(file))]));
  },
});

const build: Step = {
  name: "build",
  run: async () => asOne(await run(process.execPath, [inRoot("scripts/build.ts")])),
};

const prepare: Step = {
  name: "prepare",
  run: async () => {
    collectMigrations();
    await compileMessages();
    return asOne({ ok: true, output: "" });
  },
};

/** These drive dist/. */
const onBuild: readonly Step[] = [
  suite("integrity", "tests/integrity"),
  suite("journey", "tests/journey"),
  suite("matrix", "tests/matrix"),
  suite("chaos", "tests/chaos"),
  suite("browser", "tests/browser"),
  suite("budgets", "bench"),
];

/** In this order; the checks run two at a time, the rest alone. */
const SUITES: readonly Step[] = [build, vitest("node"), vitest("worker"), suite("operations", "tests/operations"), ...onBuild];

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const named = (step: Step): boolean => words.length === 0 || words.some((word) => step.name.includes(word));
const needsBuild = onBuild.some(named);
const chosen = (step: Step): boolean => named(step) || (step === build && needsBuild);

const began = performance.now();
const done = await runSteps([prepare], 1);
done.push(...(await runSteps(CHECKS.filter(chosen), 2)), ...(await runSteps(SUITES.filter(chosen), 1)));
const { passed, failed } = total(done);
process.stdout.write(`\n${table(done)}\n${"total".padEnd(28)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s\n\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
