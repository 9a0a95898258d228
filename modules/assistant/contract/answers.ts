// Wire contract of the assistant's answers and playground. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost } from "#kernel/wire/values.ts";
import { Choice, PriceSource } from "#modules/ai/contract";
import { Fault } from "#modules/claim-verification/contract";
import { Audience, Locale, MAX_QUESTION } from "#modules/retrieval/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Characters of the guidance for an answer: instructions, and the longest rules. */
export const MAX_GUIDANCE = 20_000;

/**
 * How an attempt to answer ends. `answered`: every sentence passed the check. `asked_back`: one question to the customer. `handed_over`: to a
 * person, see the reason. `failed`: the provider gave no answer.
 */
export const OUTCOMES = ["answered", "asked_back", "handed_over", "failed"] as const;
/**
 * Why a person has to answer. `nothing_fits`: no document fits the question; no model was called. `model`: the model says that the passages do
 * not answer it, or that a person should. `check`: a sentence did not pass the check. `unreadable`: the answer was not in the agreed form.
 */
export const REASONS = ["nothing_fits", "model", "check", "unreadable"] as const;

/** A passage that was shown to the model, or would have been. */
export const AnswerSource = v.object({
  /** By which the answer cites it. */
  id: v.string(),
  documentId: idOf("knowledgeDocument"),
  title: v.string(),
  heading: v.string(),
  url: v.nullable(v.string()),
  locale: v.string(),
  audience: Audience,
  /** Markdown. */
  text: v.string(),
  /** Of the document, as in a search. */
  confidence: v.number(),
});
export type AnswerSource = v.InferOutput<typeof AnswerSource>;

export const AnswerSentence = v.object({
  text: v.string(),
  citations: v.array(v.object({ source: v.string(), quote: v.string() })),
  faults: v.array(Fault),
  /** Whether it is cited from passages in another language only. */
  translated: v.boolean(),
});
export type AnswerSentence = v.InferOutput<typeof AnswerSentence>;

export const Answer = v.object({
  outcome: v.picklist(OUTCOMES),
  reason: v.nullable(v.picklist(REASONS)),
  /** The sentences of the answer; with `check`, also those that did not pass. */
  sentences: v.array(AnswerSentence),
  /** The question to the customer. */
  asksBack: v.nullable(v.string()),
  /** Why the model hands over, in its words; or why the provider failed. */
  explanation: v.nullable(v.string()),
  sources: v.array(AnswerSource),
  retrieval: v.object({
    /** Milliseconds. */
    took: v.number(),
    fits: v.boolean(),
    confidence: v.number(),
    semantic: v.picklist(["off", "on", "down"]),
    /** The corrected question; null if nothing was corrected. */
    readAs: v.nullable(v.string()),
  }),
  /** The call of the model; null if none was made or it failed. */
  call: v.nullable(
    v.object({
      provider: v.string(),
      model: v.string(),
      took: v.number(),
      inputTokens: v.number(),
      outputTokens: v.number(),
      costUsd: v.number(),
      priceSource: PriceSource,
    }),
  ),
});
export type Answer = v.InferOutput<typeof Answer>;

/**
 * Answers a question as a customer would be answered, and shows how. Nothing is stored but the call's cost, and nobody gets a message. 503
 * `not_configured` if no model is chosen or a variable is missing, 429 past a ceiling.
 */
export const askPlayground = route({
  name: "askPlayground",
  method: "POST",
  path: "/api/management/projects/:projectId/assistant/playground",
  who: "admin",
  params: { projectId: idOf("project") },
  body: v.strictObject({
    question: v.pipe(v.string(), v.trim(), v.minLength(1, m.retrieval_write_question), atMost(MAX_QUESTION)),
    /** The language of the customer. */
    locale: Locale,
    /** null: the project's, as it is in force. */
    guidance: v.nullable(v.pipe(v.string(), v.trim(), atMost(MAX_GUIDANCE))),
    /** Another model than the project's. */
    model: v.nullable(Choice),
  }),
  reply: Answer,
  errors: ["not_configured", "ai_unavailable", "rate_limited"],
});
