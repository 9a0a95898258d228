// Words of what questions say.
import { m } from "#messages";
import type { Expected, QuestionInput } from "../contract.ts";

export const EXPECTED_WORDS: Readonly<Record<Expected, () => string>> = {
  answer: m.question_sets_expected_answer,
  ask_back: m.question_sets_expected_ask_back,
  hand_over: m.question_sets_expected_hand_over,
  decline: m.question_sets_expected_decline,
};
export const CHANNEL_WORDS: Readonly<Record<QuestionInput["channel"], () => string>> = {
  widget: m.question_sets_channel_widget,
  email: m.question_sets_channel_email,
};
export const ASKER_WORDS: Readonly<Record<QuestionInput["asker"], () => string>> = {
  everybody: m.question_sets_asker_everybody,
  verified: m.question_sets_asker_verified,
};
