// The check of an answer while it is written: what may be shown when, and whether what is cited belongs to the question.
import { describe, expect, test } from "vitest";
import type { Relevance, Source } from "#modules/claim-verification";
import { checkAnswer } from "./check-answer.ts";
import type { DraftSentence } from "./prompt.ts";

const RETURNS: Source = {
  ...{ id: "p1", title: "Returns", heading: "", locale: "en" },
  text: "You can return an item within **30 days** of delivery. Print the label in Acme Portal. We do not refund <the shipping>.",
};
const DAYS = {
  text: "You can return an item within 30 days of delivery.",
  citations: [{ source: "p1", quote: "return an item within 30 days" }],
};
const LABEL = { text: "Please print the label in Acme Portal.", citations: [{ source: "p1", quote: "Print the label in Acme Portal" }] };
const HELLO = { text: "Hello, thanks for your question!", citations: [] };
const WRONG = { ...DAYS, text: "You can return an item within 60 days of delivery." };

const check = (sentences: readonly DraftSentence[], relevance: Partial<Relevance> = {}) => {
  const checking = checkAnswer([RETURNS], "en", {
    question: "can I return it?",
    of: () => 0.8,
    fits: () => 0.6,
    ...{ fitsFrom: 0.35, best: 0.6 },
    meant: () => 0,
    ...relevance,
  });
  const shown = sentences.map((sentence) => checking.add(sentence).map(({ text }) => text));
  const { sentences: checked, isProved } = checking.finish();
  return { shown, isProved, faults: checked.map(({ faults }) => faults.map(({ fault }) => fault)) };
};

describe("what may be shown while the answer is written", () => {
  test("each sentence that is proved, with the greeting before it", () => {
    expect(check([HELLO, DAYS, LABEL])).toEqual({
      ...{ shown: [[], [HELLO.text, DAYS.text], [LABEL.text]], isProved: true, faults: [[], [], []] },
    });
  });
  test("nothing from the first fault on", () => {
    expect(check([DAYS, WRONG, LABEL])).toEqual({
      ...{ shown: [[DAYS.text], [], []], isProved: false, faults: [[], ["number"], []] },
    });
  });
  test("nothing of an answer that only greets", () => {
    expect(check([HELLO])).toEqual({ shown: [[]], isProved: false, faults: [[]] });
  });
  test("quotes count as the passage has them, if the model copied them escaped", () => {
    const claim = { text: "We do not refund the shipping.", citations: [{ source: "p1", quote: "We do not refund &lt;the shipping&gt;" }] };
    expect(check([claim])).toMatchObject({ shown: [[claim.text]], isProved: true });
  });
  test("a sentence waits for the amount that was asked for", () => {
    expect(check([LABEL, DAYS], { question: "how long do I have?" }).shown).toEqual([[], [LABEL.text, DAYS.text]]);
    expect(check([LABEL], { question: "how much is the label?" })).toMatchObject({
      shown: [[]],
      isProved: false,
      faults: [["irrelevant"]],
    });
  });
});

describe("what is cited", () => {
  test("has to contain what is asked", () => {
    expect(check([DAYS], { of: () => 0.1 })).toMatchObject({ isProved: false, faults: [["irrelevant"]] });
  });
  test("has to stand in a document that fits", () => {
    expect(check([DAYS], { fits: () => 0.2 })).toMatchObject({ isProved: false, faults: [["irrelevant"]] });
  });
  test("has to stand in a document that fits nearly as well as the best one, unless it was found by meaning", () => {
    expect(check([DAYS], { fits: () => 0.4 })).toMatchObject({ isProved: false, faults: [["irrelevant"]] });
    expect(check([DAYS], { fits: () => 0.4, best: 0.5 })).toMatchObject({ isProved: true });
    expect(check([DAYS], { fits: () => 0.3, meant: () => 0.3 })).toMatchObject({ isProved: true });
  });
  test("has to carry the question's words that the answer repeats", () => {
    // The second text is what is cited with the answer's own words.
    const of: Relevance["of"] = ({ content }) => (content.split("\n").at(-1) === "" ? 0.3 : 1);
    expect(check([DAYS], { of })).toMatchObject({ isProved: false, faults: [["irrelevant"]] });
  });
});
