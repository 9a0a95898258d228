// What a match is in its conversation: the event, its author, and the field of the inbox's row.
import type { RulePrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { defineAuthor, defineEventKind, defineRowField } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import { KINDS, MatchEvent, MONITORING } from "./contract.ts";

export const matchKind = defineEventKind<MatchEvent>({
  name: MONITORING,
  payload: MatchEvent,
  audience: () => "team",
  // Watching must not lift a conversation above those that customers wrote in.
  change: () => ({ activity: false }),
});

/** The author of matches: the rule. */
export const ruleAuthor = defineAuthor<RulePrincipal>({
  kind: "rule",
  role: "system",
  scope: ({ ruleId }) => `rule:${ruleId}`,
  actorId: ({ ruleId }) => ruleId,
  mayWrite: ({ projectId }) => projectIsLive(projectId),
});

const importance = sql`CASE l.rule_kind ${sql.join(
  KINDS.map((kind, i) => sql`WHEN ${kind} THEN ${i}`),
  sql` `,
)} END`;
// What is open in a closed conversation is being resolved by a job.
const open = sql`FROM monitoring_log l WHERE l.project_id = c.project_id AND l.conversation_id = c.id AND l.state = 'open' AND c.status <> 'closed'`;
// Sorting counts as a read even where there is nothing to sort, which is nearly every row of the inbox.
const expression = sql`CASE WHEN EXISTS (SELECT 1 ${open}) THEN (SELECT l.rule_kind ${open} ORDER BY ${importance} LIMIT 1) END`;
export const monitoringField = defineRowField({ name: MONITORING, expression, values: KINDS });
