// What is read from imported rows.
import { expect, test } from "vitest";
import type { ImportedRow } from "./contract.ts";
import { entriesOf, questionsIn } from "./rules.ts";

const NOTHING = { question: "", topic: "", locale: "", channel: "", asker: "", outcome: "", facts: "", forbidden: "", sources: "" };
const row = (line: number, change: Partial<ImportedRow>): ImportedRow => ({ ...NOTHING, line, ...change });

test("empty cells are the most usual, and entries stand between semicolons or on lines of their own", () => {
  expect(questionsIn([row(2, { question: " How long? ", facts: "30 days; by parcel\nfree" })])).toEqual({
    problems: [],
    questions: [
      {
        ...{ question: "How long?", topic: "", locale: "en", channel: "widget", asker: "everybody", outcome: "answer" },
        ...{ facts: ["30 days", "by parcel", "free"], forbidden: [], sources: [] },
      },
    ],
  });
});
test("each problem names its line, and one is enough that nothing is read", () => {
  const { questions, problems } = questionsIn([
    row(2, { question: "How long?" }),
    row(3, { question: "", outcome: "maybe" }),
    row(4, { question: "How  LONG?", channel: "fax", locale: "no language" }),
    row(5, { question: "x".repeat(5000), facts: "a".repeat(300) }),
  ]);
  expect(questions).toEqual([]);
  expect(problems.map(({ line }) => line)).toEqual([3, 3, 4, 4, 4, 5, 5]);
});
test("the guard of an export is taken off again", () => {
  expect(entriesOf("'=1+1")).toEqual(["=1+1"]);
  expect(questionsIn([row(2, { question: "'=SUM(A1)" })]).questions[0]?.question).toBe("=SUM(A1)");
});
