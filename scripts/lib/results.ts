// Reads the results of a test run from the runners' JSON reports.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { inRoot, ROOT } from "./paths.ts";

export interface Failure {
  /** Empty if the file itself failed: it did not load, or a hook outside its tests failed. */
  readonly title: string;
  readonly message: string;
  /** Screenshots and traces, relative to the checkout. */
  readonly attachments: readonly string[];
}

export interface FileResult {
  /** Relative to the checkout. */
  readonly file: string;
  readonly ms: number;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Titles of tests that failed and then passed when they were run again. */
  readonly passedAgain: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

function ofVitest(report: VitestReport): FileResult[] {
  return report.testResults.map(({ name, status, message, startTime, endTime, assertionResults: tests }) => {
    const failures = tests
      .filter((test) => test.status === "failed")
      .map((test): Failure => ({ title: test.fullName, message: (test.failureMessages ?? []).join("\n"), attachments: [] }));
    if (status === "failed" && failures.length === 0) failures.push({ title: "", message, attachments: [] });
    const count = (wanted: (status: string) => boolean): number => tests.filter((test) => wanted(test.status)).length;
    return {
      file: relative(ROOT, name),
      ms: endTime - startTime,
      passed: count((found) => found === "passed"),
      skipped: count((found) => found !== "passed" && found !== "failed"),
      failures,
      passedAgain: [],
    };
  });
}

interface Suite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results: readonly {
        readonly status?: string;
        readonly duration: number;
        readonly errors: readonly { readonly message?: string; readonly stack?: string }[];
        readonly attachments: readonly { readonly path?: string }[];
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string; readonly location?: { readonly file: string } }[];
}

function ofPlaywright(report: PlaywrightReport): FileResult[] {
  const files = report.suites.map((top): FileResult => {
    let [ms, passed, skipped] = [0, 0, 0];
    const failures: Failure[] = [];
    const passedAgain: string[] = [];
    const walk = (suite: Suite, titles: readonly string[]): void => {
      for (const { title, tests } of suite.specs) {
        for (const { status, results } of tests) {
          ms += results.reduce((sum, { duration }) => sum + duration, 0);
          if (status === "flaky") passedAgain.push([...titles, title].join(" › "));
          if (status === "expected" || status === "flaky") passed += 1;
          else if (status === "skipped") skipped += 1;
          else {
            failures.push({
              title: [...titles, title].join(" › "),
              message: results.flatMap(({ errors }) => errors.map((error) => error.stack ?? error.message ?? "")).join("\n"),
              attachments: results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => (path ? [relative(ROOT, path)] : []))),
            });
          }
        }
      }
      for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title]);
    };
    walk(top, []);
    return { file: `tests/browser/${top.file}`, ms, passed, skipped, failures, passedAgain };
  });
  for (const { message = "", location } of report.errors) {
    const file = location === undefined ? "tests/browser" : relative(ROOT, location.file);
    files.push({ file, ms: 0, passed: 0, skipped: 0, failures: [{ title: "", message, attachments: [] }], passedAgain: [] });
  }
  return files;
}

/** The folder of the reports, and of screenshots and traces of failed browser tests. */
export const RESULTS = inRoot(".generated/test-results");

/** The results by file; undefined if the runner ended before it wrote its report. */
export function readResults(report: string): FileResult[] | undefined {
  if (!existsSync(report)) return undefined;
  const read = JSON.parse(readFileSync(report, "utf8")) as VitestReport | PlaywrightReport;
  return "testResults" in read ? ofVitest(read) : ofPlaywright(read);
}
