// All SQL of releases.
import { as, columnList, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { CodeIssueId, ProjectId } from "#kernel/ids/index.ts";
import type { Release } from "./release.ts";

interface Unreleased {
  readonly issueId: CodeIssueId;
  readonly version: number;
}
// In the words of the partial index.
const WAITS = sql`i.state = 'closed' AND i.release_tag IS NULL AND i.reason IN ('completed', 'merged')`;
/**
 * Some of the issues of a repository that were closed as completed, or merged, before this time and are not released yet. Without `isRead` only
 * those of whose closing is known that no release came in between.
 */
export const readUnreleased = (
  { projectId, repository, before, isRead }: { projectId: ProjectId; repository: string; before: number; isRead: boolean },
  limit: number,
): Query<Unreleased[]> =>
  query(
    sql`SELECT ${columns({ i: "code_issues" }, "i.id, i.version")} FROM code_issues i INDEXED BY code_issues_unreleased
      WHERE i.project_id = ${projectId} AND i.repository = ${repository} AND i.closed_at < ${before} AND ${WAITS} AND i.releases_known >= ${isRead ? 0 : 1} ORDER BY i.closed_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ issueId: row.id, version: row.version })),
  );
export const writeReleased = (projectId: ProjectId, { issueId, version }: Unreleased, { tag, url, publishedAt }: Release): SQL => sql`
  UPDATE code_issues SET release_tag = ${tag}, release_url = ${url}, released_at = ${publishedAt}, version = version + 1
  WHERE project_id = ${projectId} AND id = ${issueId} AND version = ${version} AND state = 'closed' AND release_tag IS NULL`;

export interface Releasing {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly etag: string | null;
  readonly dueAt: number;
  /** Whether an issue of it waits for a release. */
  readonly waits: boolean;
}
const RELEASING = columnList`${columns({ r: "code_hosting_repositories" }, "r.project_id, r.name, r.releases_etag, r.releases_due_at")},
  EXISTS (SELECT 1 FROM code_issues i INDEXED BY code_issues_unreleased WHERE i.project_id = r.project_id AND i.repository = r.name AND ${WAITS}) ${as.number("waits")}`;
/** Repositories of all projects whose releases are due. */
export const readReleasing = (now: number, limit: number): Query<Releasing[]> =>
  query(
    sql`SELECT ${RELEASING} FROM code_hosting_repositories r INDEXED BY code_hosting_repositories_releases WHERE r.releases_due_at <= ${now} ORDER BY r.releases_due_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        name: row.name,
        etag: row.releases_etag,
        dueAt: row.releases_due_at,
        waits: row.waits === 1,
      })),
  );
/** Unless it was made due anew meanwhile: then an issue waits that was not looked for. */
export const writeReleasesDue = ({ projectId, name, dueAt: before }: Releasing, etag: string | null, dueAt: number): SQL =>
  sql`UPDATE code_hosting_repositories SET releases_etag = ${etag}, releases_due_at = ${dueAt} WHERE project_id = ${projectId} AND name = ${name} AND releases_due_at = ${before}`;
/** They are looked at with the next minute, whatever was seen of them. */
export const writeReleasesAnew = (projectId: ProjectId, name: string, now: number, when: SQL = sql`1`): SQL =>
  sql`UPDATE code_hosting_repositories SET releases_etag = NULL, releases_due_at = ${now} WHERE project_id = ${projectId} AND name = ${name} AND ${when}`;
/** When the issue was closed that waits for longest; undefined if none does. */
export const readLongestWaiting = (projectId: ProjectId, repository: string): Query<number | undefined> =>
  queryOne(
    sql`SELECT ${columns({ i: "code_issues" }, "i.closed_at")} FROM code_issues i INDEXED BY code_issues_unreleased WHERE i.project_id = ${projectId} AND i.repository = ${repository} AND ${WAITS} ORDER BY i.closed_at LIMIT 1`,
    (row) => row.closed_at ?? undefined,
  );
const WAITING = sql`state = 'closed' AND release_tag IS NULL AND reason IN ('completed', 'merged')`;
/** Those closed before the oldest release that can be read: nobody can say with which one they came. They wait no more. */
export const writeReleaseUnknown = (projectId: ProjectId, repository: string, before: number): SQL =>
  sql`UPDATE code_issues SET release_tag = '' WHERE project_id = ${projectId} AND repository = ${repository} AND closed_at < ${before} AND ${WAITING}`;
/** All releases until now were read for the issues that were seen before `now`. */
export const writeReleasesRead = (projectId: ProjectId, repository: string, now: number): SQL =>
  sql`UPDATE code_issues SET releases_known = 1 WHERE project_id = ${projectId} AND repository = ${repository} AND releases_known = 0 AND checked_at < ${now} AND ${WAITING}`;
/** Those of which nothing waits, unless something does by now. */
export const writeReleasesLater = (all: readonly Releasing[], dueAt: number): SQL => sql`
  UPDATE code_hosting_repositories SET releases_due_at = ${dueAt} WHERE (project_id, name, releases_due_at) IN (SELECT value ->> 'projectId', value ->> 'name', value ->> 'dueAt' FROM json_each(${JSON.stringify(all)}))`;
