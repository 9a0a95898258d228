// Wire contract of the assistant's report: outcomes, rates, thumbs and flags. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, line, page, Time } from "#kernel/wire/values.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

/** How a conversation ended, by precedence; `open`: it has not. Definitions: SPEC.md. */
export const OUTCOMES = ["negative", "escalated", "reopened", "confirmed", "assumed", "abandoned", "open"] as const;
export const Outcome = v.picklist(OUTCOMES);
export type Outcome = v.InferOutput<typeof Outcome>;

/** Days that a report can cover. */
export const PERIODS = [7, 30, 90] as const;
const Days = v.pipe(v.optional(v.picklist(["7", "30", "90"]), "30"), v.transform(Number));

/** How many conversations ended in each way, and what they cost. */
export const Counts = v.object({
  conversations: v.number(),
  outcomes: v.object({
    open: v.number(),
    confirmed: v.number(),
    assumed: v.number(),
    escalated: v.number(),
    abandoned: v.number(),
    reopened: v.number(),
    negative: v.number(),
  }),
  costUsd: v.number(),
});
export type Counts = v.InferOutput<typeof Counts>;
/** A share with the ends of its 95 % Wilson interval. */
export const Rate = v.object({ share: v.number(), low: v.number(), high: v.number() });
export type Rate = v.InferOutput<typeof Rate>;
/** A document that answers cite; without a title it was deleted. */
const Source = v.object({ documentId: v.string(), title: v.nullable(v.string()), url: v.nullable(v.string()) });
export const Report = v.object({
  /** From and up to which day (UTC), both included. */
  from: v.string(),
  until: v.string(),
  total: Counts,
  /** Shares of the conversations that have ended; null while there is none. */
  rates: v.nullable(
    v.object({ confirmed: Rate, assumed: Rate, escalated: Rate, abandoned: Rate, reopened: Rate, negative: Rate, resolved: Rate }),
  ),
  /** Each day, oldest first; also those without a conversation. */
  days: v.array(v.object({ day: v.string(), ...Counts.entries })),
  languages: v.array(v.object({ locale: v.string(), ...Counts.entries })),
  /** By the document that the first answer cites first; `null`: nothing was cited. At most 50. */
  topics: v.array(v.object({ source: v.nullable(Source), ...Counts.entries })),
  /** By each document that answers cite: a conversation counts for all of them. At most 50. */
  sources: v.array(v.object({ source: Source, ...Counts.entries })),
  /** Why conversations were escalated. */
  reasons: v.array(v.object({ reason: v.string(), count: v.number() })),
});
export type Report = v.InferOutput<typeof Report>;

const inProject = { projectId: idOf("project") };
/** How conversations ended that the assistant first touched in the last days. */
export const readAssistantReport = route({
  name: "readAssistantReport",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant/report",
  who: "member",
  params: inProject,
  query: v.object({ days: Days }),
  reply: Report,
});

const Day = v.pipe(v.string(), v.isoDate());
const Value = v.pipe(v.string(), v.maxLength(60));
export const OutcomeItem = v.object({
  conversationId: ConversationIdField,
  /** Null: the contact was erased. Empty: it has neither name nor address. */
  contactName: v.nullable(v.string()),
  contactId: idOf("contact"),
  outcome: Outcome,
  reason: v.nullable(v.string()),
  /** Whether it can still change. */
  final: v.boolean(),
  beganAt: Time,
  locale: v.string(),
  costUsd: v.number(),
  /** Its trace. */
  roundId: v.nullable(idOf("round")),
});
export type OutcomeItem = v.InferOutput<typeof OutcomeItem>;
/** The conversations behind a number, newest first. `topic` empty: nothing was cited. */
export const listOutcomes = route({
  name: "listOutcomes",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant/outcomes",
  who: "member",
  params: inProject,
  query: v.object({
    days: Days,
    /** One day, in place of `days`. */
    day: v.optional(Day),
    /** `resolved`: confirmed or assumed. */
    outcome: v.optional(v.picklist([...OUTCOMES, "resolved"])),
    locale: v.optional(Value),
    topic: v.optional(Value),
    source: v.optional(Value),
    reason: v.optional(Value),
    cursor: v.optional(Cursor),
  }),
  reply: page(OutcomeItem),
});

// --- thumbs and flags -----------------------------------------------------------

export const Rating = v.nullable(v.picklist(["up", "down"]));
export type Rating = v.InferOutput<typeof Rating>;
/** What a visitor thinks of an answer of the assistant in a conversation of their own; null takes it back. Safe to repeat. */
export const rateOwnAnswer = route({
  name: "rateOwnAnswer",
  method: "PUT",
  path: "/api/widget/conversations/:conversationId/messages/:answerId/rating",
  who: "visitor",
  params: { conversationId: ConversationIdField, answerId: idOf("message") },
  body: v.strictObject({ rating: Rating }),
  reply: v.object({ rating: Rating }),
  errors: ["rate_limited"],
});

/** Why an answer was not good. `outdated`: its source is. `hand_over`: people should have answered. */
export const FLAG_REASONS = ["wrong", "incomplete", "outdated", "tone", "hand_over"] as const;
export const MAX_WORDS = 1000;
export const Flag = v.object({ reason: v.picklist(FLAG_REASONS), words: line(MAX_WORDS, 0) });
export type Flag = v.InferOutput<typeof Flag>;
const ofConversation = { ...inProject, conversationId: ConversationIdField };
export const Feedback = v.object({
  messageId: idOf("message"),
  rating: Rating,
  flag: v.nullable(v.object({ ...Flag.entries, byName: v.nullable(v.string()), at: Time })),
});
export type Feedback = v.InferOutput<typeof Feedback>;
/** What customer and team think of the answers of a conversation; answers without either are left out. */
export const listFeedback = route({
  name: "listFeedback",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/assistant/feedback",
  who: "member",
  params: ofConversation,
  reply: v.object({ items: v.array(Feedback), next: v.null() }),
});
/** Flags an answer of the assistant as not good, or takes that back with null. The last one counts; safe to repeat. */
export const flagAnswer = route({
  name: "flagAnswer",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/messages/:answerId/flag",
  who: "member",
  params: { ...ofConversation, answerId: idOf("message") },
  body: v.strictObject({ flag: v.nullable(v.strictObject(Flag.entries)) }),
  reply: v.object({ feedback: Feedback }),
});

export const reportPath = (projectId: string): string => `/projects/${projectId}/assistant/report`;
export const outcomesPath = (projectId: string): string => `/projects/${projectId}/assistant/report/conversations`;
