// Statements on the rules of a project.
import { as, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import { iso } from "#kernel/clock/index.ts";
import type { AccountId, MonitoringRuleId, ProjectId } from "#kernel/ids/index.ts";
import { MAX_RULES, type Rule, type RuleFields, type RuleKind } from "./contract.ts";
import { precisionOf } from "./rules.ts";

const COLUMNS = columns(
  "monitoring_rules",
  "id, name, kind, looks_for, minutes, channels, languages, notify, members, hand_over, enabled, per_hour, version, matches, ups, downs, changed_at",
);
const rule = (row: RowIn<typeof COLUMNS>): Rule => ({
  id: row.id,
  name: row.name,
  kind: row.kind as RuleKind,
  looksFor: row.looks_for,
  minutes: row.minutes,
  channels: parseJson<RuleFields["channels"]>(row.channels),
  languages: parseJson<string[]>(row.languages),
  notify: row.notify as RuleFields["notify"],
  members: parseJson<AccountId[]>(row.members),
  handOver: row.hand_over !== 0,
  enabled: row.enabled !== 0,
  perHour: row.per_hour,
  version: row.version,
  precision: precisionOf({ matches: row.matches, ups: row.ups, downs: row.downs, since: iso(row.changed_at) }),
});
/** All rules, oldest first. */
export const readRules = (projectId: ProjectId): Query<Rule[]> =>
  query(sql`SELECT ${COLUMNS} FROM monitoring_rules WHERE project_id = ${projectId} ORDER BY created_at, id LIMIT ${MAX_RULES}`, (rows) =>
    rows.map(rule),
  );
export const readRule = (projectId: ProjectId, id: MonitoringRuleId): Query<Rule | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM monitoring_rules WHERE project_id = ${projectId} AND id = ${id}`, rule);
export const readRuleBy = (projectId: ProjectId, clientId: string): Query<Rule | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM monitoring_rules WHERE project_id = ${projectId} AND client_id = ${clientId}`, rule);

/** Condition: the project has a rule that is on. */
export const hasRuleOn = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM monitoring_rules WHERE project_id = ${projectId} AND enabled = 1)`;
/** Condition: the rule is on, and looks for what it did when it was read. */
export const isRuleOn = (projectId: ProjectId, { id, version }: Pick<Rule, "id" | "version">): SQL =>
  sql`EXISTS (SELECT 1 FROM monitoring_rules WHERE project_id = ${projectId} AND id = ${id} AND enabled = 1 AND version = ${version})`;

/** A rule that its clientId has stored already is left as it is. */
export const writeRule = (projectId: ProjectId, id: MonitoringRuleId, clientId: string, r: RuleFields, now: number, when: SQL): SQL => sql`
  INSERT INTO monitoring_rules (id, project_id, name, kind, looks_for, minutes, channels, languages, notify, members, hand_over, enabled, per_hour, version, client_id, created_at, changed_at)
  SELECT ${id}, ${projectId}, ${r.name}, ${r.kind}, ${r.looksFor}, ${r.minutes}, ${JSON.stringify(r.channels)}, ${JSON.stringify(r.languages)}, ${r.notify}, ${JSON.stringify(r.members)},
    ${r.handOver ? 1 : 0}, ${r.enabled ? 1 : 0}, ${r.perHour}, 1, ${clientId}, ${now}, ${now}
  WHERE ${when} AND (SELECT count(*) FROM monitoring_rules WHERE project_id = ${projectId}) < ${MAX_RULES} ON CONFLICT (project_id, client_id) DO NOTHING`;
/** With a new `version` the rule looks for something else: what people thought of it begins anew. */
export const writeChangedRule = (
  projectId: ProjectId,
  { id, version }: Pick<Rule, "id" | "version">,
  r: RuleFields,
  anew: boolean,
  now: number,
  when: SQL,
): SQL => sql`
  UPDATE monitoring_rules SET name = ${r.name}, kind = ${r.kind}, looks_for = ${r.looksFor}, minutes = ${r.minutes}, channels = ${JSON.stringify(r.channels)},
    languages = ${JSON.stringify(r.languages)}, notify = ${r.notify}, members = ${JSON.stringify(r.members)}, hand_over = ${r.handOver ? 1 : 0}, enabled = ${r.enabled ? 1 : 0}, per_hour = ${r.perHour}
    ${anew ? sql`, version = version + 1, matches = 0, ups = 0, downs = 0, changed_at = ${now}` : sql``}
  WHERE project_id = ${projectId} AND id = ${id} AND version = ${version} AND ${when}`;
export const writeDeletedRule = (projectId: ProjectId, id: MonitoringRuleId): SQL =>
  sql`DELETE FROM monitoring_rules WHERE project_id = ${projectId} AND id = ${id}`;
export const writeMatched = (projectId: ProjectId, { id, version }: Pick<Rule, "id" | "version">, when: SQL): SQL =>
  sql`UPDATE monitoring_rules SET matches = matches + 1 WHERE project_id = ${projectId} AND id = ${id} AND version = ${version} AND ${when}`;

/** The version of all rules together; 0 before the first. */
export const readSetVersion = (projectId: ProjectId): Query<number> =>
  query(
    sql`SELECT coalesce((SELECT version FROM monitoring_sets WHERE project_id = ${projectId}), 0) ${as.number("version")}`,
    ([row]) => row?.version ?? 0,
  );
/** Counts the version of all rules up if `when` holds, right after a rule was changed. */
export const writeSetVersion = (projectId: ProjectId, when: SQL): SQL => sql`
  INSERT INTO monitoring_sets (project_id, version) SELECT ${projectId}, 1 WHERE ${when} ON CONFLICT (project_id) DO UPDATE SET version = version + 1`;
