import { expect, test } from "vitest";
import { removedText } from "./counts.ts";

test("what was removed is said in words, in a fixed order, each with its number", () => {
  expect(removedText({ messages: 2, attachments: 3, notes: 1 })).toBe("2 messages, 1 note, and 3 files");
  expect(removedText({ sessions: 1, facts: 4 })).toBe("4 details and 1 session");
});

test("a kind that a later module removes is not left out", () => {
  expect(removedText({ summaries: 2, messages: 1 })).toBe("1 message and 2 summaries");
  expect(removedText({})).toBe("");
});
