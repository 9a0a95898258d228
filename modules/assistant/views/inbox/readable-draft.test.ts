import { describe, expect, test } from "vitest";
import { readableDraft } from "./readable-draft.ts";

const DRAFT = JSON.stringify({
  kind: "answer",
  sentences: [
    { text: 'You can "return" it.\n', citations: [{ source: "p1", quote: "return it" }] },
    { text: "Größe 😀 zählt.", citations: [] },
  ],
  question: "",
  reason: "",
});

describe("the draft as text", () => {
  test("has the sentences, without citations", () => {
    expect(readableDraft(DRAFT)).toBe('You can "return" it. Größe 😀 zählt.');
  });
  test("never throws and only grows, wherever it is cut", () => {
    let before = "";
    for (let at = 0; at <= DRAFT.length; at += 1) {
      const text = readableDraft(DRAFT.slice(0, at));
      expect(text.startsWith(before.slice(0, -2).trimEnd()), `${at}: ${text}`).toBe(true);
      before = text;
    }
  });
  test("is empty before the first sentence, and cut escapes are left out", () => {
    expect(readableDraft("")).toBe("");
    expect(readableDraft('{"kind":"answer","sen')).toBe("");
    expect(readableDraft(String.raw`{"sentences":[{"text":"a\u00e`)).toBe("a");
    expect(readableDraft('{"sentences":[{"text":"a\\')).toBe("a");
  });
  test("shows a question, a reason, and what is not JSON", () => {
    expect(readableDraft('{"kind":"ask_back","sentences":[],"question":"In the shop?')).toBe("In the shop?");
    expect(readableDraft('```json\n{"kind":"hand_over","reason":"No idea."}')).toBe("No idea.");
    expect(readableDraft("Within 30 days.")).toBe("Within 30 days.");
  });
});
