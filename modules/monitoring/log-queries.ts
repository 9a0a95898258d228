// Statements on the log: matches, what was not judged, and how far conversations were judged.
import { BRIEF_COLUMNS, type ContactBrief, joinContact, parseBrief } from "#modules/contacts";
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MonitoringEntryId, MonitoringRuleId, ProjectId } from "#kernel/ids/index.ts";
import type { Entry, LOG_FILTERS, Rule, RuleKind, Skipped, Verdict } from "./contract.ts";

// --- what was judged --------------------------------------------------------------

/** The revision of the newest message that was judged; 0 before the first. */
export const readProgress = (projectId: ProjectId, id: ConversationId): Query<number> =>
  query(
    sql`SELECT ${columns("monitoring_progress", "revision")} FROM monitoring_progress WHERE project_id = ${projectId} AND conversation_id = ${id}`,
    ([row]) => row?.revision ?? 0,
  );
/** Whether this job may judge the conversation up to the revision; if not, whether another one has. */
export const readClaim = (
  projectId: ProjectId,
  id: ConversationId,
  claim: string,
  revision: number,
): Query<{ mine: boolean; judged: boolean }> =>
  query(
    sql`SELECT (claim IS ${claim} AND revision < ${revision}) ${as.number("mine")}, (revision >= ${revision}) ${as.number("judged")} FROM monitoring_progress WHERE project_id = ${projectId} AND conversation_id = ${id}`,
    ([row]) => ({ mine: row?.mine === 1, judged: row?.judged === 1 }),
  );
/** Claims the conversation if no other job has, and nothing newer was judged. */
export const writeProgressClaimed = (
  projectId: ProjectId,
  id: ConversationId,
  claim: string,
  revision: number,
  now: number,
  until: number,
): SQL => sql`
  INSERT INTO monitoring_progress (project_id, conversation_id, revision, version, claim, claimed_until, judged_at) VALUES (${projectId}, ${id}, 0, 0, ${claim}, ${until}, ${now})
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until
  WHERE (claim IS NULL OR claim = excluded.claim OR claimed_until <= ${now}) AND revision < ${revision}`;
/** Everything up to the revision was judged with this version of the rules. */
export const writeProgress = (projectId: ProjectId, id: ConversationId, revision: number, version: number, now: number): SQL => sql`
  INSERT INTO monitoring_progress (project_id, conversation_id, revision, version, claim, claimed_until, judged_at) VALUES (${projectId}, ${id}, ${revision}, ${version}, NULL, 0, ${now})
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET revision = max(revision, excluded.revision), version = excluded.version, claim = NULL, claimed_until = 0, judged_at = excluded.judged_at`;

// --- entries ------------------------------------------------------------------------

export interface NewEntry {
  readonly id: MonitoringEntryId;
  readonly projectId: ProjectId;
  readonly key: string;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly now: number;
}
export interface NewMatch extends NewEntry {
  readonly rule: Pick<Rule, "id" | "name" | "kind" | "version">;
  readonly quote: string;
  readonly reason: string;
  readonly notified: number;
  readonly handedOver: boolean;
}
export const writeMatch = (e: NewMatch, when: SQL): SQL => sql`
  INSERT INTO monitoring_log (id, project_id, key, kind, state, conversation_id, contact_id, rule_id, rule_name, rule_kind, rule_version, quote, reason, revision, notified, handed_over, created_at)
  SELECT ${e.id}, ${e.projectId}, ${e.key}, 'match', 'open', ${e.conversationId}, ${e.contactId}, ${e.rule.id}, ${e.rule.name}, ${e.rule.kind}, ${e.rule.version}, ${e.quote}, ${e.reason}, ${e.revision}, ${e.notified}, ${e.handedOver ? 1 : 0}, ${e.now} WHERE ${when}`;
/** Stores that something was not judged, once for each key, if the contact still has its texts. */
export const writeSkipped = (e: NewEntry & { why: Skipped; rule?: Pick<Rule, "id" | "name" | "kind" | "version"> }, when: SQL): SQL => sql`
  INSERT INTO monitoring_log (id, project_id, key, kind, state, conversation_id, contact_id, rule_id, rule_name, rule_kind, rule_version, why, quote, reason, revision, notified, handed_over, created_at)
  SELECT ${e.id}, ${e.projectId}, ${e.key}, 'skipped', 'resolved', ${e.conversationId}, ${e.contactId}, ${e.rule?.id ?? null}, ${e.rule?.name ?? ""}, ${e.rule?.kind ?? null}, ${e.rule?.version ?? null}, ${e.why}, '', '', ${e.revision}, 0, 0, ${e.now}
  WHERE ${when} ON CONFLICT (project_id, key) DO NOTHING`;
/** Condition: the rule has no open match in the conversation, and none of this key. */
export const mayMatch = (projectId: ProjectId, id: ConversationId, ruleId: MonitoringRuleId, key: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM monitoring_log WHERE project_id = ${projectId} AND conversation_id = ${id} AND rule_id = ${ruleId} AND state = 'open')
    AND NOT EXISTS (SELECT 1 FROM monitoring_log WHERE project_id = ${projectId} AND key = ${key})`;
/** Rules with an open match in the conversation. */
export const readOpenRules = (projectId: ProjectId, id: ConversationId): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("monitoring_log", "rule_id")} FROM monitoring_log WHERE project_id = ${projectId} AND conversation_id = ${id} AND state = 'open'`,
    (rows) => new Set(rows.map((row) => row.rule_id ?? "")),
  );
/** Condition: the conversation has an open match. */
export const hasOpenMatch = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM monitoring_log WHERE project_id = ${projectId} AND conversation_id = ${id} AND state = 'open')`;

const COLUMNS = columnList`${columns({ l: "monitoring_log" }, "l.id, l.kind, l.state, l.conversation_id, l.rule_id, l.rule_name, l.rule_kind, l.why, l.quote, l.reason, l.notified, l.handed_over, l.verdict, l.erased_at, l.created_at")}, ${BRIEF_COLUMNS}`;
const FROM_LOG = sql`monitoring_log l ${joinContact(sql`l.project_id`, sql`l.contact_id`)}`;
/** A contact as lists call it: empty if it has neither name nor address, null if it is erased. */
export const calledOf = ({ name, email, state }: ContactBrief): string | null =>
  state === "erased" || state === "erasing" ? null : (name ?? email ?? "");
const entry = (row: RowIn<typeof COLUMNS>): Entry => ({
  id: row.id,
  kind: row.kind as Entry["kind"],
  at: iso(row.created_at),
  conversationId: row.conversation_id,
  contactId: parseBrief(row).id,
  contactName: row.erased_at === null ? calledOf(parseBrief(row)) : null,
  rule: row.rule_id === null ? null : { id: row.rule_id, name: row.rule_name, kind: row.rule_kind as RuleKind },
  why: row.why as Skipped | null,
  quote: row.quote,
  reason: row.reason,
  notified: row.notified,
  handedOver: row.handed_over !== 0,
  verdict: row.verdict as Verdict,
  state: row.state as Entry["state"],
  erased: row.erased_at !== null,
});
export interface LogPage {
  readonly projectId: ProjectId;
  readonly show: (typeof LOG_FILTERS)[number];
  readonly ruleId: MonitoringRuleId | undefined;
  readonly before: { at: number; id: string } | undefined;
  readonly limit: number;
}
export const readLog = ({ projectId, show, ruleId, before, limit }: LogPage): Query<Entry[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${FROM_LOG} WHERE l.project_id = ${projectId}${ruleId === undefined ? sql`` : sql` AND l.rule_id = ${ruleId}`}
      ${show === "open" ? sql` AND l.state = 'open'` : show === "skipped" ? sql` AND l.kind = 'skipped'` : sql``}
      ${before === undefined ? sql`` : sql` AND (l.created_at, l.id) < (${before.at}, ${before.id})`} ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}`,
    (rows) => rows.map(entry),
  );
export const readEntry = (projectId: ProjectId, id: MonitoringEntryId): Query<Entry | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM ${FROM_LOG} WHERE l.project_id = ${projectId} AND l.id = ${id}`, entry);
export const readMatchesIn = (projectId: ProjectId, id: ConversationId, limit: number): Query<Entry[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${FROM_LOG} WHERE l.project_id = ${projectId} AND l.conversation_id = ${id} AND l.kind = 'match' ORDER BY l.created_at DESC LIMIT ${limit}`,
    (rows) => rows.map(entry),
  );

const isMatch = (projectId: ProjectId, id: MonitoringEntryId): SQL => sql`project_id = ${projectId} AND id = ${id} AND kind = 'match'`;
/** Sets what people think of a match, and counts it for its rule if that still looks for the same. The counts come first: they need the old one. */
export const writeVerdict = (projectId: ProjectId, id: MonitoringEntryId, verdict: Verdict, by: AccountId): SQL[] => {
  const old = (which: string): SQL => sql`(SELECT verdict IS ${which} FROM monitoring_log WHERE ${isMatch(projectId, id)})`;
  const is = (which: string): number => (verdict === which ? 1 : 0);
  return [
    sql`UPDATE monitoring_rules SET ups = max(0, ups + ${is("up")} - ${old("up")}), downs = max(0, downs + ${is("down")} - ${old("down")})
      WHERE project_id = ${projectId} AND (id, version) = (SELECT rule_id, rule_version FROM monitoring_log WHERE ${isMatch(projectId, id)})`,
    sql`UPDATE monitoring_log SET verdict = ${verdict}, verdict_by = ${verdict === null ? null : by} WHERE ${isMatch(projectId, id)}`,
  ];
};
/** Condition: the match may get this state. Opened again only if its rule is there and has no other open one in the conversation. */
export const mayBecome = (projectId: ProjectId, id: MonitoringEntryId, state: Entry["state"]): SQL =>
  state === "resolved"
    ? sql`EXISTS (SELECT 1 FROM monitoring_log WHERE ${isMatch(projectId, id)} AND state = 'open')`
    : sql`EXISTS (SELECT 1 FROM monitoring_log l JOIN monitoring_rules r ON r.id = l.rule_id AND r.project_id = l.project_id
        WHERE l.project_id = ${projectId} AND l.id = ${id} AND l.kind = 'match' AND l.state = 'resolved' AND l.erased_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM monitoring_log o WHERE o.project_id = l.project_id AND o.conversation_id = l.conversation_id AND o.rule_id = l.rule_id AND o.state = 'open'))`;
export const writeState = (
  projectId: ProjectId,
  id: MonitoringEntryId,
  state: Entry["state"],
  by: AccountId,
  now: number,
  when: SQL,
): SQL => {
  const [who, at] = state === "resolved" ? [by, now] : [null, null];
  return sql`UPDATE monitoring_log SET state = ${state}, resolved_by = ${who}, resolved_at = ${at} WHERE ${isMatch(projectId, id)} AND ${when}`;
};
const RESOLVED = sql`state = 'resolved', resolved_by = NULL`;
/** Resolves what is open in a conversation that was closed. */
export const writeResolvedIn = (projectId: ProjectId, id: ConversationId, now: number): SQL =>
  sql`UPDATE monitoring_log SET ${RESOLVED}, resolved_at = ${now} WHERE project_id = ${projectId} AND conversation_id = ${id} AND state = 'open'
    AND EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.status = 'closed')`;
/** Resolves what a deleted rule has open: up to `limit`, newest first. */
export const writeResolvedOf = (projectId: ProjectId, ruleId: MonitoringRuleId, now: number, limit: number): SQL =>
  sql`UPDATE monitoring_log SET ${RESOLVED}, resolved_at = ${now} WHERE id IN (SELECT id FROM monitoring_log WHERE project_id = ${projectId} AND rule_id = ${ruleId} AND state = 'open' LIMIT ${limit})`;

// --- erasure, cleanup ----------------------------------------------------------------

export const readEntriesOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: MonitoringEntryId | undefined,
  limit: number,
): Query<MonitoringEntryId[]> =>
  query(
    sql`SELECT ${columns("monitoring_log", "id")} FROM monitoring_log WHERE project_id = ${projectId} AND contact_id = ${contactId} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Empties them; what people thought of them stays counted. */
export const writeErased = (projectId: ProjectId, ids: readonly MonitoringEntryId[], now: number): SQL => sql`
  UPDATE monitoring_log SET quote = '', reason = '', state = 'resolved', resolved_at = coalesce(resolved_at, ${now}), erased_at = coalesce(erased_at, ${now})
  WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const writeOldEntriesDeleted = (before: number, limit: number): SQL =>
  sql`DELETE FROM monitoring_log WHERE id IN (SELECT id FROM monitoring_log WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
export const writeOldProgressDeleted = (before: number, limit: number): SQL =>
  sql`DELETE FROM monitoring_progress WHERE (project_id, conversation_id) IN (SELECT project_id, conversation_id FROM monitoring_progress WHERE judged_at < ${before} ORDER BY judged_at LIMIT ${limit})`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [
    sql`monitoring_rules`,
    sql`monitoring_sets`,
    sql`monitoring_progress`,
    sql`monitoring_log`,
    sql`monitoring_dry_items`,
    sql`monitoring_dry_runs`,
  ].map((table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`);
