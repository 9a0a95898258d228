// All SQL of knowledge from repositories.
import { days, hours, iso, isoOrNull } from "#kernel/clock/index.ts";
import { columns, type JsonText, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { isUnderWay } from "#kernel/jobs/index.ts";
import { writeFilledSourcesRemoved } from "#modules/knowledge-sources";
import { type Chosen, KEPT_DAYS, type NOTES, type Sync, type SyncFault } from "./contract.ts";

export type Note = (typeof NOTES)[number];
export type Step = "start" | "files" | "releases" | "commits" | "discussions" | "removing" | "emptying";
/** What was read of the commits after the latest release: entity tags, and what the second one depends on. */
export interface UnreleasedMark {
  readonly release: string;
  readonly tag: string;
  /** When the release was made, as GitHub says it. */
  readonly since: string;
  readonly commits: string;
}
const ROW = columns("repository_knowledge", "*");
/** A source as its sync needs it. `syncs` and `step` say which step of which sync it is: a step stores only while they are as read. */
export interface Stored extends Chosen {
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly repository: string;
  readonly remoteId: string;
  readonly branch: string;
  readonly isPrivate: boolean;
  readonly nextAt: number | null;
  readonly syncs: number;
  readonly waits: number;
  readonly tries: number;
  readonly step: Step | null;
  readonly commit: string | null;
  readonly refEtag: string | null;
  readonly releasesEtag: string | null;
  readonly unreleased: UnreleasedMark | null;
  readonly notes: readonly Note[];
  readonly lostAt: number | null;
  readonly sync: Sync | null;
}
const storedOf = (row: RowIn<typeof ROW>): Stored => {
  const notes = parseJson<Note[]>(row.notes as JsonText);
  return {
    ...{ projectId: row.project_id, sourceId: row.source_id, repository: row.repository, remoteId: row.remote_id, branch: row.branch },
    ...{
      isPrivate: row.is_private === 1,
      readme: row.readme === 1,
      docs: row.docs,
      releases: row.releases === 1,
      commits: row.commits === 1,
    },
    discussions: row.discussions === null ? null : parseJson<string[]>(row.discussions as JsonText),
    ...{ schedule: row.schedule, nextAt: row.next_at, syncs: row.syncs, waits: row.waits, tries: row.tries, step: row.step },
    ...{ commit: row.commit_sha, refEtag: row.ref_etag, releasesEtag: row.releases_etag, lostAt: row.lost_at, notes },
    unreleased: row.commits_etag === null ? null : parseJson<UnreleasedMark>(row.commits_etag as JsonText),
    sync:
      row.started_at === null
        ? null
        : {
            state: row.step === null ? (row.fault === null ? "done" : "failed") : row.wait_until === null ? "running" : "waiting",
            ...{ found: row.found, stored: row.stored, skipped: row.skipped, removed: row.removed, notes },
            ...{ fault: row.fault as SyncFault | null, until: isoOrNull(row.wait_until), lostAt: isoOrNull(row.lost_at) },
            ...{ startedAt: iso(row.started_at), finishedAt: isoOrNull(row.finished_at) },
          },
  };
};
const at = (projectId: ProjectId, sourceId: KnowledgeSourceId): SQL => sql`project_id = ${projectId} AND source_id = ${sourceId}`;

export const readStored = (projectId: ProjectId, sourceId: KnowledgeSourceId): Query<Stored | undefined> =>
  queryOne(sql`SELECT ${ROW} FROM repository_knowledge WHERE ${at(projectId, sourceId)}`, storedOf);

/** Condition: it is one of the project's repositories. */
export const isChosen = (projectId: ProjectId, repository: string): SQL =>
  sql`EXISTS (SELECT 1 FROM code_hosting_repositories WHERE project_id = ${projectId} AND name = ${repository})`;
/** Condition: this version of a text is not stored. */
export const isNewVersion = ({ projectId, sourceId }: Stored, { key, version }: { readonly key: string; readonly version: string }): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM knowledge_items WHERE project_id = ${projectId} AND source_id = ${sourceId} AND key = ${key} AND etag = ${version} AND state <> 'removing')`;
const listOrNull = (list: readonly string[] | null): string | null => list && JSON.stringify(list);
export const writeNew = (
  s: Chosen & Pick<Stored, "projectId" | "sourceId" | "repository" | "remoteId" | "branch" | "isPrivate">,
  when: SQL,
): SQL => sql`
  INSERT INTO repository_knowledge (project_id, source_id, repository, remote_id, branch, is_private, readme, docs, releases, discussions, commits, schedule)
  SELECT ${s.projectId}, ${s.sourceId}, ${s.repository}, ${s.remoteId}, ${s.branch}, ${s.isPrivate ? 1 : 0}, ${s.readme ? 1 : 0}, ${s.docs}, ${s.releases ? 1 : 0},
    ${listOrNull(s.discussions)}, ${s.commits ? 1 : 0}, ${s.schedule} WHERE ${when} ON CONFLICT DO NOTHING`;
/** What was read completely counts no longer: something else may be wanted of it. */
export const writeChosen = (projectId: ProjectId, sourceId: KnowledgeSourceId, c: Chosen, isPrivate: boolean): SQL => sql`
  UPDATE repository_knowledge SET readme = ${c.readme ? 1 : 0}, docs = ${c.docs}, releases = ${c.releases ? 1 : 0}, discussions = ${listOrNull(c.discussions)},
    commits = ${c.commits ? 1 : 0}, schedule = ${c.schedule}, is_private = ${isPrivate ? 1 : 0}, ref_etag = NULL, releases_etag = NULL, commits_etag = NULL WHERE ${at(projectId, sourceId)}`;

// --- syncs -------------------------------------------------------------------------

/** Begins the next sync, of which the number must be the one that was read: two at the same time begin one. `anew`: also while one runs. */
export const writeBegun = (
  s: Pick<Stored, "projectId" | "sourceId" | "syncs">,
  nextAt: number | null,
  now: number,
  anew: boolean,
): SQL => sql`
  UPDATE repository_knowledge SET syncs = ${s.syncs + 1}, waits = 0, tries = 0, step = 'start', commit_sha = NULL, found = 0, stored = 0, skipped = 0, removed = 0,
    notes = '[]', fault = NULL, wait_until = NULL, started_at = ${now}, finished_at = NULL, next_at = ${nextAt}
  WHERE ${at(s.projectId, s.sourceId)} AND syncs = ${s.syncs} ${anew ? sql`` : sql`AND step IS NULL`}`;
/** Condition: this sync runs, and is at this step. */
export const isAt = ({ projectId, sourceId, syncs, step }: Pick<Stored, "projectId" | "sourceId" | "syncs" | "step">): SQL =>
  sql`EXISTS (SELECT 1 FROM repository_knowledge WHERE ${at(projectId, sourceId)} AND syncs = ${syncs} AND step = ${step})`;
const running = (s: Stored): SQL => sql`${at(s.projectId, s.sourceId)} AND syncs = ${s.syncs} AND step = ${s.step}`;
export interface Change {
  readonly step?: Step;
  readonly branch?: string;
  readonly isPrivate?: boolean;
  readonly commit?: string;
  readonly refEtag?: string | null;
  readonly releasesEtag?: string | null;
  readonly unreleased?: UnreleasedMark | null;
  readonly note?: Note;
  /** Counted beside what is counted already. */
  readonly found?: number;
  readonly skipped?: number;
  readonly stored?: number;
  readonly removed?: number;
}
/** What a step has learnt. */
export const writeProgress = (s: Stored, c: Change, when: SQL = sql`1`): SQL => sql`
  UPDATE repository_knowledge SET step = coalesce(${c.step ?? null}, step), branch = coalesce(${c.branch ?? null}, branch),
    is_private = coalesce(${c.isPrivate === undefined ? null : c.isPrivate ? 1 : 0}, is_private), commit_sha = coalesce(${c.commit ?? null}, commit_sha),
    ref_etag = ${c.refEtag === undefined ? sql`ref_etag` : sql`${c.refEtag}`}, releases_etag = ${c.releasesEtag === undefined ? sql`releases_etag` : sql`${c.releasesEtag}`},
    commits_etag = ${c.unreleased === undefined ? sql`commits_etag` : sql`${c.unreleased && JSON.stringify(c.unreleased)}`},
    notes = ${c.note === undefined ? sql`notes` : sql`CASE WHEN instr(notes, ${`"${c.note}"`}) > 0 THEN notes ELSE json_insert(notes, '$[#]', ${c.note}) END`},
    found = found + ${c.found ?? 0}, skipped = skipped + ${c.skipped ?? 0}, stored = stored + ${c.stored ?? 0}, removed = removed + ${c.removed ?? 0}, tries = 0, fault = NULL, wait_until = NULL
  WHERE ${running(s)} AND ${when}`;
/** It waits for GitHub; the next job depends on that. */
export const writeWait = (s: Stored, fault: SyncFault, until: number): SQL => sql`
  UPDATE repository_knowledge SET waits = ${s.waits + 1}, tries = tries + ${fault === "unavailable" ? 1 : 0}, fault = ${fault}, wait_until = ${until}
  WHERE ${running(s)} AND waits = ${s.waits}`;
export const waited = (s: Stored): SQL => sql`EXISTS (SELECT 1 FROM repository_knowledge WHERE ${running(s)} AND waits = ${s.waits + 1})`;
/**
 * `lost`: GitHub refuses access. Until a sync succeeds that stays so, and one that is only started by hand is due when its texts are to be
 * removed. `isEmptied`: they are.
 */
export function writeEnd(s: Stored, end: { fault: SyncFault | null; lost: boolean; isEmptied?: boolean; now: number }): SQL {
  const lostAt = end.fault === null ? null : end.lost ? (s.lostAt ?? end.now) : s.lostAt;
  const dueAt = lostAt === null || end.isEmptied ? null : Math.max(lostAt + days(KEPT_DAYS), end.now + hours(1));
  return sql`
    UPDATE repository_knowledge SET step = NULL, fault = ${end.fault}, wait_until = NULL, finished_at = ${end.now}, lost_at = ${lostAt},
      next_at = coalesce(next_at, ${dueAt}) WHERE ${running(s)}`;
}
/** The texts go after the sync; it has failed all the same. */
export const writeEmptying = (s: Stored, fault: SyncFault): SQL =>
  sql`UPDATE repository_knowledge SET step = 'emptying', fault = ${fault}, wait_until = NULL, ref_etag = NULL, releases_etag = NULL, commits_etag = NULL WHERE ${running(s)}`;
export const hasEnded = (s: Stored): SQL =>
  sql`EXISTS (SELECT 1 FROM repository_knowledge WHERE ${at(s.projectId, s.sourceId)} AND syncs = ${s.syncs} AND step IS NULL)`;

export const readDue = (now: number, limit: number): Query<Stored[]> =>
  query(
    sql`SELECT ${ROW} FROM repository_knowledge INDEXED BY repository_knowledge_due WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit}`,
    (rows) => rows.map(storedOf),
  );
/** One that is due while another runs is due again later. */
export const writeDueLater = (s: Stored, dueAt: number): SQL =>
  sql`UPDATE repository_knowledge SET next_at = ${dueAt} WHERE ${at(s.projectId, s.sourceId)} AND next_at = ${s.nextAt} AND step IS NOT NULL`;
export const KEY = "repository-knowledge.sync";
/** Syncs whose job gave up. */
export const readStuck = (limit: number): Query<Stored[]> =>
  query(
    sql`SELECT ${ROW} FROM repository_knowledge INDEXED BY repository_knowledge_running WHERE step IS NOT NULL
      AND NOT ${isUnderWay(sql`${`${KEY}:`} || repository_knowledge.source_id || ':' || syncs || ':' || waits`)} LIMIT ${limit}`,
    (rows) => rows.map(storedOf),
  );

// --- what happens to repositories ----------------------------------------------------

/** They are synced with the next minute. */
export const writeChangedAt = (projectId: ProjectId, repository: string, now: number): SQL =>
  sql`UPDATE repository_knowledge SET next_at = ${now} WHERE project_id = ${projectId} AND lower(repository) = lower(${repository})`;
export const writeRenamed = (projectId: ProjectId, from: string, to: string): SQL =>
  sql`UPDATE repository_knowledge SET repository = ${to} WHERE project_id = ${projectId} AND lower(repository) = lower(${from})`;
const ofRepository = (repository: string | undefined): SQL =>
  repository === undefined ? sql`1` : sql`lower(r.repository) = lower(${repository})`;
/** The sources go, and what they say with them. */
export const writeLeft = (projectId: ProjectId, repository: string | undefined, now: number, when: SQL = sql`1`): SQL[] => [
  writeFilledSourcesRemoved(
    projectId,
    sql`SELECT r.source_id FROM repository_knowledge r WHERE r.project_id = ${projectId} AND ${ofRepository(repository)} AND ${when}`,
    now,
  ),
  sql`DELETE FROM repository_knowledge AS r WHERE r.project_id = ${projectId} AND ${ofRepository(repository)} AND ${when}`,
];
export const writeSourceGone = (projectId: ProjectId, sourceId: KnowledgeSourceId): SQL =>
  sql`DELETE FROM repository_knowledge WHERE ${at(projectId, sourceId)}`;
