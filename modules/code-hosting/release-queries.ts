// All SQL of releases.
import { as, columnList, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { CodeIssueId, ProjectId } from "#kernel/ids/index.ts";
import type { Release } from "./release.ts";

interface Unreleased {
  readonly issueId: CodeIssueId;
  readonly version: number;
}
// In the words of the partial index.
const WAITS = sql`i.state = 'closed' AND i.release_tag IS NULL AND i.reason IN ('completed', 'merged')`;
/** Some of the issues of a repository that were closed as completed, or merged, before this time and are not released yet. */
export const readUnreleased = (projectId: ProjectId, repository: string, before: number, limit: number): Query<Unreleased[]> =>
  query(
    sql`SELECT ${columns({ i: "code_issues" }, "i.id, i.version")} FROM code_issues i INDEXED BY code_issues_unreleased
      WHERE i.project_id = ${projectId} AND i.repository = ${repository} AND i.closed_at < ${before} AND ${WAITS} ORDER BY i.closed_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ issueId: row.id, version: row.version })),
  );
export const writeReleased = (projectId: ProjectId, { issueId, version }: Unreleased, { tag, url }: Release): SQL => sql`
  UPDATE code_issues SET release_tag = ${tag}, release_url = ${url}, version = version + 1
  WHERE project_id = ${projectId} AND id = ${issueId} AND version = ${version} AND state = 'closed' AND release_tag IS NULL`;

export interface Releasing {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly etag: string | null;
  /** Whether an issue of it waits for a release. */
  readonly waits: boolean;
}
const RELEASING = columnList`${columns({ r: "code_hosting_repositories" }, "r.project_id, r.name, r.releases_etag")},
  EXISTS (SELECT 1 FROM code_issues i INDEXED BY code_issues_unreleased WHERE i.project_id = r.project_id AND i.repository = r.name AND ${WAITS}) ${as.number("waits")}`;
/** Repositories of all projects whose releases are due. */
export const readReleasing = (now: number, limit: number): Query<Releasing[]> =>
  query(
    sql`SELECT ${RELEASING} FROM code_hosting_repositories r INDEXED BY code_hosting_repositories_releases WHERE r.releases_due_at <= ${now} ORDER BY r.releases_due_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, name: row.name, etag: row.releases_etag, waits: row.waits === 1 })),
  );
export const writeReleasesDue = ({ projectId, name }: Releasing, etag: string | null, dueAt: number): SQL =>
  sql`UPDATE code_hosting_repositories SET releases_etag = ${etag}, releases_due_at = ${dueAt} WHERE project_id = ${projectId} AND name = ${name}`;
/** They are looked at with the next minute, whatever was seen of them. */
export const writeReleasesAnew = (projectId: ProjectId, name: string, now: number): SQL =>
  sql`UPDATE code_hosting_repositories SET releases_etag = NULL, releases_due_at = ${now} WHERE project_id = ${projectId} AND name = ${name}`;
/** Those of which nothing waits. */
export const writeReleasesLater = (all: readonly Releasing[], dueAt: number): SQL => sql`
  UPDATE code_hosting_repositories SET releases_due_at = ${dueAt} WHERE (project_id, name) IN (SELECT value ->> 'projectId', value ->> 'name' FROM json_each(${JSON.stringify(all)}))`;
