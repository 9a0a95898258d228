// The event that a target was missed, its author, and what the row says of the target that is due first.
import type { SchedulePrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { defineAuthor, defineEventKind, defineRowField, defineViewCondition } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import type * as v from "valibot";
import { ROW_STATES, TARGET, TARGET_MISSED, TargetMissed } from "./contract.ts";

export const missedKind = defineEventKind<v.InferOutput<typeof TargetMissed>>({
  name: TARGET_MISSED,
  payload: TargetMissed,
  audience: () => "team",
  // Nobody wrote: the conversation stays in its place.
  change: () => ({ activity: false }),
});
export const scheduleAuthor = defineAuthor<SchedulePrincipal>({
  kind: "schedule",
  role: "system",
  scope: () => "schedule",
  actorId: () => "schedule",
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});

const state = sql`CASE WHEN t.missed_at IS NOT NULL THEN 'missed' WHEN t.warned_at IS NOT NULL THEN 'warned' ELSE 'running' END`;
const isFirst = sql`FROM response_clocks t INDEXED BY response_clocks_live WHERE t.project_id = c.project_id AND t.conversation_id = c.id AND t.live = 1 AND t.ended_at IS NULL AND t.due_at IS NOT NULL ORDER BY t.due_at LIMIT 1`;
/** Its state, which target it is, and when it is due, of the open one that is due first. */
export const targetField = defineRowField({
  name: TARGET,
  expression: sql`(SELECT ${state} || ',' || t.target || ',' || t.due_at ${isFirst})`,
  values: [],
  holds: (value) => (ROW_STATES.some((one) => one === value) ? sql`(SELECT ${state} ${isFirst}) = ${value}` : undefined),
});
/** Views can choose what is missed: that alone is told by an event. */
export const targetCondition = defineViewCondition({
  name: TARGET,
  expression: sql`(SELECT CASE WHEN t.missed_at IS NOT NULL THEN 'missed' END ${isFirst})`,
  values: ["missed"],
});
