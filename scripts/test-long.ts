// `npm run test:long`: the fault suites for as long as it takes to trust them, on a fresh build, with their figures as they come.
// Words after `--` choose files by name; SEED repeats a run, ROUNDS sets the number of kills, EVERY=n takes each nth platform fault, from the one
// that FROM=n names.
import { globSync } from "node:fs";
import { must, orExit, run, runNode, stopOnSignals } from "./lib/children.ts";
import { collectMigrations } from "./lib/migrations.ts";
import { inRoot, ROOT } from "./lib/paths.ts";

stopOnSignals();

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const LONGER = [
  "tests/browser/states",
  "tests/matrix/bad-input",
  "tests/parsers/server/scan",
  "tests/parsers/screens/scan",
  "tests/upgrade/earlier",
].map((file) => `${file}.test.ts`);
const files = globSync(["tests/chaos/**/*.test.ts", "tests/operations/**/*.long.ts", ...LONGER], { cwd: ROOT })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

if (process.env["SEED_DESK_BUILD"] === undefined) {
  collectMigrations();
  await orExit(must("the build", runNode([inRoot("scripts/build.ts")])));
}
const { ok } = await run(
  process.execPath,
  ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files.map((file) => inRoot(file))],
  { env: { LONG: "1" }, live: true },
);
process.exit(ok ? 0 : 1);
