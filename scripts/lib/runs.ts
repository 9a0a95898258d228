// Runs a test runner once, and splits its results into the rows of the summary table.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runBin } from "./children.ts";
import { inRoot } from "./paths.ts";
import { type FileResult, readResults, RESULTS } from "./results.ts";
import type { Outcome } from "./steps.ts";

/** A row of the table: files of one folder or project. */
export interface ReportRow {
  readonly name: string;
  /** Path patterns for the runner; empty for all files of the run. */
  readonly paths: readonly string[];
  /** Whether a file belongs to this row, if the paths do not tell. */
  readonly has?: (file: string) => boolean;
}

export interface TestRun {
  readonly name: string;
  readonly runner: "vitest" | "playwright";
  readonly rows: readonly ReportRow[];
}

export interface RowOutcome extends Outcome {
  readonly name: string;
  readonly ms: number;
}

/** Time limit in milliseconds for a run that something keeps open. Far above the longest run on a busy machine. */
const LIMIT = 75 * 60_000;
const SHOWN = 40;
/** Tests of a browser run that may pass only when they are run again: a computer that is busy elsewhere breaks a few. More are a fault. */
const PASSED_AGAIN_LIMIT = 4;

/** The command that runs just this file again. */
export const againCommand = ({ name, runner }: TestRun, file: string): string =>
  runner === "vitest" ? `npm run vitest -- --project ${name} ${file}` : `npm run playwright -- --trace retain-on-failure ${file}`;

function explain(run: TestRun, { file, failures }: FileResult): string {
  const each = failures.map(({ title, message, attachments }) => {
    const lines = message.trimEnd().split("\n");
    const shown = lines.slice(0, SHOWN).map((line) => `    ${line}`);
    const more = lines.length > SHOWN ? [`    … ${lines.length - SHOWN} more lines in ${RESULTS}`] : [];
    const hints = attachments.map((path) =>
      path.endsWith(".zip") ? `  look at: npm run playwright -- show-trace ${path}` : `  look at: ${path}`,
    );
    return [`✖ ${file}${title === "" ? "" : ` › ${title}`}`, ...shown, ...more, ...hints].join("\n");
  });
  return [...each, `  again:   ${againCommand(run, file)}`].join("\n");
}

const args = ({ name, runner }: TestRun, report: string, paths: readonly string[]): string[] =>
  runner === "vitest"
    ? [
        ...["run", "--project", name, "--silent=passed-only"],
        ...["--reporter", inRoot("scripts/lib/file-reporter.ts"), "--reporter=json", `--outputFile.json=${report}`],
        ...paths,
      ]
    : ["test", "--retries=1", ...paths];

/** Runs the files of the selected rows and returns the outcome of each. */
export async function runTests(run: TestRun, wanted: readonly ReportRow[]): Promise<RowOutcome[]> {
  mkdirSync(RESULTS, { recursive: true });
  const report = join(RESULTS, `${run.name}.json`);
  rmSync(report, { force: true });
  const all = wanted.length === run.rows.length;
  const began = performance.now();
  const ran = await runBin(run.runner, args(run, report, all ? [] : wanted.flatMap(({ paths }) => paths)), {
    live: true,
    limitMs: LIMIT,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const files = readResults(report);
  const rows = wanted.map(({ name, paths, has }): RowOutcome => {
    const own = (files ?? []).filter(({ file }) => (has ? has(file) : paths.length === 0 || paths.some((path) => file.startsWith(path))));
    const failed = own.reduce((sum, { failures }) => sum + failures.length, 0);
    return {
      name,
      // A run with one row shows its total time; otherwise each row shows the sum of its files.
      ms: wanted.length === 1 ? performance.now() - began : own.reduce((sum, { ms }) => sum + ms, 0),
      passed: own.reduce((sum, { passed }) => sum + passed, 0),
      failed: own.length === 0 && files !== undefined ? 1 : failed,
      output:
        own.length === 0
          ? `${name}: no test ran`
          : own
              .filter(({ failures }) => failures.length > 0)
              .map((file) => explain(run, file))
              .join("\n\n"),
    };
  });
  const again = (files ?? []).flatMap(({ file, passedAgain }) => passedAgain.map((title) => `${file} › ${title}`));
  for (const title of again) process.stdout.write(`passed when run again: ${title}\n`);
  if (again.length > PASSED_AGAIN_LIMIT)
    rows.push({
      ...{ name: `${run.name}, run again`, ms: 0, passed: 0, failed: again.length },
      output: `${again.length} tests passed only when they were run again, at most ${PASSED_AGAIN_LIMIT} may:\n${again.join("\n")}`,
    });
  // A runner that failed without a failed test, or was killed, counts as a failure.
  if (files === undefined || (!ran.ok && rows.every(({ failed }) => failed === 0)))
    rows.push({
      name: `${run.name} as a whole`,
      ms: 0,
      passed: 0,
      failed: 1,
      output: `${ran.output.slice(-4000)}\n${run.runner} ended with ${ran.end}`,
    });
  return rows;
}
