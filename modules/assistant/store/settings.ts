// Statements on the assistant's settings and the versions of its guidance.
import { nameOf } from "#modules/accounts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { projectIsLive } from "#modules/projects";
import * as v from "valibot";
import { DEFAULT_GUIDANCE, Guidance } from "../contract/guidance.ts";

export interface StoredVersion {
  readonly version: number;
  readonly guidance: Guidance;
  readonly savedAt: number;
  readonly savedBy: string | null;
}
export interface StoredSettings {
  readonly enabled: boolean;
  /** The version in force; undefined before the first one. */
  readonly current: StoredVersion | undefined;
}
/** Columns of the row `g` of a version. */
export const versionColumns = columnList`${columns({ g: "assistant_guidance" }, "g.version, g.content, g.created_at")}, ${nameOf(sql`g.created_by`)} ${as.textOrNull("author")}`;
export const versionOf = (row: RowIn<typeof versionColumns>): StoredVersion => ({
  version: row.version,
  // A version of an earlier release lacks what was added since. Nobody chose there that conversations are closed.
  guidance: v.parse(Guidance, { ...DEFAULT_GUIDANCE, closeConfirmed: false, ...(JSON.parse(row.content) as object) }),
  savedAt: row.created_at,
  savedBy: row.author,
});
export const readSettings = (projectId: ProjectId): Query<StoredSettings> =>
  query(
    sql`SELECT s.enabled ${as.number("enabled")}, ${versionColumns} FROM assistant_settings s JOIN assistant_guidance g ON g.project_id = s.project_id AND g.version = s.version WHERE s.project_id = ${projectId}`,
    ([row]) => (row === undefined ? { enabled: false, current: undefined } : { enabled: row.enabled === 1, current: versionOf(row) }),
  );
/** Versions that are listed. */
const MOST_VERSIONS = 50;
export const readVersions = (projectId: ProjectId): Query<StoredVersion[]> =>
  query(
    sql`SELECT ${versionColumns} FROM assistant_guidance g WHERE g.project_id = ${projectId} ORDER BY g.version DESC LIMIT ${MOST_VERSIONS}`,
    (rows) => rows.map(versionOf),
  );

/** One of the saved versions. */
export const readVersion = (projectId: ProjectId, version: number): Query<StoredVersion | undefined> =>
  queryOne(sql`SELECT ${versionColumns} FROM assistant_guidance g WHERE g.project_id = ${projectId} AND g.version = ${version}`, versionOf);

/** What the widget says above a new conversation, empty for nothing of its own; undefined where the assistant is off. */
export const readGreeting = (projectId: ProjectId): Query<string | undefined> =>
  queryOne(
    sql`SELECT coalesce(g.content ->> '$.greeting', '') ${as.text("greeting")} FROM assistant_settings s JOIN assistant_guidance g ON g.project_id = s.project_id AND g.version = s.version WHERE s.project_id = ${projectId} AND s.enabled = 1`,
    (row) => row.greeting,
  );
/** Condition: the assistant answers customers of the project. */
export const isEnabled = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_settings WHERE project_id = ${projectId} AND enabled = 1)`;
export const readEnabled = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${isEnabled(projectId)} ${as.number("enabled")}`, ([row]) => row?.enabled === 1);

export interface NewVersion {
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly basedOn: number;
  readonly enabled: boolean;
  readonly guidance: Guidance;
  readonly by: string;
  readonly now: number;
}
const isNew = ({ projectId, clientId, basedOn }: NewVersion): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_guidance WHERE project_id = ${projectId} AND version = ${basedOn + 1} AND client_id = ${clientId})`;
/** Stores the version that follows `basedOn`, unless another one does, and puts it in force, where `when` holds. */
export const writeVersion = (one: NewVersion, when: SQL = sql`1`): SQL[] => [
  sql`INSERT INTO assistant_guidance (project_id, version, content, created_at, created_by, client_id)
    SELECT ${one.projectId}, ${one.basedOn + 1}, ${JSON.stringify(one.guidance)}, ${one.now}, ${one.by}, ${one.clientId}
    WHERE ${projectIsLive(one.projectId)} AND ${when} AND coalesce((SELECT version FROM assistant_settings WHERE project_id = ${one.projectId}), 0) = ${one.basedOn} ON CONFLICT DO NOTHING`,
  sql`INSERT INTO assistant_settings (project_id, enabled, version) SELECT ${one.projectId}, ${one.enabled ? 1 : 0}, ${one.basedOn + 1} WHERE ${isNew(one)}
    ON CONFLICT (project_id) DO UPDATE SET enabled = excluded.enabled, version = excluded.version WHERE assistant_settings.version = ${one.basedOn}`,
];
/** Whether the version was stored, now or by an earlier call. */
export const readStored = ({ projectId, clientId }: NewVersion): Query<boolean> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM assistant_guidance WHERE project_id = ${projectId} AND client_id = ${clientId}) ${as.number("stored")}`,
    ([row]) => row?.stored === 1,
  );
export const hasStored = ({ projectId, clientId, basedOn }: NewVersion): SQL => isNew({ projectId, clientId, basedOn } as NewVersion);

export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`UPDATE assistant_settings SET enabled = 0 WHERE project_id = ${projectId} AND ${when}`,
];
