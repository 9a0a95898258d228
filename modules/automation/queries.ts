// All SQL of automation rules. Every statement names the project.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, AutomationRuleId, AutomationRunId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Conditions } from "#modules/conversations/contract";
import { newestSequence } from "#modules/conversations";
import { type AutomationRule, type AutomationRun, MAX_RULES, type Outcome, type RuleFields, type Trigger } from "./contract.ts";
import { writeRepliesOfProjectGone } from "./reply-queries.ts";

const COLUMNS = columns(
  "automation_rules",
  "id, name, enabled, trigger_name, minutes, outcomes, words, conditions, steps, note, revision, runs, last_run_at",
);
const rule = (row: RowIn<typeof COLUMNS>): AutomationRule => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled !== 0,
  trigger: row.trigger_name as Trigger,
  minutes: row.minutes,
  outcomes: JSON.parse(row.outcomes) as AutomationRule["outcomes"],
  words: JSON.parse(row.words) as string[],
  conditions: JSON.parse(row.conditions) as Conditions,
  steps: JSON.parse(row.steps) as AutomationRule["steps"],
  note: row.note,
  revision: row.revision,
  runs: row.runs,
  lastRunAt: isoOrNull(row.last_run_at),
});

/** All rules, in their order. */
export const readRules = (projectId: ProjectId): Query<AutomationRule[]> =>
  query(sql`SELECT ${COLUMNS} FROM automation_rules WHERE project_id = ${projectId} ORDER BY place, id LIMIT ${MAX_RULES}`, (rows) =>
    rows.map(rule),
  );
export const readRule = (projectId: ProjectId, id: AutomationRuleId): Query<AutomationRule | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM automation_rules WHERE project_id = ${projectId} AND id = ${id}`, rule);
export const readRuleBy = (projectId: ProjectId, by: AccountId, clientId: string): Query<AutomationRule | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM automation_rules WHERE project_id = ${projectId} AND created_by = ${by} AND client_id = ${clientId}`,
    rule,
  );
/** Whether all that a rule names is of the project, and whether there is room for another one. */
export const readObstacles = (projectId: ProjectId, isOfProject: SQL): Query<{ ofProject: boolean; room: boolean } | undefined> =>
  queryOne(
    sql`SELECT (${isOfProject}) ${as.number("of_project")}, ${hasRoom(projectId)} ${as.number("room")}`,
    ({ of_project: ofProject, room }) => ({ ofProject: ofProject !== 0, room: room !== 0 }),
  );
const hasRoom = (projectId: ProjectId): SQL =>
  sql`(SELECT count(*) FROM automation_rules n WHERE n.project_id = ${projectId}) < ${MAX_RULES}`;

const values = (given: RuleFields): Record<"words" | "conditions" | "steps" | "outcomes", string> => ({
  outcomes: JSON.stringify(given.outcomes),
  words: JSON.stringify(given.words),
  conditions: JSON.stringify(given.conditions),
  steps: JSON.stringify(given.steps),
});
/** A rule that its clientId has stored already is left as it is. */
export const writeRule = (
  made: RuleFields & { id: AutomationRuleId; projectId: ProjectId; by: AccountId; clientId: string; now: number },
  when: SQL,
): SQL => {
  const json = values(made);
  return sql`
  INSERT INTO automation_rules (project_id, id, name, place, enabled, trigger_name, minutes, outcomes, words, conditions, steps, note, created_by, client_id, created_at, changed_at)
  SELECT ${made.projectId}, ${made.id}, ${made.name}, (SELECT coalesce(max(place), 0) + 1 FROM automation_rules WHERE project_id = ${made.projectId}), ${made.enabled ? 1 : 0},
    ${made.trigger}, ${made.minutes}, ${json.outcomes}, ${json.words}, ${json.conditions}, ${json.steps}, ${made.note}, ${made.by}, ${made.clientId}, ${made.now}, ${made.now}
  WHERE ${when} AND ${hasRoom(made.projectId)} ON CONFLICT (project_id, created_by, client_id) DO NOTHING`;
};
export const writeChanged = (
  changed: RuleFields & { id: AutomationRuleId; projectId: ProjectId; revision: number; now: number },
  when: SQL,
): SQL => {
  const json = values(changed);
  return sql`
  UPDATE automation_rules SET name = ${changed.name}, enabled = ${changed.enabled ? 1 : 0}, trigger_name = ${changed.trigger}, minutes = ${changed.minutes}, outcomes = ${json.outcomes}, words = ${json.words},
    conditions = ${json.conditions}, steps = ${json.steps}, note = ${changed.note}, revision = revision + 1, changed_at = ${changed.now}
  WHERE project_id = ${changed.projectId} AND id = ${changed.id} AND revision = ${changed.revision} AND ${when}`;
};
export const writeRuleGone = (projectId: ProjectId, id: AutomationRuleId, when: SQL): SQL =>
  sql`DELETE FROM automation_rules WHERE project_id = ${projectId} AND id = ${id} AND ${when}`;
/** Condition: the project has exactly these rules. */
export const hasExactly = (projectId: ProjectId, ids: readonly AutomationRuleId[]): SQL =>
  sql`(SELECT count(*) FROM automation_rules WHERE project_id = ${projectId}) = ${ids.length} AND (SELECT count(*) FROM automation_rules WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))) = ${ids.length}`;
export const writeOrder = (projectId: ProjectId, ids: readonly AutomationRuleId[], when: SQL): SQL => sql`
  UPDATE automation_rules SET place = k.key + 1 FROM json_each(${JSON.stringify(ids)}) k
  WHERE automation_rules.project_id = ${projectId} AND automation_rules.id = k.value AND automation_rules.place <> k.key + 1 AND ${when}`;

// --- what happened -----------------------------------------------------------------------------------------------------------------------
const IS_ON = (projectId: ProjectId | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM automation_rules o INDEXED BY automation_rules_on WHERE o.project_id = ${projectId} AND o.enabled = 1)`;
/** Condition: a rule with this trigger is on. */
export const hasRuleOn = (projectId: ProjectId, trigger: Trigger): SQL =>
  sql`EXISTS (SELECT 1 FROM automation_rules o INDEXED BY automation_rules_on WHERE o.project_id = ${projectId} AND o.enabled = 1 AND o.trigger_name = ${trigger})`;
export const readIsOn = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${IS_ON(projectId)} ${as.number("is_on")}`, ([row]) => row?.is_on === 1);
/** After a change of rules: the first rule that is on begins with what happens from now on, and without one nothing is looked at. */
export const writeProgressKept = (projectId: ProjectId): SQL[] => [
  sql`INSERT INTO automation_progress (project_id, sequence) SELECT ${projectId}, ${newestSequence(projectId)} WHERE ${IS_ON(projectId)} ON CONFLICT (project_id) DO NOTHING`,
  sql`DELETE FROM automation_progress WHERE project_id = ${projectId} AND NOT ${IS_ON(projectId)}`,
];
export const readProgress = (projectId: ProjectId): Query<number | undefined> =>
  queryOne(
    sql`SELECT ${columns("automation_progress", "sequence")} FROM automation_progress WHERE project_id = ${projectId}`,
    ({ sequence }) => sequence,
  );
export const writeProgress = (projectId: ProjectId, from: number, to: number): SQL =>
  sql`UPDATE automation_progress SET sequence = ${to} WHERE project_id = ${projectId} AND sequence = ${from}`;
/** Projects with events that were not looked at. */
export const readBehind = (limit: number): Query<ProjectId[]> =>
  query(
    sql`SELECT ${columns({ p: "automation_progress" }, "p.project_id")} FROM automation_progress p WHERE p.sequence < ${newestSequence(sql`p.project_id`)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.project_id),
  );

export interface FreshEvent {
  readonly sequence: number;
  readonly conversationId: ConversationId;
  readonly kind: string;
  readonly revision: number;
  readonly role: string;
  readonly scope: string;
  readonly data: unknown;
  /** Of its message; empty without one. */
  readonly text: string;
  readonly automatic: boolean;
  /** Since when the customer waits now. */
  readonly waitingSince: number | null;
}
/** Events of the project after a sequence, in order. */
export const readFresh = (projectId: ProjectId, after: number, limit: number): Query<FreshEvent[]> =>
  query(
    sql`SELECT ${columns({ e: "conversation_events" }, "e.sequence, e.conversation_id, e.kind, e.revision, e.actor_role, e.scope, e.data")},
        coalesce(w.content, '') ${as.text("content")}, w.origin ->> '$.automatic' IS NOT NULL ${as.number("automatic")}, c.waiting_since ${as.numberOrNull("waiting_since")}
      FROM conversation_events e LEFT JOIN messages w ON w.id = e.message_id AND w.project_id = e.project_id
      LEFT JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id
      WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ sequence: row.sequence, conversationId: row.conversation_id, kind: row.kind, revision: row.revision, role: row.actor_role },
        ...{ scope: row.scope, data: JSON.parse(row.data) as unknown, text: row.content, automatic: row.automatic !== 0 },
        waitingSince: row.waiting_since,
      })),
  );
/** What the conversation is, as far as rules need it: since when its customer waits, and whether its newest message was written by a program. */
export const readSituation = (
  projectId: ProjectId,
  id: ConversationId,
): Query<{ waitingSince: number | null; automatic: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${columns("conversations", "waiting_since, preview_automatic")} FROM conversations WHERE project_id = ${projectId} AND id = ${id}`,
    (row) => ({ waitingSince: row.waiting_since, automatic: row.preview_automatic !== 0 }),
  );
/** Whether the conversation, of an active contact, meets a condition on `c`. */
export const readMeets = (projectId: ProjectId, id: ConversationId, met: SQL): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("met")} FROM conversations c JOIN contacts t ON t.project_id = c.project_id AND t.id = c.contact_id
      WHERE c.project_id = ${projectId} AND c.id = ${id} AND t.state = 'active' AND ${met}`,
    (rows) => rows.length > 0,
  );

// --- runs --------------------------------------------------------------------------------------------------------------------------------
/** What a run does, as its rule was when it began. */
export interface Plan {
  readonly name: string;
  readonly trigger: Trigger;
  readonly steps: AutomationRule["steps"];
  readonly note: string;
}
export interface StoredRun extends Plan {
  readonly id: AutomationRunId;
  readonly ruleId: AutomationRuleId;
  readonly state: AutomationRun["state"];
  readonly raised: readonly Trigger[];
}
export const readRunsOf = (projectId: ProjectId, cause: string): Query<StoredRun[]> =>
  query(
    sql`SELECT ${columns("automation_runs", "id, rule_id, rule_name, trigger_name, state, raised, steps, note")} FROM automation_runs WHERE project_id = ${projectId} AND cause = ${cause} LIMIT ${MAX_RULES}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        ruleId: row.rule_id,
        state: row.state as StoredRun["state"],
        raised: JSON.parse(row.raised) as Trigger[],
        ...{ name: row.rule_name, trigger: row.trigger_name as Trigger, steps: JSON.parse(row.steps) as Plan["steps"], note: row.note },
      })),
  );
/** For how many things that happened in the conversation since a time rules changed something; of the newest runs. */
export const readRecentChanges = (projectId: ProjectId, conversationId: ConversationId, since: number): Query<number> =>
  query(
    sql`SELECT count(DISTINCT cause) ${as.number("n")} FROM (SELECT cause, state, outcomes FROM automation_runs WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND created_at > ${since} ORDER BY created_at DESC LIMIT ${LOOKED_BACK})
      WHERE state = 'done' AND instr(outcomes, '"changes"') > 0`,
    ([row]) => row?.n ?? 0,
  );
/** Runs of an hour that are counted. */
const LOOKED_BACK = 500;
export interface NewRun {
  readonly id: AutomationRunId;
  readonly projectId: ProjectId;
  readonly rule: AutomationRule;
  readonly conversationId: ConversationId;
  readonly cause: string;
  readonly state: "running" | "held";
  readonly now: number;
}
/** Stores that a rule runs, once for what happened, and counts it. */
export const writeRun = ({ id, projectId, rule: of, conversationId, cause, state, now }: NewRun): SQL[] => [
  sql`INSERT INTO automation_runs (project_id, id, rule_id, rule_name, conversation_id, cause, trigger_name, state, outcomes, raised, steps, note, created_at)
    VALUES (${projectId}, ${id}, ${of.id}, ${of.name}, ${conversationId}, ${cause}, ${of.trigger}, ${state}, '{"steps":[],"note":null}', '[]', ${JSON.stringify(of.steps)}, ${of.note}, ${now})
    ON CONFLICT (project_id, cause, rule_id) DO NOTHING`,
  ...(state === "held"
    ? []
    : [
        sql`UPDATE automation_rules SET runs = runs + 1, last_run_at = ${now} WHERE project_id = ${projectId} AND id = ${of.id} AND changes() > 0`,
      ]),
];
export interface Outcomes {
  steps: AutomationRun["steps"];
  readonly note: Outcome | null;
}
export const writeRunDone = (projectId: ProjectId, id: AutomationRunId, outcomes: Outcomes, raised: readonly Trigger[]): SQL =>
  sql`UPDATE automation_runs SET state = 'done', outcomes = ${JSON.stringify(outcomes)}, raised = ${JSON.stringify(raised)} WHERE project_id = ${projectId} AND id = ${id} AND state = 'running'`;

/** Condition: the run has not notified its members yet. */
export const isNotNotified = (projectId: ProjectId, id: AutomationRunId): SQL =>
  sql`EXISTS (SELECT 1 FROM automation_runs n WHERE n.project_id = ${projectId} AND n.id = ${id} AND n.notified = 0)`;
export const writeNotified = (projectId: ProjectId, id: AutomationRunId): SQL =>
  sql`UPDATE automation_runs SET notified = 1 WHERE project_id = ${projectId} AND id = ${id}`;

/** A run as webhooks are told of it. */
export interface ToldRun {
  readonly id: AutomationRunId;
  readonly ruleId: AutomationRuleId;
  readonly ruleName: string;
  readonly trigger: Trigger;
  readonly conversationId: ConversationId;
  /** Of the event that set it off; null if time did. */
  readonly sequence: number | null;
  readonly at: number;
}
const EVENT = "event:";
export const readToldRuns = (projectId: ProjectId, ids: readonly string[]): Query<ToldRun[]> =>
  query(
    sql`SELECT ${columns({ r: "automation_runs" }, "r.id, r.rule_id, r.rule_name, r.trigger_name, r.conversation_id, r.cause, r.created_at")} FROM json_each(${JSON.stringify(ids)}) k
      CROSS JOIN automation_runs r ON r.project_id = ${projectId} AND r.id = k.value`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, ruleId: row.rule_id, ruleName: row.rule_name, trigger: row.trigger_name as Trigger, at: row.created_at },
        ...{ conversationId: row.conversation_id, sequence: row.cause.startsWith(EVENT) ? Number(row.cause.slice(EVENT.length)) : null },
      })),
  );

const RUN = columns("automation_runs", "id, rule_id, rule_name, conversation_id, trigger_name, state, outcomes, created_at");
/** Newest first; `before`: an id. */
export const readRuns = (
  projectId: ProjectId,
  of: AutomationRuleId | undefined,
  before: string | undefined,
  limit: number,
): Query<AutomationRun[]> =>
  query(
    sql`SELECT ${RUN} FROM automation_runs WHERE project_id = ${projectId} ${of === undefined ? sql`` : sql`AND rule_id = ${of}`} ${before === undefined ? sql`` : sql`AND id < ${before}`} ORDER BY id DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, ruleId: row.rule_id, ruleName: row.rule_name, conversationId: row.conversation_id },
        ...{ trigger: row.trigger_name as Trigger, state: row.state as AutomationRun["state"], at: iso(row.created_at) },
        ...(JSON.parse(row.outcomes) as Outcomes),
      })),
  );

/** Ids of the conversations with the newest activity of each status, as a query. */
export const newestOfEach = (projectId: ProjectId, limit: number): SQL =>
  sql.join(
    ["open", "snoozed", "closed"].map(
      (status) =>
        sql`SELECT * FROM (SELECT id FROM conversations WHERE project_id = ${projectId} AND status = ${status} ORDER BY last_activity_at DESC LIMIT ${limit})`,
    ),
    sql` UNION ALL `,
  );
/** Characters of a message in which a dry run looks for words. */
const TEXT_TRIED = 4000;
/** Which message's words a dry run looks at. */
export type TriedMessage = "first" | "customer" | "team";
const OF_MESSAGE: Readonly<Record<TriedMessage, SQL>> = {
  first: sql`w.revision = 1`,
  customer: sql`w.author_role = 'visitor'`,
  team: sql`w.author_role = 'operator'`,
};
/** The conversations, whether each meets a condition on `c`, and of those that do, the beginning of a message. */
export const readTried = (
  projectId: ProjectId,
  ids: SQL,
  met: SQL,
  message: TriedMessage | undefined,
): Query<{ id: ConversationId; met: boolean; text: string }[]> => {
  const text =
    message === undefined
      ? sql`''`
      : sql`CASE WHEN x.met THEN coalesce((SELECT substr(w.content, 1, ${TEXT_TRIED}) FROM messages w WHERE w.project_id = ${projectId} AND w.conversation_id = x.id AND w.kind = 'message' AND ${OF_MESSAGE[message]} ORDER BY w.revision DESC LIMIT 1), '') ELSE '' END`;
  return query(
    sql`SELECT x.id ${as.text("id")}, x.met ${as.number("met")}, ${text} ${as.text("text")} FROM (
      SELECT c.id, (${met}) AS met FROM (${ids}) i CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = i.id JOIN contacts t ON t.project_id = c.project_id AND t.id = c.contact_id WHERE t.state = 'active') x`,
    (rows) => rows.map((row) => ({ id: row.id as ConversationId, met: row.met !== 0, text: row.text })),
  );
};

// --- the end -----------------------------------------------------------------------------------------------------------------------------
export const writeOldRunsGone = (before: number, limit: number): SQL =>
  sql`DELETE FROM automation_runs WHERE (project_id, id) IN (SELECT project_id, id FROM automation_runs WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
/** Of a deleted project; its runs, which hold ids and names of rules, go within their 30 days. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM automation_rules WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM automation_progress WHERE project_id = ${projectId} AND ${when}`,
  writeRepliesOfProjectGone(projectId, when),
];
