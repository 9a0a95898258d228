// Rounds: attempts of the assistant to answer a customer; and who answers in a conversation. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Revision, Time } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import { AnswerSentence, AnswerSource } from "./answers.ts";

export const ACTIVE_STATES = ["requested", "retrieving", "generating", "checking"] as const;
export const ENDED_STATES = ["sent", "asked_back", "handed_over", "declined", "skipped", "failed", "stopped"] as const;
export const RoundState = v.picklist([...ACTIVE_STATES, ...ENDED_STATES]);
export type RoundState = v.InferOutput<typeof RoundState>;

/**
 * Why a person has to answer. Of a round: `nothing_fits`, `model`, `check`, `unreadable` as in the playground; `provider` (it failed or was
 * late), `asked` (the customer wants a person), `words` (a word of the guidance), `most_rounds`, `too_fast` (the customer kept writing),
 * `action` (nobody knows whether an action was done). `monitoring`: a monitoring rule matched. Of people: `taken` (a member took over),
 * `answered` (a member wrote). `given`: a member left it to the assistant; `rules`: so do the rules.
 */
export const HANDOVER_REASONS = [
  "nothing_fits",
  "model",
  "check",
  "unreadable",
  "provider",
  "asked",
  "words",
  "most_rounds",
  "too_fast",
  "monitoring",
  "action",
  "taken",
  "answered",
  "given",
  "rules",
] as const;
export const HandoverReason = v.picklist(HANDOVER_REASONS);
export type HandoverReason = v.InferOutput<typeof HandoverReason>;
/**
 * Why nothing was answered. `ceiling`: a ceiling of the day. `not_configured`: no model. `confirmed`: the customer said that it is solved, and
 * the conversation was closed. The others are rules of the project or the state of the conversation, and are not shown in the thread.
 */
export const SKIP_REASONS = [
  "ceiling",
  "not_configured",
  "joined",
  "team",
  "channel",
  "askers",
  "language",
  "share",
  "closed",
  "contact",
  "answered",
  "nothing_asked",
  "confirmed",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Name of the event by which a conversation changes hands, and of the row's field. */
export const ANSWERS = "answers";
/** The event's `data`. */
export const AnswersChange = v.object({
  to: v.picklist(["assistant", "team"]),
  reason: HandoverReason,
  roundId: v.nullable(idOf("round")),
});
export type AnswersChange = v.InferOutput<typeof AnswersChange>;
/** Who answers; undefined: the assistant never touched the conversation. */
export const answersOf = (row: Pick<ConversationSummary, "fields">): "assistant" | "team" | undefined => {
  const value = row.fields?.[ANSWERS];
  return value === "assistant" || value === "team" ? value : undefined;
};

const ofConversation = { projectId: idOf("project"), conversationId: ConversationIdField };
const Changed = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });

/**
 * Leaves the conversation to the assistant and asks it to answer what the customer wrote. Refused with `stale_frontier` first, then with
 * `not_configured`, which names what is missing for the chosen model, and past a ceiling with `ai_unavailable`.
 */
export const requestAiReply = route({
  name: "requestAiReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/ai-reply",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId, frontier: Revision }),
  reply: Done,
  status: 202,
  errors: ["not_configured", "stale_frontier", "conflict", "ai_unavailable"],
});
/** Takes the conversation from the assistant; a round that has not sent anything is stopped. 409 `conflict` if people answer already. */
export const takeOver = route({
  name: "takeOver",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/take-over",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId }),
  reply: Changed,
  status: 201,
  errors: ["conflict"],
});
/** Stops the round that is going on; nothing is sent. The assistant answers the next message again. */
export const stopRound = route({
  name: "stopRound",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/assistant/stop",
  who: "member",
  params: ofConversation,
  body: v.strictObject({}),
  reply: Done,
});

/** What a round did, for its trace. */
export const Trace = v.object({
  /** What the model was asked with, without the passages. */
  instructions: v.string(),
  sources: v.array(AnswerSource),
  sentences: v.array(AnswerSentence),
  asksBack: v.nullable(v.string()),
  /** In the model's words why it hands over, or why the provider failed. */
  explanation: v.nullable(v.string()),
  /** What the model was told of earlier messages beyond those that it was shown; absent if nothing. */
  summary: v.optional(v.string()),
  retrieval: v.nullable(
    v.object({ took: v.number(), fits: v.boolean(), confidence: v.number(), semantic: v.string(), readAs: v.nullable(v.string()) }),
  ),
  call: v.nullable(
    v.object({ took: v.number(), inputTokens: v.number(), outputTokens: v.number(), costUsd: v.number(), request: v.nullable(v.string()) }),
  ),
  tools: v.array(v.object({ name: v.string(), input: v.string(), outcome: v.string(), took: v.number() })),
});
export type Trace = v.InferOutput<typeof Trace>;
export const Round = v.object({
  id: idOf("round"),
  conversationId: ConversationIdField,
  state: RoundState,
  reason: v.nullable(v.string()),
  explicit: v.boolean(),
  attempts: v.number(),
  guidanceVersion: v.number(),
  locale: v.nullable(v.string()),
  model: v.nullable(v.string()),
  costUsd: v.number(),
  createdAt: Time,
  endedAt: v.nullable(Time),
  messageId: v.nullable(idOf("message")),
});
export type Round = v.InferOutput<typeof Round>;
/** A round with its trace; without one where the customer was erased or the round ended before it asked anything. */
export const readRound = route({
  name: "readRound",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant/rounds/:roundId",
  who: "member",
  params: { projectId: idOf("project"), roundId: idOf("round") },
  reply: v.object({ round: Round, question: v.nullable(v.string()), trace: v.nullable(Trace) }),
});
/** The page that shows it. */
export const roundPath = (projectId: string, roundId: string): string => `/projects/${projectId}/assistant/rounds/${roundId}`;
/** The rounds of a conversation, newest first; at most 50. */
export const listRounds = route({
  name: "listRounds",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/assistant/rounds",
  who: "member",
  params: ofConversation,
  reply: v.object({ items: v.array(Round) }),
});
