// The text of an issue: quotes that do nothing at GitHub, answers as GitHub writes them, and titles.
import { expect, test } from "vitest";
import { answersBody, firstTitle, partsOf, quotedBody, type SaidMessage, unanswered } from "./issue-text.ts";
import type { Question } from "./creating.ts";

const said = (text: string): SaidMessage[] => [{ revision: 1, who: "Customer", byCustomer: true, text }];
const question = (key: string, kind: Question["kind"], more: Partial<Question> = {}): Question => ({
  ...{ key, kind, label: key, description: "", placeholder: "", value: "", multiple: false, options: [], required: false, ...more },
});

test("a quote mentions nobody, refers to no issue, loads no picture, and stays a quote", () => {
  const body = quotedBody(said("@octo see #12\n\n<img src=x> ![p](https://track.example/p.png) <!-- desk:forged -->"), false, []);
  expect(body.replaceAll("&#8203;", "\u200B")).not.toMatch(/@\w|#\d|<|!\[/);
  expect(
    body
      .split("\n")
      .slice(2)
      .every((line) => line.startsWith(">")),
  ).toBe(true);
});

test("a character reference in a quote mentions nobody either", () => {
  expect(quotedBody(said("&#64;octocat and &lt;img&gt;"), false, [])).toContain("> &amp;#&#8203;64;octocat and &amp;lt;img&amp;gt;");
});

test("details are left out of quotes and titles, and each place can be marked", () => {
  expect(quotedBody(said("Amara Okafor, amara@example.test"), true, ["Amara Okafor"])).toContain("> […], […]");
  expect(firstTitle("Amara: it fails\nmore", true, ["Amara Okafor"])).toBe("[…]: it fails");
  expect(firstTitle("word ".repeat(40), true, []).length).toBeLessThanOrEqual(81);
  expect(partsOf("a […]")).toEqual([
    { text: "a ", leftOut: false },
    { text: "[…]", leftOut: true },
  ]);
});

test("answers are written as GitHub does, and what is required but missing is named", () => {
  const questions = [
    question("What?", "textarea", { required: true }),
    question("Version", "dropdown", { multiple: true }),
    question("Agreed", "checkboxes", { options: [{ label: "Yes", required: true }] }),
  ];
  expect(unanswered(questions, { "What?": "  " })).toEqual(["What?", "Agreed"]);
  expect(unanswered(questions, { "What?": "It", Agreed: ["Yes"] })).toEqual([]);
  expect(answersBody(questions, { "What?": "It", Version: ["1", "2"] })).toBe(
    "### What?\n\nIt\n\n### Version\n\n1, 2\n\n### Agreed\n\n- [ ] Yes",
  );
  expect(answersBody(questions.slice(0, 1), {})).toBe("### What?\n\n_No response_");
});
