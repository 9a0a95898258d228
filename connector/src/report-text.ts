// Makes reports of what a program wrote: well formed, without NUL, and as long as the service takes.
import { MAX_PROGRESS, MAX_QUESTION, MAX_REPORT, type Question, type Report } from "./wire.ts";

/** How a program ended, with what it wrote: both outputs already cut at their limits. */
export interface Result {
  readonly output: Buffer;
  /** The end of what it wrote to standard error. */
  readonly errors: string;
  readonly ended:
    | { readonly by: "exit"; readonly code: number }
    | { readonly by: "signal"; readonly name: string }
    | { readonly by: "time" | "output"; readonly limit: number }
    | { readonly by: "start"; readonly why: string };
}
const LAST_LINES = 20;

/** Text as the service takes it: what is no UTF-8, and NUL, is replaced. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes).replaceAll("\0", "\u{fffd}");
function cut(text: string): string {
  if (text.length <= MAX_REPORT) return text;
  const says = `\n\n[Cut here: the report has ${text.length} characters, and ${MAX_REPORT} is the most.]`;
  return text.slice(0, MAX_REPORT - says.length).toWellFormed() + says;
}
function whatEnded(ended: Result["ended"]): string | undefined {
  switch (ended.by) {
    case "exit":
      return ended.code === 0 ? undefined : `The program ended with exit code ${ended.code}.`;
    case "signal":
      return `The program was ended by ${ended.name}.`;
    case "time":
      return `The program was ended because it took longer than ${ended.limit} seconds.`;
    case "output":
      return `The program was ended because it wrote more than ${ended.limit} bytes. Its report was cut there.`;
    case "start":
      return `The program could not be started: ${ended.why}`;
  }
}
/** The report on a program that has ended. */
export function reportOf({ output, errors, ended }: Result): Report {
  const fault = whatEnded(ended);
  const text = textOf(output);
  if (fault === undefined) return { outcome: "done", report: text.trim() === "" ? "The program wrote no report." : cut(text) };
  const lines = errors.trimEnd().split("\n").slice(-LAST_LINES).join("\n").replaceAll("\0", "\u{fffd}").toWellFormed();
  const last = lines.trim() === "" ? "" : `\n\nThe last lines of its errors:\n${lines}`;
  return { outcome: "failed", report: cut(`${fault}${last}${ended.by === "output" ? `\n\nThe report:\n${text}` : ""}`) };
}
/** What stands at the beginning of an output that is a question. */
const QUESTION = "question:";
/** The question of a program that has ended well and whose output begins with `question:`; undefined if it reports. */
export function questionOf({ output, ended }: Result): Question | undefined {
  if (ended.by !== "exit" || ended.code !== 0) return undefined;
  const text = textOf(output).trimStart();
  const question = text.slice(0, QUESTION.length).toLowerCase() === QUESTION ? text.slice(QUESTION.length).trim() : "";
  if (question.length <= MAX_QUESTION) return question === "" ? undefined : { question };
  const says = "\n\n[Cut here.]";
  return { question: question.slice(0, MAX_QUESTION - says.length).toWellFormed() + says };
}
/** The report of work whose question the service does not take. */
export const reportOfQuestion = ({ question }: Question, why: string): Report => ({
  outcome: "failed",
  report: cut(`The question was not taken: ${why}\n\nThe question:\n${question}`),
});
/** A report that also says what was left out of its files. */
export function withLeftOut(report: string, leftOut: readonly string[]): string {
  if (leftOut.length === 0) return report;
  const more = leftOut.length > 10 ? [`and ${leftOut.length - 10} more`] : [];
  const says = `\n\n[Files that were left out:\n${[...leftOut.slice(0, 10), ...more].join("\n")}]`
    .replaceAll("\0", "\u{fffd}")
    .toWellFormed();
  return report.slice(0, MAX_REPORT - says.length).toWellFormed() + says;
}
/** A line of progress in what a program wrote to standard error; undefined if it is none. */
export function progressIn(line: string): string | undefined {
  if (!/^progress:/i.test(line)) return undefined;
  const text = line
    .slice("progress:".length)
    .replaceAll(/[\0\s]+/g, " ")
    .trim()
    .slice(0, MAX_PROGRESS)
    .toWellFormed();
  return text === "" ? undefined : text;
}
