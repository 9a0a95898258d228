import { expect, test } from "vitest";
import { progressIn, questionOf, reportOf, reportOfQuestion, type Result } from "./report-text.ts";
import { MAX_QUESTION, MAX_REPORT } from "./wire.ts";

const result = (more: Partial<Result>): Result => ({
  output: Buffer.from("Found it."),
  errors: "",
  ended: { by: "exit", code: 0 },
  ...more,
});

test("what a program wrote is the report, whatever bytes it is", () => {
  expect(reportOf(result({ errors: "noise" }))).toEqual({ outcome: "done", report: "Found it." });
  expect(reportOf(result({ output: Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x62]) })).report).toBe("a\ufffd\ufffd\ufffdb");
  expect(reportOf(result({ output: Buffer.from(" \n") })).report).toBe("The program wrote no report.");
});

test("a long report is cut with a line that says so, and stays well formed", () => {
  expect(reportOf(result({ output: Buffer.from("x".repeat(MAX_REPORT)) })).report).toHaveLength(MAX_REPORT);
  for (const shift of ["", "x"]) {
    const { report, outcome } = reportOf(result({ output: Buffer.from(shift + "🐢".repeat(MAX_REPORT)) }));
    expect([report.length <= MAX_REPORT, report.isWellFormed(), outcome]).toEqual([true, true, "done"]);
    expect(report).toMatch(/\n\n\[Cut here: the report has 3000[01] characters, and 15000 is the most\.\]$/);
  }
});

test("a failure says what ended the program, with the last lines of its errors", () => {
  const errors = `${Array.from({ length: 30 }, (_, i) => `line ${i}`).join("\n")}\n`;
  const { outcome, report } = reportOf(result({ errors, ended: { by: "exit", code: 3 } }));
  expect(outcome).toBe("failed");
  expect(report).toMatch(/^The program ended with exit code 3\.\n\nThe last lines of its errors:\nline 10\n[\s\S]*\nline 29$/);
  expect(reportOf(result({ ended: { by: "signal", name: "SIGSEGV" } })).report).toBe("The program was ended by SIGSEGV.");
  expect(reportOf(result({ ended: { by: "time", limit: 7 } })).report).toMatch(/longer than 7 seconds/);
  expect(reportOf(result({ ended: { by: "output", limit: 7 } })).report).toMatch(/more than 7 bytes[\s\S]*Found it\.$/);
  expect(reportOf(result({ ended: { by: "start", why: "spawn EACCES" } })).report).toMatch(/could not be started: spawn EACCES/);
});

test("a line of progress is one line, without NUL, and short", () => {
  expect(progressIn("progress: reading\t the\0log \r")).toBe("reading the log");
  expect(progressIn(`Progress:${"x".repeat(500)}`)).toHaveLength(200);
  for (const none of ["progress:", "progress: \0", "my progress: x", "reading"]) expect(progressIn(none)).toBeUndefined();
});

test("an output that begins with “question:” is a question, unless the program failed or asks nothing", () => {
  const asked = (text: string, more: Partial<Result> = {}) => questionOf(result({ output: Buffer.from(text), ...more }))?.question;
  expect(asked("question: Which of the two?\nThe one in euros, or\0 the other?\n")).toBe(
    "Which of the two?\nThe one in euros, or\ufffd the other?",
  );
  expect(asked("\n  question:\nWhich?")).toBe("Which?");
  expect(asked("Question: Which?")).toBe("Which?");
  for (const none of ["The question: which?", "question", "question:", "question: \n", ""]) expect(asked(none)).toBeUndefined();
  for (const ended of [
    { by: "exit", code: 1 },
    { by: "signal", name: "SIGTERM" },
    { by: "time", limit: 5 },
    { by: "output", limit: 5 },
  ] as const)
    expect(asked("question: Which?", { ended })).toBeUndefined();
  const long = asked(`question: ${"🐢".repeat(MAX_QUESTION)}`) ?? "";
  expect([long.length <= MAX_QUESTION, long.isWellFormed(), long.endsWith("[Cut here.]")]).toEqual([true, true, true]);
});

test("a question that the service does not take becomes a report that says both", () => {
  expect(reportOfQuestion({ question: "Which?" }, "it was the ninth")).toEqual({
    outcome: "failed",
    report: "The question was not taken: it was the ninth\n\nThe question:\nWhich?",
  });
});
