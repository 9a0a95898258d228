// A trial: one round of the assistant without a conversation, so that nothing is sent. The rules of a round decide first, with the guidance that is
// tried; then passages are found, the model is asked, and each sentence is checked, by the same code as in a round.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contextOf, guessTokens, type ModelChoice } from "#modules/ai";
import { answerBy, type AskModel } from "../answer-question.ts";
import type { Answer } from "../contract/answers.ts";
import type { Guidance } from "../contract/guidance.ts";
import { guidanceText } from "../contract/guidance-text.ts";
import { roomIn } from "../history/context-window.ts";
import { decide } from "../rounds/rules.ts";
import { isSafeQuestion } from "../rounds/safe-question.ts";

export interface TrialQuestion {
  readonly projectId: ProjectId;
  readonly question: string;
  readonly locale: string;
  readonly channel: Guidance["channels"][number];
  /** Whether the identity or address of who asks is proved. */
  readonly verified: boolean;
}
/** How a round ended. `skipped`: the guidance leaves such a question to people without a word of the assistant. */
export interface Trial {
  readonly outcome: "answered" | "asked_back" | "handed_over" | "declined" | "skipped" | "failed";
  readonly reason: string | null;
  /** Null if the rules alone decided. */
  readonly answer: Answer | null;
}

/** Asks as a customer would in a new conversation. What `ask` throws, except a `ModelError`, is thrown. */
export async function runTrial(
  ctx: Ctx,
  { projectId, question, locale, channel, verified }: TrialQuestion,
  { choice, guidance }: { readonly choice: ModelChoice; readonly guidance: Guidance },
  ask: AskModel,
): Promise<Trial> {
  const turn = {
    role: "visitor",
    text: question,
    revision: 1,
    channel,
    automatic: false,
    foreign: false,
    withImages: null,
    proved: false,
  } as const;
  const decision = decide({
    ...{ conversationId: "", enabled: true, explicit: false, status: "open", assigned: false, channel, answering: undefined },
    // Which share of the conversations it answers says nothing about how.
    guidance: { ...guidance, share: 100 },
    contact: { active: true, verified, language: locale },
    ...{ turns: [turn], summarised: 0, mostBefore: 0, restarts: 0 },
  });
  switch (decision.kind) {
    case "skip":
      return { outcome: "skipped", reason: decision.reason, answer: null };
    case "close":
      return { outcome: "skipped", reason: "confirmed", answer: null };
    case "hand_over":
      return { outcome: "handed_over", reason: decision.reason, answer: null };
    case "decline":
      return { outcome: "declined", reason: null, answer: null };
    case "greet":
      return { outcome: "asked_back", reason: "greeting", answer: null };
    case "answer": {
      const answer = await answerBy(ctx, { projectId, question, locale, guidance: guidanceText(guidance), choice }, ask);
      const unsafe = answer.outcome === "asked_back" && !isSafeQuestion(answer.asksBack ?? "");
      return unsafe ? { outcome: "handed_over", reason: "check", answer } : { outcome: answer.outcome, reason: answer.reason, answer };
    }
  }
}

/** Tokens of our own rules, and of the form of the answer. */
const RULES = 2000;
/** The most tokens that one trial with this guidance may have: one token for three characters, as a round reserves them. */
export function mostTokens(choice: ModelChoice, guidance: Guidance, question: string): { readonly input: number; readonly output: number } {
  const text = guidanceText(guidance);
  const room = roomIn(contextOf(choice), text.length);
  return { input: guessTokens([text, question]) + Math.ceil(room.passages / 3) + RULES, output: room.output };
}
