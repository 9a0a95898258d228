// Wire contract of monitoring: rules, the log of matches, and dry runs. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, Time } from "#kernel/wire/values.ts";
import { PriceSource } from "#modules/ai/contract";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

/** What a rule looks for. `topic`: what its own words say. `waiting` needs no model. By importance, the most important first. */
export const KINDS = ["safety", "legal", "churn", "frustration", "waiting", "topic"] as const;
export const RuleKind = v.picklist(KINDS);
export type RuleKind = v.InferOutput<typeof RuleKind>;
/** The channels that a rule can be limited to; mail includes the contact form. */
export const CHANNELS = ["widget", "email"] as const;
const Language = v.pipe(v.string(), v.regex(/^[a-z]{2}$/, "must be a code of two letters, such as de"));

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
export const MAX_RULES = 20;
export const MAX_TOPIC = 500;
const fields = {
  name: line(80),
  kind: RuleKind,
  /** Of a `topic`: what to look for; else empty. */
  looksFor: line(MAX_TOPIC, 0),
  /** Of `waiting`: after how many minutes; else null. */
  minutes: v.nullable(whole(1, 10_080)),
  /** Empty: all. */
  channels: v.pipe(v.array(v.picklist(CHANNELS)), v.maxLength(CHANNELS.length)),
  /** Of the customer's messages, as the model tells them; empty: all. Not for `waiting`. */
  languages: v.pipe(v.array(Language), v.maxLength(20)),
  notify: v.picklist(["nobody", "chosen", "everybody"]),
  /** The members that are notified, if `notify` is `chosen`. */
  members: v.pipe(v.array(idOf("account")), v.maxLength(50)),
  /** Whether the assistant stops answering and the team takes over. */
  handOver: v.boolean(),
  enabled: v.boolean(),
  /** Further matches of the hour are left out. */
  perHour: whole(1, 1000),
};
const RuleFields = v.pipe(
  v.strictObject(fields),
  v.forward(
    v.check(({ kind, looksFor }) => kind !== "topic" || looksFor.length >= 3, m.monitoring_topic_missing),
    ["looksFor"],
  ),
  v.forward(
    v.check(({ kind, minutes }) => kind !== "waiting" || minutes !== null, m.monitoring_minutes_missing),
    ["minutes"],
  ),
  v.forward(
    v.check(({ notify, members }) => notify !== "chosen" || members.length > 0, m.monitoring_members_missing),
    ["members"],
  ),
);
export type RuleFields = v.InferOutput<typeof RuleFields>;

/** Of the thumbs of people: the share that was right, with the ends of its 95 % Wilson interval; all null without thumbs. */
export const Precision = v.object({
  matches: v.number(),
  ups: v.number(),
  downs: v.number(),
  share: v.nullable(v.number()),
  low: v.nullable(v.number()),
  high: v.nullable(v.number()),
  /** Since when it counts: the last change of what the rule looks for. */
  since: Time,
});
export type Precision = v.InferOutput<typeof Precision>;
export const Rule = v.object({ ...fields, id: idOf("monitoringRule"), version: v.number(), precision: Precision });
export type Rule = v.InferOutput<typeof Rule>;

export const MonitoringState = v.object({
  rules: v.array(Rule),
  /** Why rules that need a model do nothing now; null if they work. */
  problem: v.nullable(
    v.object({ code: v.picklist(["not_configured", "ai_unavailable"]), sentence: v.string(), missing: v.array(v.string()) }),
  ),
  /** What 1,000 judgements cost with these rules and the chosen model, in US dollars; null without a model or without a rule that needs it. */
  cost: v.nullable(v.object({ provider: v.string(), model: v.string(), per1000Usd: v.number(), source: PriceSource })),
});
export type MonitoringState = v.InferOutput<typeof MonitoringState>;

/** All rules, oldest first, with what people thought of their matches. */
export const listMonitoringRules = route({
  name: "listMonitoringRules",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/monitoring/rules",
  who: "member",
  params: inProject,
  reply: MonitoringState,
  errors: ["misconfigured"],
});
/** 409 `conflict` when there are as many rules as a project can have, or a chosen member is none. */
export const createMonitoringRule = route({
  name: "createMonitoringRule",
  method: "POST",
  path: "/api/management/projects/:projectId/monitoring/rules",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, rule: RuleFields }),
  reply: v.object({ rule: Rule }),
  status: 201,
  errors: ["conflict"],
});
/** Changing what it looks for begins a new version, whose precision counts anew. */
export const changeMonitoringRule = route({
  name: "changeMonitoringRule",
  method: "PUT",
  path: "/api/management/projects/:projectId/monitoring/rules/:ruleId",
  who: "admin",
  params: { ...inProject, ruleId: idOf("monitoringRule") },
  body: RuleFields,
  reply: v.object({ rule: Rule }),
  errors: ["conflict"],
});
/** Its matches stay in the log; open ones are resolved. */
export const deleteMonitoringRule = route({
  name: "deleteMonitoringRule",
  method: "DELETE",
  path: "/api/management/projects/:projectId/monitoring/rules/:ruleId",
  who: "admin",
  params: { ...inProject, ruleId: idOf("monitoringRule") },
  reply: Done,
});

/** Why messages were not judged. `hour`: the rule had as many matches as it may have in an hour. */
export const Skipped = v.picklist(["ceiling", "not_configured", "failed", "unreadable", "hour"]);
export type Skipped = v.InferOutput<typeof Skipped>;
export const Verdict = v.nullable(v.picklist(["up", "down"]));
export type Verdict = v.InferOutput<typeof Verdict>;
export const Entry = v.object({
  id: idOf("monitoringEntry"),
  kind: v.picklist(["match", "skipped"]),
  at: Time,
  conversationId: ConversationIdField,
  contactId: idOf("contact"),
  /** Empty for a visitor without name and address, null after an erasure. */
  contactName: v.nullable(v.string()),
  /** Null if no single rule was the reason. */
  rule: v.nullable(v.object({ id: idOf("monitoringRule"), name: v.string(), kind: RuleKind })),
  why: v.nullable(Skipped),
  /** The customer's own words; empty for a rule about waiting. */
  quote: v.string(),
  reason: v.string(),
  /** How many members were notified. */
  notified: v.number(),
  handedOver: v.boolean(),
  verdict: Verdict,
  state: v.picklist(["open", "resolved"]),
  erased: v.boolean(),
});
export type Entry = v.InferOutput<typeof Entry>;
export const LOG_FILTERS = ["all", "open", "skipped"] as const;
/** Newest first. Of one rule, or of all. */
export const listMonitoringLog = route({
  name: "listMonitoringLog",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/monitoring/log",
  who: "member",
  params: inProject,
  query: v.object({
    show: v.optional(v.picklist(LOG_FILTERS), "all"),
    ruleId: v.optional(idOf("monitoringRule")),
    cursor: v.optional(Cursor),
  }),
  reply: page(Entry),
});
/** The newest 20 matches of a conversation. */
export const listConversationMatches = route({
  name: "listConversationMatches",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/monitoring",
  who: "member",
  params: { ...inProject, conversationId: ConversationIdField },
  reply: v.object({ items: v.array(Entry), next: v.null() }),
});
const ofEntry = { ...inProject, entryId: idOf("monitoringEntry") };
/** One entry, for the line of its event in the thread. */
export const readMonitoringEntry = route({
  name: "readMonitoringEntry",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/monitoring/log/:entryId",
  who: "member",
  params: ofEntry,
  reply: v.object({ entry: Entry }),
});
/** Whether a match was right; null takes the answer back. Safe to repeat. */
export const rateMatch = route({
  name: "rateMatch",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/monitoring/log/:entryId/verdict",
  who: "member",
  params: ofEntry,
  body: v.strictObject({ verdict: Verdict }),
  reply: v.object({ entry: Entry }),
});
/**
 * Resolves a match, or opens it again; an event of its conversation. 409 `conflict` when that is its state already, or when the rule is gone or
 * has another open match in the conversation by now.
 */
export const resolveMatch = route({
  name: "resolveMatch",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/monitoring/log/:entryId/state",
  who: "member",
  params: ofEntry,
  body: v.strictObject({ clientId: ClientId, state: v.picklist(["open", "resolved"]) }),
  reply: v.object({ entry: Entry, event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["conflict"],
});

/** The name of the event and of the row's field, whose value is the most important kind with an open match. */
export const MONITORING = "monitoring";
/** The event's `data`. */
export const MatchEvent = v.object({
  entryId: idOf("monitoringEntry"),
  ruleId: idOf("monitoringRule"),
  kind: RuleKind,
  change: v.picklist(["matched", "resolved", "reopened"]),
});
export type MatchEvent = v.InferOutput<typeof MatchEvent>;

// --- dry runs -------------------------------------------------------------------

export const MAX_CONVERSATIONS = 200;
const planned = {
  ruleIds: v.pipe(v.array(idOf("monitoringRule")), v.minLength(1, m.monitoring_dry_no_rule), v.maxLength(MAX_RULES)),
  from: Time,
  until: Time,
  /** The newest so many conversations of the period. */
  most: whole(1, MAX_CONVERSATIONS),
};
const Price = v.object({
  conversations: v.number(),
  provider: v.string(),
  model: v.string(),
  /** What it will cost about, and at most, in US dollars. */
  aboutUsd: v.number(),
  atMostUsd: v.number(),
  source: PriceSource,
  /** What the project has spent today, and may spend. */
  spentUsd: v.number(),
  ceilingUsd: v.number(),
});
export type Price = v.InferOutput<typeof Price>;
/** What a dry run would cost. Calls no model. */
export const estimateDryRun = route({
  name: "estimateDryRun",
  method: "POST",
  path: "/api/management/projects/:projectId/monitoring/dry-run-price",
  who: "admin",
  params: inProject,
  body: v.strictObject(planned),
  reply: Price,
  errors: ["not_configured", "misconfigured", "conflict"],
});
export const DryRun = v.object({
  id: idOf("dryRun"),
  state: v.picklist(["running", "paused", "done", "cancelled"]),
  /**
   * Why it is paused. `price`: more would cost more than was agreed to. `provider`: the provider refused. Of a cancelled one, `left`: whoever
   * started or last resumed it is no longer an owner or admin of the project.
   */
  why: v.nullable(v.picklist(["asked", "ceiling", "price", "not_configured", "provider", "left"])),
  rules: v.array(v.object({ id: idOf("monitoringRule"), name: v.string(), kind: RuleKind })),
  from: Time,
  until: Time,
  total: v.number(),
  judged: v.number(),
  failed: v.number(),
  costUsd: v.number(),
  atMostUsd: v.number(),
  createdAt: Time,
});
export type DryRun = v.InferOutput<typeof DryRun>;
/** Starts it for the price that was agreed to. 409 `conflict` when it would cost more by now, or another one is under way. */
export const startDryRun = route({
  name: "startDryRun",
  method: "POST",
  path: "/api/management/projects/:projectId/monitoring/dry-runs",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, ...planned, atMostUsd: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)) }),
  reply: v.object({ run: DryRun }),
  status: 201,
  errors: ["not_configured", "misconfigured", "ai_unavailable", "conflict"],
});
/** The newest ten. */
export const listDryRuns = route({
  name: "listDryRuns",
  method: "GET",
  path: "/api/management/projects/:projectId/monitoring/dry-runs",
  who: "admin",
  params: inProject,
  reply: v.object({ items: v.array(DryRun), next: v.null() }),
});
export const Finding = v.object({
  conversationId: ConversationIdField,
  contactId: idOf("contact"),
  contactName: v.nullable(v.string()),
  found: v.array(v.object({ ruleId: idOf("monitoringRule"), quote: v.string(), reason: v.string() })),
});
export type Finding = v.InferOutput<typeof Finding>;
/** What would have matched so far. */
export const readDryRun = route({
  name: "readDryRun",
  method: "GET",
  path: "/api/management/projects/:projectId/monitoring/dry-runs/:runId",
  who: "admin",
  params: { ...inProject, runId: idOf("dryRun") },
  reply: v.object({ run: DryRun, findings: v.array(Finding) }),
});
/** Pauses, resumes or cancels it; safe to repeat. Whoever resumes it answers for it from then on. 409 `conflict` when it has ended. */
export const steerDryRun = route({
  name: "steerDryRun",
  method: "PUT",
  path: "/api/management/projects/:projectId/monitoring/dry-runs/:runId/state",
  who: "admin",
  params: { ...inProject, runId: idOf("dryRun") },
  body: v.strictObject({ state: v.picklist(["running", "paused", "cancelled"]) }),
  reply: v.object({ run: DryRun }),
  errors: ["conflict"],
});

export const monitoringPath = (projectId: string): string => `/projects/${projectId}/monitoring`;
export const monitoringRulesPath = (projectId: string): string => `/projects/${projectId}/settings/monitoring`;
