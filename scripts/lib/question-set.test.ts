// Question sets: reading them from CSV, prices, and the report.
import { expect, test } from "vitest";
import { type Asked, BadQuestions, priceOf, questionsIn, reportOf, rowsOf } from "./question-set.ts";

test("CSV as spreadsheets write it", () => {
  expect(rowsOf('\uFEFFquestion,locale\r\n"How, and ""why""?\nReally?",en\r\n\r\nWarum,de')).toEqual([
    ["question", "locale"],
    ['How, and "why"?\nReally?', "en"],
    ["Warum", "de"],
  ]);
});

test("questions with what is left out", () => {
  expect(questionsIn("answerable,question,locale\nyes,Why?,\n,Warum?,de\nno,Who?,en", "fr")).toEqual([
    { question: "Why?", locale: "fr", answerable: true },
    { question: "Warum?", locale: "de", answerable: undefined },
    { question: "Who?", locale: "en", answerable: false },
  ]);
});

test.each([
  ["Why?\nHow?", "The first line"],
  ["question,mood\nWhy?,bad", "The first line"],
  ["question,locale\n,en", "Question 1 is empty"],
  ["question,answerable\nWhy?,perhaps", "Question 1: answerable has to be yes or no"],
])("a file that can't be used: %j", (csv, says) => {
  expect(() => questionsIn(csv, "en")).toThrow(BadQuestions);
  expect(() => questionsIn(csv, "en")).toThrow(says);
});

test("the price of a set", () => {
  expect(priceOf(100, { input: 0.25, output: 2 }, "likely")).toBeCloseTo(0.25);
  expect(priceOf(100, { input: 0.25, output: 2 }, "most")).toBeCloseTo(1.0442);
});

const one = (answerable: boolean, outcome: Asked["answer"]["outcome"], confidence: number, fault?: "number"): Asked => ({
  ...{ question: "Why?", locale: "en", answerable },
  answer: {
    outcome,
    reason: outcome === "handed_over" ? "check" : null,
    sentences: [{ text: "So.", citations: [], translated: false, faults: fault === undefined ? [] : [{ fault, detail: "3" }] }],
    retrieval: { took: 1, fits: true, confidence, semantic: "off", readAs: null },
    call: { provider: "openai", model: "gpt-5-mini", took: 1, inputTokens: 1000, outputTokens: 100, costUsd: 0.01, priceSource: "list" },
  },
});

test("the report", () => {
  const report = reportOf([
    one(true, "answered", 0.5),
    one(true, "handed_over", 0.5, "number"),
    one(false, "answered", 0.32),
    one(false, "handed_over", 0.1),
  ]);
  expect(report).toContain("Outcomes: answered 2, handed_over (check) 2");
  expect(report).toContain("Not answered although the knowledge has it: 50.0 % (1 of 2)");
  expect(report).toContain("Not answered, as it should be: 50.0 % (1 of 2)");
  expect(report).toContain("What the check found: number 1");
  expect(report).toContain("Cost: $0.0400 for 4 calls, 4000 input and 400 output tokens");
  expect(report).toMatch(/0\.35 +100\.0 % \(2 of 2\) +50\.0 % \(1 of 2\)/);
});
