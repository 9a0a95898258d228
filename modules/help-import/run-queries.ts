// Statements on import runs: who may start one, and how far it is.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import {
  as,
  columnList,
  columns,
  type JsonText,
  parseJson,
  type Query,
  query,
  queryOne,
  type RowIn,
  type Selected,
  type SQL,
  sql,
} from "#kernel/db/index.ts";
import type { AccountId, HelpImportId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isOfFirstOwner, staysOpened, stillMay } from "#modules/projects";
import type { ImportOptions, ImportRun, Platform } from "./contract.ts";
import type { Outline } from "./platforms/index.ts";

export interface Access {
  readonly name: string;
  readonly slug: string;
  readonly firstOwnerId: AccountId;
  /** Whether the first owner owns the project. */
  readonly own: boolean;
  readonly opened: boolean;
  readonly defaultLocale: string;
  /** Languages of the help center. */
  readonly locales: readonly string[];
}
const isOpened = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_access x WHERE x.project_id = ${projectId} AND ${staysOpened(projectId, sql`x.opened_by`)})`;
/** Condition: the project may use the installation's tokens. */
export const mayUseTokens = (projectId: ProjectId): SQL => sql`(${isOfFirstOwner(projectId)} OR ${isOpened(projectId)})`;
export const readAccess = (projectId: ProjectId): Query<Access | undefined> =>
  queryOne(
    sql`SELECT ${columns({ p: "projects", i: "installation" }, "p.name, p.slug, i.first_owner_id")}, ${isOfFirstOwner(projectId)} ${as.number("own")},
      ${isOpened(projectId)} ${as.number("opened")}, coalesce((SELECT default_locale FROM help_centers h WHERE h.project_id = p.id), 'en') ${as.text("default_locale")}, coalesce((SELECT locales FROM help_centers h WHERE h.project_id = p.id), '["en"]') ${as.of<{ locales: JsonText }>("locales")}
      FROM projects p JOIN installation i ON i.id = 1 WHERE p.id = ${projectId} AND p.deleted_at IS NULL`,
    (row) => ({
      name: row.name,
      slug: row.slug,
      firstOwnerId: row.first_owner_id,
      own: row.own !== 0,
      opened: row.opened !== 0,
      defaultLocale: row.default_locale,
      locales: parseJson<string[]>(row.locales),
    }),
  );
export const writeAccess = (projectId: ProjectId, open: boolean, by: AccountId, now: number): SQL =>
  open
    ? sql`INSERT INTO help_import_access (project_id, opened_at, opened_by) VALUES (${projectId}, ${now}, ${by}) ON CONFLICT (project_id) DO UPDATE SET opened_at = excluded.opened_at, opened_by = excluded.opened_by WHERE opened_by <> excluded.opened_by`
    : sql`DELETE FROM help_import_access WHERE project_id = ${projectId}`;

export interface Run {
  readonly id: HelpImportId;
  readonly projectId: ProjectId;
  /** The member for whom it works: who started, resumed or undid it last. */
  readonly by: AccountId;
  readonly platform: Platform;
  /** The help desk's site: a subdomain or a region; `place` on the wire and in tables. */
  readonly site: string;
  readonly options: ImportOptions;
  readonly dry: boolean;
  readonly state: ImportRun["state"];
  readonly phase: ImportRun["phase"];
  readonly at: string | null;
  readonly outline: Outline | null;
  readonly failures: number;
  readonly resumeAt: number | null;
  readonly createdAt: number;
  readonly shown: ImportRun;
}
const COUNTS = ["created", "updated", "unchanged", "kept", "skipped", "published", "removed", "restored", "spared", "narrowed"] as const;
export type Count = (typeof COUNTS)[number];
const RUN = columnList`${columns({ r: "help_import_runs" }, "r.id, r.project_id, r.name, r.platform, r.place, r.options, r.dry, r.state, r.phase, r.at, r.total, r.created, r.updated, r.unchanged, r.kept, r.skipped, r.published, r.removed, r.restored, r.spared, r.narrowed, r.failures, r.error, r.resume_at, r.created_at, r.given_by")}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("creator")}, ${columns({ r: "help_import_runs" }, "r.finished_at")}`;
const runOf = (row: RowIn<typeof RUN> & Selected<"help_import_runs", "outline">): Run => {
  const options = parseJson<ImportOptions>(row.options);
  const state = row.state;
  const phase = row.phase;
  const platform = row.platform as Platform;
  const id = row.id;
  const [dry, place, resumeAt] = [row.dry !== 0, row.place, row.resume_at];
  return {
    ...{ id, platform, site: place, options, dry, state, phase, resumeAt },
    projectId: row.project_id,
    by: row.given_by,
    at: row.at,
    outline: row.outline === null ? null : parseJson<Outline>(row.outline),
    failures: row.failures,
    createdAt: row.created_at,
    shown: {
      ...{ id, platform, place, options, dry, state, phase },
      name: row.name,
      total: row.total,
      counts: Object.fromEntries(COUNTS.map((name) => [name, row[name]])) as ImportRun["counts"],
      error: row.error as NonNullable<ImportRun["error"]> | null,
      resumeAt: isoOrNull(resumeAt),
      createdAt: iso(row.created_at),
      createdBy: row.creator,
      finishedAt: isoOrNull(row.finished_at),
    },
  };
};
export const readRun = (projectId: ProjectId, id: HelpImportId): Query<Run | undefined> =>
  queryOne(
    sql`SELECT ${RUN}, NULL ${as.of<{ outline: JsonText | null }>("outline")} FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`,
    runOf,
  );
/** Includes the outline of the source, which may be long. */
export const readWholeRun = (projectId: ProjectId, id: HelpImportId): Query<Run | undefined> =>
  queryOne(
    sql`SELECT ${RUN}, ${columns({ r: "help_import_runs" }, "r.outline")} FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`,
    runOf,
  );
export const readRunBy = (projectId: ProjectId, clientId: string): Query<Run | undefined> =>
  queryOne(
    sql`SELECT ${RUN}, NULL ${as.of<{ outline: JsonText | null }>("outline")} FROM help_import_runs r WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`,
    runOf,
  );
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Query<Run[]> =>
  query(
    sql`SELECT ${RUN}, NULL ${as.of<{ outline: JsonText | null }>("outline")} FROM help_import_runs r WHERE r.project_id = ${projectId}${before === undefined ? sql`` : sql` AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
/** Runs that no job may be working on, longest waiting first. */
export const readActive = (now: number, limit: number): Query<{ id: HelpImportId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("help_import_runs", "id, project_id")} FROM help_import_runs WHERE state IN ('running', 'undoing') AND (resume_at IS NULL OR resume_at <= ${now}) ORDER BY resume_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
export interface NewRun {
  readonly id: HelpImportId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly name: string;
  readonly platform: Platform;
  readonly place: string;
  readonly options: ImportOptions;
  readonly dry: boolean;
  readonly by: AccountId;
  readonly now: number;
}
const isBusy = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND state IN ('running', 'undoing'))`;
/** One run at a time per project: two would take each other's changes for those of members. */
export const writeRun = (r: NewRun, guard: SQL): SQL => sql`
  INSERT INTO help_import_runs (id, project_id, client_id, name, platform, place, options, dry, state, phase, created_at, created_by, given_by, updated_at)
  SELECT ${r.id}, ${r.projectId}, ${r.clientId}, ${r.name}, ${r.platform}, ${r.place}, ${JSON.stringify(r.options)}, ${r.dry ? 1 : 0}, 'running', 'outline', ${r.now}, ${r.by}, ${r.by}, ${r.now}
  WHERE ${guard} AND NOT ${isBusy(r.projectId)} ON CONFLICT (project_id, client_id) DO NOTHING`;
export const runExists = (projectId: ProjectId, id: HelpImportId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND id = ${id})`;
export const isState = (projectId: ProjectId, id: HelpImportId, state: ImportRun["state"]): SQL =>
  sql`EXISTS (SELECT 1 FROM help_import_runs WHERE project_id = ${projectId} AND id = ${id} AND state = ${state})`;
/** Condition: the member for whom the run works may still import into the project. */
const starterMay = (run: Run): SQL =>
  stillMay(run.projectId, sql`(SELECT given_by FROM help_import_runs WHERE project_id = ${run.projectId} AND id = ${run.id})`, "admin");
/**
 * Condition: the run is in this state and may work. Part of every batch that changes articles. An undo reads nothing from the source, so it
 * needs no token.
 */
export const mayWork = (run: Run, state: "running" | "undoing" = "running"): SQL =>
  sql`(${isState(run.projectId, run.id, state)} AND ${starterMay(run)}${state === "running" ? sql` AND ${mayUseTokens(run.projectId)}` : sql``})`;
/** Why the run must stop: the project may no longer use the tokens, or its member may no longer import. Null if it may continue. */
export const readStop = (run: Run): Query<"closed" | "giver" | undefined> =>
  queryOne(
    sql`SELECT CASE WHEN NOT ${starterMay(run)} THEN 'giver' WHEN ${run.phase} <> 'undo' AND NOT ${mayUseTokens(run.projectId)} THEN 'closed' END ${as.of<{ why: "closed" | "giver" | null }>("why")}`,
    (row) => row.why ?? undefined,
  );
export const ofRun = (projectId: ProjectId, id: HelpImportId): SQL => sql`project_id = ${projectId} AND id = ${id}`;
/** Stores where the run continues, if it is still where the caller saw it and may continue; otherwise the page counts as not done. */
export const writeProgress = (
  run: Run,
  to: { phase: Run["phase"]; at: string | null; outline?: Outline; total?: number | null },
  now: number,
): SQL => sql`
  UPDATE help_import_runs SET phase = ${to.phase}, at = ${to.at}, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}${to.outline === undefined ? sql`` : sql`, outline = ${JSON.stringify(to.outline)}`}${
    to.total === undefined || to.total === null ? sql`` : sql`, total = ${to.total}`
  } WHERE ${ofRun(run.projectId, run.id)} AND phase = ${run.phase} AND at IS ${run.at} AND ${mayWork(run, run.state === "undoing" ? "undoing" : "running")}`;
export const writeEnded = (run: Run, state: "done" | "undone", now: number): SQL =>
  sql`UPDATE help_import_runs SET state = ${state}, finished_at = ${now}, updated_at = ${now}, error = NULL, resume_at = NULL, failures = 0 WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
/** After a failure: sets the time of the next attempt, or stops for a person to resume. */
export const writeFailedAttempt = (run: Run, error: string, resumeAt: number | null, now: number): SQL =>
  sql`UPDATE help_import_runs SET failures = failures + 1, error = ${error}, resume_at = ${resumeAt}, updated_at = ${now}${resumeAt === null ? sql`, state = 'failed', finished_at = ${now}` : sql``} WHERE ${ofRun(run.projectId, run.id)} AND state = ${run.state}`;
export const writeAborted = (projectId: ProjectId, id: HelpImportId, now: number, guard: SQL): SQL =>
  sql`UPDATE help_import_runs SET state = 'aborted', finished_at = ${now}, updated_at = ${now}, resume_at = NULL WHERE ${ofRun(projectId, id)} AND state = 'running' AND ${guard}`;
export const writeResumed = (projectId: ProjectId, id: HelpImportId, by: AccountId, now: number, guard: SQL): SQL =>
  sql`UPDATE help_import_runs SET given_by = ${by}, state = CASE WHEN phase = 'undo' THEN 'undoing' ELSE 'running' END, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('failed', 'aborted') AND NOT ${isBusy(projectId)} AND ${guard}`;
export const writeUndoing = (projectId: ProjectId, id: HelpImportId, by: AccountId, now: number, guard: SQL): SQL =>
  sql`UPDATE help_import_runs SET given_by = ${by}, state = 'undoing', phase = 'undo', at = NULL, finished_at = NULL, failures = 0, error = NULL, resume_at = NULL, updated_at = ${now}
    WHERE ${ofRun(projectId, id)} AND state IN ('done', 'failed', 'aborted') AND dry = 0 AND phase <> 'undo' AND NOT ${isBusy(projectId)} AND ${guard}`;
/** Aborts the runs of a deleted project. */
export const writeAbortImportsOfProject = (projectId: ProjectId, guard: SQL): SQL[] =>
  ["help_import_runs", "help_import_items", "help_import_rows", "help_import_access"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${guard}`,
  );
