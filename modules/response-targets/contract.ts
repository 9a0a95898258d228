// Wire contract of response-time targets. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Revision, Time } from "#kernel/wire/values.ts";
import { ConversationIdField, type ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import { Counts, Policies, Policy, Target, TARGETS } from "./contract/policy.ts";

export { type ClockState, countedTime, type Facts, momentsOf, policyFor } from "./contract/clock.ts";
export { CHANNELS, type KeptPolicies, MAX_POLICIES, MAX_POLICY_NAME, Policy, Target, TARGETS } from "./contract/policy.ts";

export const ResponsePolicies = v.object({
  /** In order: the first that applies to a conversation is its policy. */
  policies: v.array(Policy),
  revision: v.number(),
});
export type ResponsePolicies = v.InferOutput<typeof ResponsePolicies>;

export const OUTCOMES = ["met", "missed", "cancelled"] as const;
export const ConversationTarget = v.object({
  target: Target,
  /** `running`, `warned`: counts; `paused`: does not count now; `missed` also while it is open. */
  state: v.picklist(["running", "warned", "paused", ...OUTCOMES]),
  startedAt: Time,
  /** Null while it is paused. */
  dueAt: v.nullable(Time),
  endedAt: v.nullable(Time),
  /** The target itself, in minutes. */
  minutes: v.number(),
  counts: Counts,
  /** Counted time: until its end, or its pause; null while it counts. */
  workedSeconds: v.nullable(v.number()),
});
export type ConversationTarget = v.InferOutput<typeof ConversationTarget>;

/** Name of the row's field, and of the field of conditions. */
export const TARGET = "target";
/** Name of the event that a target was missed, as it is stored. */
export const TARGET_MISSED = "target_missed";
/** The event's `data`. */
export const TargetMissed = v.object({ target: Target, dueAt: v.number() });

/** States of the row's field: by these the list can be filtered. */
export const ROW_STATES = ["running", "warned", "missed"] as const;
export type RowState = (typeof ROW_STATES)[number];
export interface RowTarget {
  readonly state: RowState;
  readonly target: Target;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
}
/** The open target of a row that is due first. */
export function targetOf(row: Pick<ConversationSummary, "fields">): RowTarget | undefined {
  const [state, target, due] = row.fields?.[TARGET]?.split(",") ?? [];
  const known = ROW_STATES.find((one) => one === state);
  const which = TARGETS.find((one) => one === target);
  return known && which ? { state: known, target: which, dueAt: Number(due) } : undefined;
}

const inProject = { projectId: idOf("project") };
export const readResponsePolicies = route({
  name: "readResponsePolicies",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/response-policies",
  who: "member",
  params: inProject,
  reply: ResponsePolicies,
});
/**
 * Replaces all policies; what is open is computed anew by a job. 409 `conflict` if somebody changed them since `revision`. A team or tag
 * that the project does not have is `invalid_request`.
 */
export const changeResponsePolicies = route({
  name: "changeResponsePolicies",
  method: "PUT",
  path: "/api/management/projects/:projectId/response-policies",
  who: "admin",
  params: inProject,
  body: v.strictObject({ policies: Policies, revision: Revision }),
  reply: ResponsePolicies,
  errors: ["conflict"],
});
/** The newest clock of each target of a conversation that has one. */
export const readConversationTargets = route({
  name: "readConversationTargets",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/targets",
  who: "member",
  params: { ...inProject, conversationId: ConversationIdField },
  reply: v.object({ items: v.array(ConversationTarget) }),
});
