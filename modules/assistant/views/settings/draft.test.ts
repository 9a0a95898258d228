import { expect, test } from "vitest";
import { DEFAULT_GUIDANCE, type Guidance } from "../../contract/guidance.ts";
import { changedFields, fromDraft, rebase, toDraft } from "./draft.ts";

const FULL: Guidance = {
  ...DEFAULT_GUIDANCE,
  languages: ["en", "de"],
  share: 20,
  rules: [{ about: "refunds", action: "hand_over", text: "above 100 €" }],
  forbidden: ["lawsuit", "press"],
  handOverWords: ["human"],
};

test("what is not touched is saved as it was", () => {
  expect(fromDraft(toDraft(FULL))).toEqual(FULL);
  expect(fromDraft(toDraft(DEFAULT_GUIDANCE))).toEqual(DEFAULT_GUIDANCE);
});
test("lines become words, and what is no number is none", () => {
  const draft = { ...toDraft(FULL), forbidden: " lawsuit \n\n press", share: "ten", mostRounds: "" };
  expect(fromDraft(draft)).toMatchObject({ forbidden: ["lawsuit", "press"], share: Number.NaN, mostRounds: Number.NaN });
});
test("what I typed stays, and what only they changed is taken over", () => {
  const typed = { ...FULL, tone: "formal" as const, instructions: "Mine." };
  const theirs = { ...FULL, share: 50, instructions: "Theirs." };
  expect(changedFields(FULL, theirs)).toEqual(["share", "instructions"]);
  expect(rebase(FULL, typed, theirs)).toEqual({ ...FULL, tone: "formal", share: 50, instructions: "Mine." });
});
