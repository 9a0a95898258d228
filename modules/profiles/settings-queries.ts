// All statements on the project's switch and on the deletion of all profiles.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { newestSequence } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import { COUNT_LIMIT } from "./contract.ts";

/** Holds while the project keeps profiles. */
export const isOn = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM profile_settings WHERE project_id = ${projectId} AND is_on = 1)`;
/** SQL of the sequence up to which messages are not read. */
export const readFrom = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT from_sequence FROM profile_settings WHERE project_id = ${projectId}), 0)`;

export const readState = (projectId: ProjectId): Query<{ on: boolean; any: boolean }> =>
  query(
    sql`SELECT ${isOn(projectId)} ${as.number("held")}, EXISTS (SELECT 1 FROM profiles WHERE project_id = ${projectId}) ${as.number("some")}`,
    ([row]) => ({ on: row?.held === 1, any: row?.some === 1 }),
  );
/** How many profiles there are, counted up to one more than the limit. */
export const readCount = (projectId: ProjectId): Query<number> =>
  query(sql`SELECT ${count(projectId)} ${as.number("n")}`, ([row]) => row?.n ?? 0);
const count = (projectId: ProjectId): SQL =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM profiles WHERE project_id = ${projectId} LIMIT ${COUNT_LIMIT + 1}))`;

export interface Settings {
  readonly on: boolean;
  readonly deletingSince: number | null;
  readonly deletedAt: number | null;
  readonly deletedProfiles: number;
  readonly deletedStatements: number;
  readonly deletingProfiles: number;
}
export const readSettings = (projectId: ProjectId): Query<Settings | undefined> =>
  queryOne(
    sql`SELECT ${columns("profile_settings", "is_on, deleting_since, deleted_at, deleted_profiles, deleted_statements, deleting_profiles")} FROM profile_settings WHERE project_id = ${projectId}`,
    (row) => ({
      on: row.is_on !== 0,
      deletingSince: row.deleting_since,
      deletedAt: row.deleted_at,
      deletedProfiles: row.deleted_profiles,
      deletedStatements: row.deleted_statements,
      deletingProfiles: row.deleting_profiles,
    }),
  );

/** Applies only if it changes something, and not while profiles are being deleted. */
export const writeSwitch = (projectId: ProjectId, on: boolean, now: number): SQL => sql`
  INSERT INTO profile_settings (project_id, is_on, switched_at) SELECT ${projectId}, 1, ${now} WHERE ${on ? 1 : 0}
    OR EXISTS (SELECT 1 FROM profile_settings WHERE project_id = ${projectId})
  ON CONFLICT (project_id) DO UPDATE SET is_on = ${on ? 1 : 0}, switched_at = max(switched_at + 1, excluded.switched_at)
  WHERE is_on <> ${on ? 1 : 0} AND deleting_since IS NULL`;

// --- deleting all --------------------------------------------------------------

/** Begins the deletion: only while profiles are off, and none is under way. Messages up to now are not read again. */
export const writeDeletion = (projectId: ProjectId, now: number): SQL => sql`
  UPDATE profile_settings SET deleting_since = ${now}, deleted_at = NULL, deleted_profiles = 0, deleted_statements = 0, deleting_profiles = ${count(projectId)}, from_sequence = ${newestSequence(projectId)}
  WHERE project_id = ${projectId} AND is_on = 0 AND deleting_since IS NULL`;
/** With the project. Its job takes over a deletion that is under way. */
export const writeProjectGone = (projectId: ProjectId, now: number, when: SQL): SQL => sql`
  UPDATE profile_settings SET is_on = 0, switched_at = switched_at + 1, deleting_since = ${now}, deleted_at = NULL WHERE project_id = ${projectId} AND ${when}`;
/** Holds while the deletion that began then is under way. */
export const isDeletingSince = (projectId: ProjectId, since: number): SQL =>
  sql`EXISTS (SELECT 1 FROM profile_settings WHERE project_id = ${projectId} AND deleting_since = ${since})`;
export const isOfDeletedProject = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${projectIsLive(projectId)} ${as.number("live")}`, ([row]) => row?.live !== 1);
export const isKept = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM profile_settings WHERE project_id = ${projectId})`;

/** The next contacts with a profile, for one page of the deletion. */
export const readNext = (projectId: ProjectId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("profiles", "contact_id")} FROM profiles WHERE project_id = ${projectId} ORDER BY contact_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.contact_id),
  );
/** Deletes a page and counts it, in one transaction; a repetition finds nothing to count. */
export function writePage(projectId: ProjectId, contactIds: readonly ContactId[], since: number): SQL[] {
  const among = sql`contact_id IN (SELECT value FROM json_each(${JSON.stringify(contactIds)}))`;
  const when = isDeletingSince(projectId, since);
  const of = (table: "profiles" | "profile_statements") =>
    sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${among})`;
  return [
    sql`UPDATE profile_settings SET deleted_profiles = deleted_profiles + ${of("profiles")}, deleted_statements = deleted_statements + ${of("profile_statements")} WHERE project_id = ${projectId} AND deleting_since = ${since}`,
    sql`DELETE FROM profile_statements WHERE project_id = ${projectId} AND ${among} AND ${when}`,
    sql`DELETE FROM profiles WHERE project_id = ${projectId} AND ${among} AND ${when}`,
  ];
}
export const writeDeletionDone = (projectId: ProjectId, since: number, now: number): SQL =>
  sql`UPDATE profile_settings SET deleting_since = NULL, deleted_at = ${now} WHERE project_id = ${projectId} AND deleting_since = ${since}`;
/** Of a deleted project: what people deleted, page by page, and the switch at last. */
export const writeForgetRefusalsOfProject = (projectId: ProjectId, limit: number): SQL =>
  sql`DELETE FROM profile_refusals WHERE (project_id, contact_id, statement_id) IN (SELECT project_id, contact_id, statement_id FROM profile_refusals WHERE project_id = ${projectId} LIMIT ${limit})`;
export const writeForgetSettings = (projectId: ProjectId): SQL => sql`DELETE FROM profile_settings WHERE project_id = ${projectId}`;
