// `npm run test:long`: runs all tests that have a long form in it, and the fault suites in full; one file at a time, with their figures.
// Words after `--` select files by name. SEED repeats a run, ROUNDS sets the number of kills, MINUTES the longest time for
// them and MESSAGES the size of what is imported, EVERY=n takes each nth platform fault,
// from number FROM=n on.
import { globSync, readFileSync } from "node:fs";
import { type Ran, runBin, stopOnSignals } from "./lib/children.ts";
import { compileMessages } from "./lib/messages.ts";
import { inRoot, ROOT } from "./lib/paths.ts";

stopOnSignals();

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
/** Whether a test has a long form: it reads LONG, or is in a folder whose helpers do. */
const isLong = (file: string): boolean =>
  /^tests\/(chaos|parsers)\/|\.long\.ts$/.test(file) || /\bLONG\b/.test(readFileSync(inRoot(file), "utf8"));
const files = globSync(["{tests,modules,kernel}/**/*.test.ts", "tests/operations/*.long.ts"], { cwd: ROOT })
  .filter((file) => isLong(file) && (words.length === 0 || words.some((word) => file.includes(word))))
  .sort();
const inBrowser = (file: string): boolean => file.startsWith("tests/browser/");

await compileMessages();
const long = { env: { LONG: "1" }, live: true } as const;
const ran: Ran[] = [];
const others = files.filter((file) => !inBrowser(file));
if (others.length > 0) ran.push(await runBin("vitest", ["run", "--maxWorkers=1", "--reporter=verbose", ...others], long));
const browsers = files.filter(inBrowser);
if (browsers.length > 0) ran.push(await runBin("playwright", ["test", "--workers=1", ...browsers], long));
process.exit(ran.length > 0 && ran.every(({ ok }) => ok) ? 0 : 1);
