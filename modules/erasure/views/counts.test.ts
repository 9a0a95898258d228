import { expect, test } from "vitest";
import { previewLines, removedText } from "./counts.ts";

test("removed data is listed in words, in a fixed order, each kind with its count", () => {
  expect(removedText({ messages: 2, attachments: 3, notes: 1 })).toBe("2 messages, 1 note, and 3 files");
  expect(removedText({ sessions: 1, facts: 4 })).toBe("4 details and 1 session");
});

test("an unknown kind of removed data is listed under its own name", () => {
  expect(removedText({ summaries: 2, messages: 1 })).toBe("1 message and 2 summaries");
  expect(removedText({})).toBe("");
});

test("every kind that an erasure counts has a label", () => {
  const kinds = ["facts", "conversations", "messages", "notes", "attachments", "drafts", "mails", "elsewhere", "knowledge", "searches"];
  for (const kind of [...kinds, "comments", "questions", "sessions", "texts"])
    // A kind without a label would be shown under its own name, which is a plural.
    expect(removedText({ [kind]: 1 })).not.toBe(`1 ${kind}`);
  expect(removedText({ knowledge: 1, elsewhere: 1200 })).toBe(
    "1,200 emails in other people’s conversations and 1 saved answer made from this person’s conversations",
  );
});

test("the preview lists data in words, a line for each kind, and says where counting stopped", () => {
  expect(previewLines({ sessions: 1, texts: 1001, elsewhere: 2, elsewhereIn: 1 })).toEqual([
    "More than 1,000 messages and notes",
    "2 emails in other people’s conversations (in 1 conversation)",
    "1 session",
  ]);
  expect(previewLines({})).toEqual([]);
});
