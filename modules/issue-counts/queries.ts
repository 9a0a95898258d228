// All SQL of keeping the number of customers at GitHub.
import { as, columnList, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { CodeIssueId, ProjectId } from "#kernel/ids/index.ts";
import type { CodeHostFault } from "#modules/code-hosting";
import { projectIsLive } from "#modules/projects";
import type { CountMode } from "./contract.ts";
import { MAX_LINKS_COUNTED } from "./count-text.ts";

// --- the setting -------------------------------------------------------------------

const REFUSED = sql`fault IN ('forbidden', 'missing', 'gone', 'invalid')`;
export const readMode = (projectId: ProjectId): Query<{ readonly mode: CountMode; readonly isGathering: boolean }> =>
  query(
    sql`SELECT ${columns("code_issue_count_settings", "mode, walked")} FROM code_issue_count_settings WHERE project_id = ${projectId}`,
    ([row]) => ({ mode: row?.mode ?? "nothing", isGathering: row !== undefined && row.walked !== null }),
  );
/** Due by now and not refused: what waits for its turn. */
export const readWaiting = (projectId: ProjectId, now: number, limit: number): Query<number> =>
  query(
    sql`SELECT count(*) ${as.number("waiting")} FROM (SELECT 1 FROM code_issue_counts WHERE project_id = ${projectId} AND due_at <= ${now} LIMIT ${limit})`,
    ([row]) => row?.waiting ?? 0,
  );
export const readRefused = (projectId: ProjectId, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("code_issue_counts", "repository, number")} FROM code_issue_counts INDEXED BY code_issue_counts_fault WHERE project_id = ${projectId} AND fault IS NOT NULL AND ${REFUSED} LIMIT ${limit}`,
    (rows) => rows.map((row) => `${row.repository ?? ""}#${row.number ?? 0}`),
  );
/** All issues are marked anew, page by page. */
export const writeMode = (projectId: ProjectId, mode: CountMode): SQL => sql`
  INSERT INTO code_issue_count_settings (project_id, mode, walked) SELECT ${projectId}, ${mode}, '' WHERE ${projectIsLive(projectId)}
  ON CONFLICT (project_id) DO UPDATE SET mode = excluded.mode, walked = '' WHERE code_issue_count_settings.mode <> excluded.mode`;

export interface Walk {
  readonly projectId: ProjectId;
  readonly mode: CountMode;
  readonly walked: string;
}
export const readWalks = (limit: number): Query<Walk[]> =>
  query(
    sql`SELECT ${columns("code_issue_count_settings", "project_id, mode, walked")} FROM code_issue_count_settings INDEXED BY code_issue_count_settings_walk WHERE walked IS NOT NULL LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, mode: row.mode, walked: row.walked ?? "" })),
  );
/** The next issues: those that are linked, and those of which something stands at GitHub. */
export const readNextIssues = ({ projectId, walked }: Walk, limit: number): Query<string[]> =>
  query(
    sql`SELECT id ${as.text("id")} FROM (SELECT * FROM (SELECT i.id FROM code_issues i WHERE i.project_id = ${projectId} AND i.id > ${walked} ORDER BY i.id LIMIT ${limit})
      UNION SELECT * FROM (SELECT k.issue_id FROM code_issue_counts k WHERE k.project_id = ${projectId} AND k.issue_id > ${walked} ORDER BY k.issue_id LIMIT ${limit})) ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Marks a page; nothing once the mode is another one. Due now: what changes in other projects has been due for longer. */
export const writeWalked = (
  { projectId, mode, walked }: Walk,
  ids: readonly string[],
  { reached, now }: { reached: string | null; now: number },
): SQL[] => {
  const still = sql`EXISTS (SELECT 1 FROM code_issue_count_settings WHERE project_id = ${projectId} AND mode = ${mode} AND walked = ${walked})`;
  return [
    sql`INSERT INTO code_issue_counts (project_id, issue_id, due_at) SELECT ${projectId}, value, ${now} FROM json_each(${JSON.stringify(ids)}) WHERE ${still}
      ON CONFLICT (project_id, issue_id) DO UPDATE SET due_at = ${now}, not_before = 0, changes = changes + 1, fault = NULL`,
    sql`UPDATE code_issue_count_settings SET walked = ${reached} WHERE project_id = ${projectId} AND mode = ${mode} AND walked = ${walked}`,
  ];
};

// --- what stands at GitHub ------------------------------------------------------------

const COUNT = columnList`${columns({ k: "code_issue_counts" }, "k.project_id, k.issue_id, k.due_at, k.changes, k.repository, k.number, k.mode, k.count, k.marker, k.comment_id, k.written_at")}`;
export interface Counted {
  readonly projectId: ProjectId;
  readonly issueId: CodeIssueId;
  readonly dueAt: number;
  readonly changes: number;
  readonly place: { readonly repository: string; readonly number: number } | null;
  readonly mode: "comment" | "label" | null;
  readonly count: number | null;
  readonly marker: string | null;
  readonly commentId: string | null;
  readonly writtenAt: number | null;
}
const due = (now: number, looked: number): SQL =>
  sql`SELECT * FROM code_issue_counts INDEXED BY code_issue_counts_due WHERE due_at <= ${now} ORDER BY due_at LIMIT ${looked}`;
/** A few of each project, among those that are due for longest: first one of each, then the second ones. */
export const readDueCounts = (
  now: number,
  { looked, perProject, limit }: { looked: number; perProject: number; limit: number },
): Query<Counted[]> =>
  query(
    sql`SELECT ${COUNT} FROM (SELECT d.*, row_number() OVER (PARTITION BY d.project_id ORDER BY d.due_at, d.issue_id) AS nth FROM (${due(now, looked)}) d) k
      WHERE k.nth <= ${perProject} ORDER BY k.nth, k.due_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ projectId: row.project_id, issueId: row.issue_id, dueAt: row.due_at, changes: row.changes, mode: row.mode, count: row.count },
        place: row.repository === null || row.number === null ? null : { repository: row.repository, number: row.number },
        ...{ marker: row.marker, commentId: row.comment_id, writtenAt: row.written_at },
      })),
  );
/** Projects of which this many are due, among those that are due for longest. */
export const readCrowds = (now: number, looked: number, many: number): Query<ProjectId[]> =>
  query(
    sql`SELECT ${columns({ k: "code_issue_counts" }, "k.project_id")} FROM (${due(now, looked)}) k GROUP BY k.project_id HAVING count(*) >= ${many}`,
    (rows) => rows.map((row) => row.project_id),
  );
export interface Linked {
  readonly repository: string;
  readonly number: number;
  /** Customers with linked conversations that are not silenced. */
  readonly customers: number;
  /** The project has chosen its repository, and it has not gone elsewhere. */
  readonly isOurs: boolean;
}
/** Undefined: nobody is linked with it any more. */
export const readLinkedIssue = (projectId: ProjectId, issueId: CodeIssueId): Query<Linked | undefined> =>
  queryOne(
    sql`SELECT ${columns({ i: "code_issues" }, "i.repository, i.number")},
      (SELECT count(DISTINCT c.contact_id) FROM (SELECT conversation_id FROM code_issue_links INDEXED BY code_issue_links_issue WHERE project_id = ${projectId} AND issue_id = ${issueId} LIMIT ${MAX_LINKS_COUNTED}) l
        JOIN conversations c ON c.project_id = ${projectId} AND c.id = l.conversation_id AND c.silenced = 0) ${as.number("customers")},
      (i.fault IS NOT 'moved' AND EXISTS (SELECT 1 FROM code_hosting_repositories r WHERE r.project_id = i.project_id AND lower(r.name) = lower(i.repository))) ${as.number("ours")}
      FROM code_issues i WHERE i.project_id = ${projectId} AND i.id = ${issueId}`,
    (row) => ({ repository: row.repository, number: row.number, customers: row.customers, isOurs: row.ours === 1 }),
  );
const isRow = ({ projectId, issueId }: Counted): SQL => sql`project_id = ${projectId} AND issue_id = ${issueId}`;
/** Claims it: whoever else has read it does nothing. */
export const writeClaimed = (k: Counted, until: number): SQL =>
  sql`UPDATE code_issue_counts SET due_at = ${until} WHERE ${isRow(k)} AND due_at = ${k.dueAt} AND changes = ${k.changes}`;
/** Before GitHub is asked to write: where, since when, and by which mark a comment is found again if the answer is lost. */
export const writeAsked = (
  k: Counted,
  { repository, number, marker, now }: { repository: string; number: number; marker: string | null; now: number },
): SQL =>
  sql`UPDATE code_issue_counts SET repository = ${repository}, number = ${number}, marker = ${marker}, written_at = coalesce(written_at, ${now}) WHERE ${isRow(k)}`;
/** When what was linked meanwhile is due: not before GitHub was left in peace for a while. */
const dueThen = (k: Counted, calm: number, later: number): SQL => sql`CASE changes WHEN ${k.changes} THEN ${later} ELSE ${calm} END`;
export interface Standing {
  readonly mode: "comment" | "label";
  readonly count: number;
  readonly commentId: string | null;
}
export const writeStanding = (
  k: Counted,
  { mode, count, commentId }: Standing,
  { calm, later }: { calm: number; later: number },
): SQL => sql`
  UPDATE code_issue_counts SET mode = ${mode}, count = ${count}, comment_id = ${commentId}, marker = CASE ${mode} WHEN 'comment' THEN marker END, fault = NULL, not_before = ${calm}, due_at = ${dueThen(k, calm, later)} WHERE ${isRow(k)}`;
/** Nothing stands there, and nothing is to. One that was linked meanwhile is looked at again. */
export const writeNothingStands = (k: Counted, calm: number): SQL[] => [
  sql`DELETE FROM code_issue_counts WHERE ${isRow(k)} AND changes = ${k.changes}`,
  sql`UPDATE code_issue_counts SET mode = NULL, count = NULL, comment_id = NULL, marker = NULL, written_at = NULL, fault = NULL, not_before = ${calm}, due_at = ${calm} WHERE ${isRow(k)}`,
];
/** Nothing was changed there. */
export const writeCountLater = (k: Counted, fault: CodeHostFault | null, at: number): SQL =>
  sql`UPDATE code_issue_counts SET fault = ${fault}, not_before = ${at}, due_at = ${at} WHERE ${isRow(k)}`;
/** `when`: the project was connected again. */
export const writeCountsDue = (projectId: ProjectId, now: number, when: SQL): SQL => sql`
  UPDATE code_issue_counts SET due_at = ${now}, not_before = ${now} WHERE project_id = ${projectId} AND fault IS NOT NULL AND ${when}`;
export const writeCountsGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM code_issue_count_settings WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_issue_counts WHERE project_id = ${projectId} AND ${when}`,
];
