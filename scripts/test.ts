// `npm test`: runs all checks and tests. Ends with a line "N passed, N failed"; exits with 1 on any failure.
// `npm test -- journey browser` runs only the steps whose names contain one of the words, and opens all stories of the screens.
import { stopOnSignals } from "./lib/children.ts";
import { runSuites, stepNames } from "./lib/suites.ts";

stopOnSignals();
const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const wanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
if (!stepNames().some(wanted)) {
  process.stderr.write(`No step is called so. There are: ${stepNames().join(", ")}.\n`);
  process.exit(1);
}
// There are too many of them for each run: tests/browser/states.test.ts.
if (words.length === 0) process.env["SEED_DESK_STORIES_SHOWN"] ??= "some";
await runSuites(wanted);
