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
import { say } from "../words/said.ts";
import { MAX_QUESTION } from "#modules/retrieval/contract";

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

/** What was said before, oldest first. `proved`: an answer of the assistant, with its sources. */
export interface SaidBefore {
  readonly role: "visitor" | "assistant";
  readonly text: string;
  readonly proved: boolean;
}
/**
 * Asks as a customer would, in a new conversation or after what was said `before` in it. A summary of long conversations is not made: what no
 * longer fits is left out. What `ask` throws, except a `ModelError`, is thrown.
 */
export async function runTrial(
  ctx: Ctx,
  { projectId, question, locale, channel, verified }: TrialQuestion,
  { choice, guidance }: { readonly choice: ModelChoice; readonly guidance: Guidance },
  ask: AskModel,
  before: readonly SaidBefore[] = [],
): Promise<Trial> {
  const turns = [...before, { role: "visitor" as const, text: question, proved: false }].map((said, at) => ({
    ...said,
    ...{ revision: at + 1, channel, automatic: false, foreign: false, withImages: null },
  }));
  const text = guidanceText(guidance);
  const sent = before.filter(({ role }) => role === "assistant").length;
  const decision = decide({
    ...{ conversationId: "", enabled: true, explicit: false, status: "open", assigned: false, channel },
    answering: sent === 0 ? undefined : { answers: "assistant", reason: "rules", sent, given: 0 },
    // Which share of the conversations it answers says nothing about how.
    guidance: { ...guidance, share: 100 },
    contact: { active: true, verified, language: locale },
    ...{ turns, summarised: 0, mostBefore: roomIn(contextOf(choice), text.length).before, restarts: 0 },
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
      const asked = { projectId, question: decision.asked.question, locale, guidance: text, choice };
      const query = decision.asked.query.slice(0, MAX_QUESTION);
      const answer = await answerBy(ctx, asked, ask, { query, before: decision.asked.before });
      const unsafe = answer.outcome === "asked_back" && !isSafeQuestion(answer.asksBack ?? "");
      return unsafe ? { outcome: "handed_over", reason: "check", answer } : { outcome: answer.outcome, reason: answer.reason, answer };
    }
  }
}

/** What the customer reads of a trial, in the language; empty where the assistant says nothing. */
export function readInTrial({ outcome, reason, answer }: Trial, locale: string, channel: TrialQuestion["channel"]): string {
  switch (outcome) {
    case "answered":
      return (answer?.sentences ?? []).map(({ text }) => text).join(" ");
    case "asked_back":
      return answer?.asksBack ?? say("greeting", locale);
    case "handed_over":
      // By mail a hand-over is silent.
      return channel === "email" ? "" : say(reason === "asked" ? "asked" : "handedOver", locale);
    case "declined":
      return say("declined", locale);
    default:
      return "";
  }
}

/** Tokens of our own rules, and of the form of the answer. */
const RULES = 2000;
/**
 * The most tokens that one trial with this guidance may have: one token for three characters, as a round reserves them. `goesOn`: with what was said
 * before.
 */
export function mostTokens(
  choice: ModelChoice,
  guidance: Guidance,
  question: string,
  goesOn = false,
): { readonly input: number; readonly output: number } {
  const text = guidanceText(guidance);
  const room = roomIn(contextOf(choice), text.length);
  return {
    input: guessTokens([text, question]) + Math.ceil((room.passages + (goesOn ? room.before : 0)) / 3) + RULES,
    output: room.output,
  };
}
