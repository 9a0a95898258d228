// Statements on import runs: who may start one, and how far it is.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import { isExportChecked } from "#modules/desk-exports";
import type { AccountId, DeskExportId, DeskImportId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isOfFirstOwner, staysOpened, stillMay } from "#modules/projects";
import type { DeskImportOptions, DeskImportRun, Platform } from "./contract.ts";

export interface Access {
  readonly name: string;
  readonly firstOwnerId: AccountId;
  /** Whether the first owner owns the project. */
  readonly own: boolean;
  readonly opened: boolean;
}
const isOpened = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_access x WHERE x.project_id = ${projectId} AND ${staysOpened(projectId, sql`x.opened_by`)})`;
/** Condition: the project may use the installation's tokens. */
export const mayUseTokens = (projectId: ProjectId): SQL => sql`(${isOfFirstOwner(projectId)} OR ${isOpened(projectId)})`;
export const readAccess = (projectId: ProjectId): Query<Access | undefined> =>
  queryOne(
    sql`SELECT ${columns({ p: "projects", i: "installation" }, "p.name, i.first_owner_id")}, ${isOfFirstOwner(projectId)} ${as.number("own")}, ${isOpened(projectId)} ${as.number("opened")}
      FROM projects p JOIN installation i ON i.id = 1 WHERE p.id = ${projectId} AND p.deleted_at IS NULL`,
    (row) => ({ name: row.name, firstOwnerId: row.first_owner_id, own: row.own !== 0, opened: row.opened !== 0 }),
  );
export const writeAccess = (projectId: ProjectId, open: boolean, by: AccountId, now: number): SQL =>
  open
    ? sql`INSERT INTO desk_import_access (project_id, opened_at, opened_by) VALUES (${projectId}, ${now}, ${by}) ON CONFLICT (project_id) DO UPDATE SET opened_at = excluded.opened_at, opened_by = excluded.opened_by WHERE opened_by <> excluded.opened_by`
    : sql`DELETE FROM desk_import_access WHERE project_id = ${projectId}`;

/** One help desk as a source for one project. `site` is `place` on the wire and in tables. */
export interface DeskSource {
  readonly projectId: ProjectId;
  readonly platform: Platform;
  readonly site: string;
}
export interface Run extends DeskSource {
  readonly id: DeskImportId;
  /** The member for whom it works: who started, resumed or undid it last. */
  readonly by: AccountId;
  readonly options: DeskImportOptions;
  /** The uploaded export that it reads; null: the help desk itself. */
  readonly exportId: DeskExportId | null;
  readonly dry: boolean;
  readonly state: DeskImportRun["state"];
  readonly phase: DeskImportRun["phase"];
  readonly at: string | null;
  readonly since: number | null;
  readonly failures: number;
  readonly resumeAt: number | null;
  readonly shown: DeskImportRun;
}
const COUNTS = [
  "created",
  "updated",
  "unchanged",
  "kept",
  "skipped",
  "messages",
  "replies",
  "companies",
  "ratings",
  "removed",
  "spared",
] as const;
export type Count = (typeof COUNTS)[number];
const RUN = columnList`${columns({ r: "desk_import_runs" }, "r.id, r.project_id, r.name, r.platform, r.place, r.export_id, r.options, r.dry, r.state, r.phase, r.at, r.since, r.total, r.created, r.updated, r.unchanged, r.kept, r.skipped, r.messages, r.replies, r.companies, r.ratings, r.removed, r.spared, r.failures, r.error, r.resume_at, r.created_at, r.given_by, r.finished_at")}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("creator")}`;
const runOf = (row: RowIn<typeof RUN>): Run => {
  const options = parseJson<DeskImportOptions>(row.options);
  const { id, state, phase } = row;
  const platform = row.platform as Platform;
  const [dry, place, resumeAt, exportId] = [row.dry !== 0, row.place, row.resume_at, row.export_id as DeskExportId | null];
  return {
    ...{ id, platform, site: place, exportId, options, dry, state, phase, resumeAt, since: row.since, at: row.at, failures: row.failures },
    projectId: row.project_id,
    by: row.given_by,
    shown: {
      ...{ id, platform, place, exportId, options, dry, state, phase },
      name: row.name,
      since: isoOrNull(row.since),
      total: row.total,
      counts: Object.fromEntries(COUNTS.map((name) => [name, row[name]])) as DeskImportRun["counts"],
      error: row.error as NonNullable<DeskImportRun["error"]> | null,
      resumeAt: isoOrNull(resumeAt),
      createdAt: iso(row.created_at),
      createdBy: row.creator,
      finishedAt: isoOrNull(row.finished_at),
    },
  };
};
export const readRun = (projectId: ProjectId, id: DeskImportId): Query<Run | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM desk_import_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`, runOf);
export const readRunBy = (projectId: ProjectId, clientId: string): Query<Run | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM desk_import_runs r WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`, runOf);
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Query<Run[]> =>
  query(
    sql`SELECT ${RUN} FROM desk_import_runs r WHERE r.project_id = ${projectId}${before === undefined ? sql`` : sql` AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
/** Runs that no job may be working on, longest waiting first. */
export const readActive = (now: number, limit: number): Query<{ id: DeskImportId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("desk_import_runs", "id, project_id")} FROM desk_import_runs WHERE state IN ('running', 'undoing') AND (resume_at IS NULL OR resume_at <= ${now}) ORDER BY resume_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
/** Expression: until when complete runs of the source have seen its changes; null before the first. */
const seenUntil = ({ projectId, platform, site }: DeskSource): SQL =>
  sql`(SELECT p.seen_until FROM desk_import_runs p WHERE p.project_id = ${projectId} AND p.platform = ${platform} AND p.place = ${site} AND p.dry = 0 AND p.state = 'done' ORDER BY p.id DESC LIMIT 1)`;
/** Until when complete runs of the source that took ratings have seen its changes; null before the first. */
export const readRatedUntil = ({ projectId, platform, site }: DeskSource): Query<number | null> =>
  query(
    sql`SELECT (SELECT p.seen_until FROM desk_import_runs p WHERE p.project_id = ${projectId} AND p.platform = ${platform} AND p.place = ${site} AND p.dry = 0 AND p.state = 'done' AND p.options ->> '$.ratings' = 1 ORDER BY p.id DESC LIMIT 1) ${as.numberOrNull("until")}`,
    ([row]) => row?.until ?? null,
  );
export const readSeenUntil = (source: DeskSource): Query<number | null> =>
  query(sql`SELECT ${seenUntil(source)} ${as.numberOrNull("until")}`, ([row]) => row?.until ?? null);

export interface NewRun extends DeskSource {
  readonly id: DeskImportId;
  readonly clientId: string;
  readonly name: string;
  readonly options: DeskImportOptions;
  readonly exportId: DeskExportId | null;
  readonly dry: boolean;
  readonly by: AccountId;
  readonly now: number;
}
const isBusy = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_runs WHERE project_id = ${projectId} AND state IN ('running', 'undoing'))`;
/** One run at a time per project: two would take each other's changes for those of members. */
export const writeRun = (r: NewRun, guard: SQL): SQL => sql`
  INSERT INTO desk_import_runs (id, project_id, client_id, name, platform, place, export_id, options, dry, state, phase, since, created_at, created_by, given_by, updated_at)
  SELECT ${r.id}, ${r.projectId}, ${r.clientId}, ${r.name}, ${r.platform}, ${r.site}, ${r.exportId}, ${JSON.stringify(r.options)}, ${r.dry ? 1 : 0}, 'running', 'tickets', ${r.options.everything || r.exportId !== null ? sql`NULL` : seenUntil(r)}, ${r.now}, ${r.by}, ${r.by}, ${r.now}
  WHERE ${guard} AND NOT ${isBusy(r.projectId)} ON CONFLICT (project_id, client_id) DO NOTHING`;
export const runExists = (projectId: ProjectId, id: DeskImportId): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_runs WHERE project_id = ${projectId} AND id = ${id})`;
export const isState = (projectId: ProjectId, id: DeskImportId, state: DeskImportRun["state"]): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_runs WHERE project_id = ${projectId} AND id = ${id} AND state = ${state})`;
/** Condition: a run reads this upload, or an import that was stopped may go on with it. */
export const isBeingRead = (projectId: SQL, exportId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_runs u WHERE u.project_id = ${projectId} AND u.export_id = ${exportId}
    AND (u.state = 'running' OR (u.state IN ('failed', 'aborted') AND u.dry = 0)))`;
/** Condition: the member for whom the run works may still import into the project. */
const starterMay = (run: Run): SQL =>
  stillMay(run.projectId, sql`(SELECT given_by FROM desk_import_runs WHERE project_id = ${run.projectId} AND id = ${run.id})`, "admin");
/** Condition: what the run reads may be read: the export is there, or the project may use the installation's tokens. */
export const mayRead = (projectId: ProjectId, platform: Platform, exportId: DeskExportId | null): SQL =>
  exportId === null ? mayUseTokens(projectId) : isExportChecked(projectId, exportId, platform);
/** Condition: the run is in this state and may work. Part of every batch that changes something. An undo needs no token. */
export const mayWork = (run: Run, state: "running" | "undoing" = "running"): SQL =>
  sql`(${isState(run.projectId, run.id, state)} AND ${starterMay(run)}${state === "running" ? sql` AND ${mayRead(run.projectId, run.platform, run.exportId)}` : sql``})`;
/** Why the run must stop: the project may no longer use the tokens, or its member may no longer import. Null if it may continue. */
export const readStop = (run: Run): Query<"closed" | "giver" | "export" | undefined> =>
  queryOne(
    sql`SELECT CASE WHEN NOT ${starterMay(run)} THEN 'giver' WHEN ${run.phase} = 'tickets' AND NOT ${mayRead(run.projectId, run.platform, run.exportId)} THEN ${run.exportId === null ? "closed" : "export"} END ${as.of<{ why: "closed" | "giver" | "export" | null }>("why")}`,
    (row) => row.why ?? undefined,
  );
export const ofRun = (projectId: ProjectId, id: DeskImportId): SQL => sql`project_id = ${projectId} AND id = ${id}`;
/** Stores where the run continues, if it is still where the caller saw it and may continue; otherwise the page counts as not done. */
export const writeProgress = (
  run: Run,
  to: { readonly phase: Run["phase"]; readonly at: string | null; readonly total?: number | null; readonly seenUntil?: number },
  now: number,
): SQL => sql`
  UPDATE desk_import_runs SET phase = ${to.phase}, at = ${to.at}, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}, seen_until = max(coalesce(seen_until, since, 0), ${to.seenUntil ?? 0})${
    to.total === undefined || to.total === null ? sql`` : sql`, total = ${to.total}`
  } WHERE ${ofRun(run.projectId, run.id)} AND phase = ${run.phase} AND at IS ${run.at} AND ${mayWork(run, run.state === "undoing" ? "undoing" : "running")}`;
export const writeEnded = (run: Run, state: "done" | "undone", now: number): SQL =>
  sql`UPDATE desk_import_runs SET state = ${state}, finished_at = ${now}, updated_at = ${now}, error = NULL, resume_at = NULL, failures = 0 WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
/** After a failure: sets the time of the next attempt, or stops for a person to resume. */
export const writeFailedAttempt = (run: Run, error: string, resumeAt: number | null, now: number): SQL =>
  sql`UPDATE desk_import_runs SET failures = failures + 1, error = ${error}, resume_at = ${resumeAt}, updated_at = ${now}${resumeAt === null ? sql`, state = 'failed', finished_at = ${now}` : sql``} WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
export const writeAborted = (projectId: ProjectId, id: DeskImportId, now: number, guard: SQL): SQL =>
  sql`UPDATE desk_import_runs SET state = 'aborted', finished_at = ${now}, updated_at = ${now}, resume_at = NULL WHERE ${ofRun(projectId, id)} AND state = 'running' AND ${guard}`;
export const writeResumed = (projectId: ProjectId, id: DeskImportId, by: AccountId, now: number, guard: SQL): SQL =>
  sql`UPDATE desk_import_runs SET given_by = ${by}, state = CASE WHEN phase = 'tickets' THEN 'running' ELSE 'undoing' END, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('failed', 'aborted') AND NOT ${isBusy(projectId)} AND ${guard}`;
export const writeUndoing = (projectId: ProjectId, id: DeskImportId, by: AccountId, now: number, guard: SQL): SQL =>
  sql`UPDATE desk_import_runs SET given_by = ${by}, state = 'undoing', phase = 'undo', at = NULL, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('done', 'failed', 'aborted') AND dry = 0 AND phase = 'tickets' AND NOT ${isBusy(projectId)} AND ${guard}`;
export const writeCounted = (run: Run, count: Count, guard: SQL, by: SQL = sql`1`): SQL =>
  sql`UPDATE desk_import_runs SET ${sql.raw(`${count} = ${count}`)} + ${by} WHERE ${ofRun(run.projectId, run.id)} AND ${guard}`;

/** Condition: the project has a run or may have had one. */
export const hasRuns = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM desk_import_runs WHERE project_id = ${projectId})`;
/** Stops the runs of a project that is deleted, and forgets who opened it. */
export const writeStopWithProject = (projectId: ProjectId, now: number, guard: SQL): SQL[] => [
  sql`UPDATE desk_import_runs SET state = 'aborted', finished_at = ${now}, resume_at = NULL WHERE project_id = ${projectId} AND state IN ('running', 'undoing') AND ${guard}`,
  sql`DELETE FROM desk_import_access WHERE project_id = ${projectId} AND ${guard}`,
];
/** Removes a page of what imports stored of a deleted project. The last statement's changes tell whether there is more. */
export function writeGoneWithProject(projectId: ProjectId, limit: number): SQL[] {
  const page = (table: string, key: string): SQL =>
    sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND (${sql.raw(key)}) IN (SELECT ${sql.raw(key)} FROM ${sql.raw(table)} WHERE project_id = ${projectId} LIMIT ${limit})`;
  const isLast = sql`NOT EXISTS (SELECT 1 FROM desk_import_rows WHERE project_id = ${projectId}) AND NOT EXISTS (SELECT 1 FROM desk_import_items WHERE project_id = ${projectId})`;
  return [
    page("desk_import_people", "platform, place, source_id"),
    page("desk_import_items", "platform, place, source_id"),
    page("desk_import_replies", "platform, place, source_id"),
    page("desk_import_companies", "platform, place, source_id"),
    page("desk_import_ratings", "platform, place, source_id"),
    page("desk_import_additions", "run_id, source_id"),
    page("desk_import_tags", "tag_id"),
    sql`DELETE FROM desk_import_runs WHERE project_id = ${projectId} AND ${isLast}`,
    page("desk_import_rows", "run_id, source_id"),
  ];
}
