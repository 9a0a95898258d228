// Wire contract of the help for members: drafts, rewriting, translation, and what a conversation says. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, line, prose, Time } from "#kernel/wire/values.ts";
import { PriceSource } from "#modules/ai/contract";
import { AnswerSentence } from "#modules/assistant/contract";
import { ConversationIdField, MAX_CONTENT } from "#modules/conversations/contract";
import { Priority } from "#modules/priority/contract";
import { TagIdField } from "#modules/tags/contract";
import { Audience, Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

export { languageIn, languageOfTag } from "./contract/language.ts";

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };
const asksModel = ["not_configured", "ai_unavailable", "rate_limited", "unavailable", "conflict"];

/** The call of a model that a result needed. */
export const Spent = v.object({
  provider: v.string(),
  model: v.string(),
  /** Milliseconds. */
  took: v.number(),
  inputTokens: v.number(),
  outputTokens: v.number(),
  costUsd: v.number(),
  priceSource: PriceSource,
});
export type Spent = v.InferOutput<typeof Spent>;

/** A message of the conversation that a statement rests on. */
const Cited = v.object({ revision: v.number(), quote: v.string() });
/** How much of a conversation a model was given. */
const Extent = v.object({
  messages: v.number(),
  /** Whether older messages, or the ends of long ones, were left out. */
  isCut: v.boolean(),
});
export type Extent = v.InferOutput<typeof Extent>;

/** Whether a model can be used; if not, why, as a sentence with the names of missing variables. */
export const readCopilot = route({
  name: "readCopilot",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/copilot",
  who: "member",
  params: inProject,
  reply: v.object({ obstacle: v.nullable(v.object({ message: v.string(), variables: v.array(v.string()) })) }),
});

/** A source that a draft cites. */
export const DraftSource = v.object({
  id: v.string(),
  title: v.string(),
  heading: v.string(),
  url: v.nullable(v.string()),
  locale: v.string(),
  audience: Audience,
});
export type DraftSource = v.InferOutput<typeof DraftSource>;

/**
 * How a draft came out. `proved`: every sentence passed the assistant's check. `asks_back`: one question to the customer. `not_proved`: a
 * sentence did not pass; its faults are listed. `nothing_found`: no document fits, or what fits does not answer. `unproved`: written without
 * sources, because that was asked for.
 */
export const DRAFT_OUTCOMES = ["proved", "asks_back", "not_proved", "nothing_found", "unproved"] as const;
export const ReplyDraft = v.object({
  outcome: v.picklist(DRAFT_OUTCOMES),
  /** What can be inserted; empty with `nothing_found`. */
  text: v.string(),
  /** The language that it is written in; null if that was left to the model. */
  locale: v.nullable(v.string()),
  sentences: v.array(AnswerSentence),
  sources: v.array(DraftSource),
  /** Why the model leaves it to a person, in its words. */
  explanation: v.nullable(v.string()),
  /** Null if no model was asked. */
  spent: v.nullable(Spent),
});
export type ReplyDraft = v.InferOutput<typeof ReplyDraft>;
/** Drafts a reply to what the customer wrote last. Nothing is sent, and nothing stored but the call's cost. */
export const draftReply = route({
  name: "draftReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/draft",
  who: "member",
  params: ofConversation,
  body: v.strictObject({
    /** False: from the conversation alone, for a draft that a person has to check. */
    proved: v.boolean(),
  }),
  reply: ReplyDraft,
  errors: asksModel,
});

export const REWRITES = ["shorter", "friendlier", "formal", "grammar"] as const;
export const Rewrite = v.picklist(REWRITES);
export type Rewrite = v.InferOutput<typeof Rewrite>;
export const Rewritten = v.object({
  text: v.string(),
  /** Numbers, links and addresses that only one of the two texts has, for a person to look at. */
  changed: v.array(v.string()),
  spent: Spent,
});
export type Rewritten = v.InferOutput<typeof Rewritten>;
/** Rewrites a text that the member is writing. */
export const rewriteText = route({
  name: "rewriteText",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/rewrite",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ text: prose(MAX_CONTENT), how: Rewrite }),
  reply: Rewritten,
  errors: asksModel,
});

/** Translates a text that the member is writing into the customer's language. 409 `conflict` if the customer has written nothing. */
export const translateText = route({
  name: "translateText",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/translate",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ text: prose(MAX_CONTENT) }),
  reply: v.object({ ...Rewritten.entries, locale: v.string() }),
  errors: asksModel,
});

/**
 * Translates a message or note of the conversation for the member. It is stored, so that the same message is paid once for each language,
 * and goes with the contact's erasure.
 */
export const translateMessage = route({
  name: "translateMessage",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/translations",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ messageId: idOf("message"), locale: Locale }),
  reply: v.object({
    text: v.string(),
    provider: v.string(),
    model: v.string(),
    /** Null if it was stored already: it costs nothing. */
    spent: v.nullable(Spent),
  }),
  errors: asksModel,
});

export const Summary = v.object({
  points: v.array(v.object({ text: v.string(), revisions: v.array(v.number()) })),
  extent: Extent,
  spent: Spent,
});
export type Summary = v.InferOutput<typeof Summary>;
/** Sums up the conversation in the member's language. */
export const summariseConversation = route({
  name: "summariseConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/summary",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ locale: Locale }),
  reply: Summary,
  errors: asksModel,
});

/** Characters of a question about a conversation. */
export const MAX_ASKED = 400;
export const ConversationAnswer = v.object({
  /** Empty if the conversation does not say. */
  sentences: v.array(
    v.object({
      text: v.string(),
      /** Only messages that hold the quoted words. */
      cited: v.array(Cited),
      /** Whether the cited messages prove it, as far as code can tell. */
      isProved: v.boolean(),
    }),
  ),
  extent: Extent,
  spent: Spent,
});
export type ConversationAnswer = v.InferOutput<typeof ConversationAnswer>;
/** Answers a member's question from this conversation alone. */
export const askConversation = route({
  name: "askConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/question",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ question: line(MAX_ASKED), locale: Locale }),
  reply: ConversationAnswer,
  errors: asksModel,
});

export const SimilarConversation = v.object({
  conversationId: ConversationIdField,
  customer: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  lastActivityAt: Time,
  /** Beginning of what the customer asked, as plain text. */
  asked: v.string(),
  /** Beginning of the team's last reply; null if there was none. */
  answered: v.nullable(v.string()),
  /** Words that both conversations have, the rarest first. */
  words: v.array(v.string()),
  /** The share of this conversation's weight that the other one has, from 0 to 1. */
  likeness: v.number(),
});
export type SimilarConversation = v.InferOutput<typeof SimilarConversation>;
/**
 * Closed conversations whose customers asked with the same words, among the next that were active last. No model is asked. `next` goes on
 * with older ones; null at the end. No GET, because it counts against a limit.
 */
export const findSimilar = route({
  name: "findSimilarConversations",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/similar",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ cursor: v.optional(Cursor) }),
  reply: v.object({ items: v.array(SimilarConversation), searched: v.number(), next: v.nullable(v.string()) }),
  errors: ["rate_limited", "conflict"],
});

export const PriorityProposal = v.object({
  priority: Priority,
  /** What it is now. */
  current: Priority,
  reason: v.string(),
  revisions: v.array(v.number()),
  extent: Extent,
  spent: Spent,
});
export type PriorityProposal = v.InferOutput<typeof PriorityProposal>;
/** Proposes a priority with its reason. It is set by a person only, through `setPriority`. */
export const proposePriority = route({
  name: "proposePriority",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/priority",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ locale: Locale }),
  reply: PriorityProposal,
  errors: asksModel,
});

export const TagsProposal = v.object({
  /** The best first, at most five; empty if none fits. Only tags of the project that the conversation does not have. */
  tags: v.array(v.object({ tagId: TagIdField, reason: v.string(), revisions: v.array(v.number()) })),
  extent: Extent,
  spent: Spent,
});
export type TagsProposal = v.InferOutput<typeof TagsProposal>;
/** Proposes tags with reasons. They are added by a person only, through `tagConversation`. 409 `conflict` if there is no tag to add. */
export const proposeTags = route({
  name: "proposeTags",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/copilot/tags",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ locale: Locale }),
  reply: TagsProposal,
  errors: asksModel,
});
