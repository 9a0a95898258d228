// Proposals from an article: what headings become, and what is kept of a model's.
import assert from "node:assert/strict";
import { test } from "vitest";
import { fromHeadings, fromModel } from "./rules.ts";

test("headings become questions by their sign alone; code is no heading", () => {
  const content = "Text\n\n## **Who** pays?\n\n```\n# no heading\n```\n\n### [Gift cards](https://a.example) ##\n\n#hash";
  assert.deepEqual(
    fromHeadings({ title: "Returns", content }).map(({ question }) => question),
    ["Returns?", "Who pays?", "Returns: Gift cards?"],
  );
});
test("of a model's proposals only facts that the article says are kept, and what can't be read is none", () => {
  const said = {
    questions: [
      { question: " Until  when? ", fact: "30 days" },
      { question: "Why?", fact: "99 days" },
      { question: "", fact: "" },
    ],
  };
  assert.deepEqual(fromModel(JSON.stringify(said), "Within **30 days** of delivery."), [
    { question: "Until when?", facts: ["30 days"] },
    { question: "Why?", facts: [] },
  ]);
  assert.deepEqual(fromModel("nonsense", "x"), []);
});
