// Rules of imported rows. Without I/O.
import { m } from "#messages";
import { ASKERS, CHANNELS } from "#modules/assistant/contract";
import { Locale, MAX_QUESTION } from "#modules/retrieval/contract";
import * as v from "valibot";
import { EXPECTED, type ImportedRow, type LineProblem, MAX_ENTRIES, MAX_ENTRY, MAX_TOPIC, type QuestionInput } from "./contract.ts";

/** The apostrophe that an export puts in front of what a spreadsheet would run as a formula. */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, "").trim();
/** The entries of a list, or of a cell: on lines of their own, or between semicolons. */
export const entriesOf = (cell: string | readonly string[]): string[] =>
  (typeof cell === "string" ? unguarded(cell).split(/[\r\n;]+/) : cell.map((entry) => entry.replaceAll(/\s+/g, " ")))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
/** The same question, however it is written. */
export const sameQuestion = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** The questions of the rows, or what is wrong in which line. An empty cell is the most usual: a question in the widget that has an answer. */
export function questionsIn(rows: readonly ImportedRow[]): { questions: QuestionInput[]; problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const seen = new Map<string, number>();
  const questions = rows.map((row): QuestionInput => {
    const wrong = (message: string): void => void problems.push({ line: row.line, message });
    const pick = <T extends string>(cell: string, among: readonly T[], usual: T, say: (value: string) => string): T => {
      const value = unguarded(cell).toLowerCase();
      const found = value === "" ? usual : among.find((one) => one === value);
      if (found === undefined) wrong(say(value.slice(0, 60)));
      return found ?? usual;
    };
    const entries = (column: "facts" | "forbidden" | "sources"): string[] => {
      const found = entriesOf(row[column]);
      if (found.length > MAX_ENTRIES) wrong(m.question_sets_too_many_in({ column, max: MAX_ENTRIES }));
      if (found.some((entry) => entry.length > MAX_ENTRY)) wrong(m.question_sets_too_long({ column, max: MAX_ENTRY }));
      return found;
    };
    const question = unguarded(row.question);
    if (question === "") wrong(m.question_sets_no_question());
    if (question.length > MAX_QUESTION) wrong(m.question_sets_too_long({ column: "question", max: MAX_QUESTION }));
    const topic = unguarded(row.topic).replaceAll(/\s+/g, " ");
    if (topic.length > MAX_TOPIC) wrong(m.question_sets_too_long({ column: "topic", max: MAX_TOPIC }));
    const locale = v.safeParse(Locale, unguarded(row.locale) || "en");
    if (!locale.success) wrong(m.question_sets_wrong_locale({ value: row.locale.slice(0, 60) }));
    const before = seen.get(sameQuestion(question));
    if (question !== "" && before !== undefined) wrong(m.question_sets_repeated({ line: before }));
    seen.set(sameQuestion(question), before ?? row.line);
    return {
      ...{ question, topic, locale: locale.success ? locale.output : "en" },
      channel: pick(row.channel, CHANNELS, "widget", (value) => m.question_sets_wrong_channel({ value })),
      asker: pick(row.asker, ASKERS, "everybody", (value) => m.question_sets_wrong_asker({ value })),
      outcome: pick(row.outcome, EXPECTED, "answer", (value) => m.question_sets_wrong_outcome({ value })),
      ...{ facts: entries("facts"), forbidden: entries("forbidden"), sources: entries("sources") },
    };
  });
  return { questions: problems.length > 0 ? [] : questions, problems };
}
