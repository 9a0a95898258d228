import { pathOf } from "#kernel/wire/route.ts";
import { expect, test } from "vitest";
import { noteQuestionShown, rateOwnConversation, readOwnQuestion } from "../contract.ts";
import { ratingPaths } from "./paths.ts";

const conversationId = "cnv_01j00000000000000000000000";

test("every hand-written path equals the contract's", () => {
  expect(ratingPaths.own(conversationId)).toBe(pathOf(readOwnQuestion, { conversationId }));
  expect(ratingPaths.own(conversationId)).toBe(pathOf(rateOwnConversation, { conversationId }));
  expect(ratingPaths.shown(conversationId)).toBe(pathOf(noteQuestionShown, { conversationId }));
});
