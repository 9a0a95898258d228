// Statements on access to the installation's crawler.
import { as, columns, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { isOfFirstOwner, staysOpened } from "#modules/projects";

export interface Access {
  readonly firstOwnerId: AccountId;
  /** Whether the first owner owns the project. */
  readonly own: boolean;
  /** Whether the first owner allowed the project to use it. */
  readonly opened: boolean;
}
const isOpened = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_crawler_access x WHERE x.project_id = ${projectId} AND ${staysOpened(projectId, sql`x.opened_by`)})`;
/** Condition: the project may use the installation's crawler. */
export const mayUseCrawler = (projectId: ProjectId): SQL => sql`(${isOfFirstOwner(projectId)} OR ${isOpened(projectId)})`;
export const readAccess = (projectId: ProjectId): Query<Access | undefined> =>
  queryOne(
    sql`SELECT ${columns("installation", "first_owner_id")}, ${isOfFirstOwner(projectId)} ${as.number("own")}, ${isOpened(projectId)} ${as.number("opened")} FROM installation WHERE id = 1`,
    (row) => ({
      firstOwnerId: row.first_owner_id,
      own: row.own !== 0,
      opened: row.opened !== 0,
    }),
  );
export const writeAccess = (projectId: ProjectId, open: boolean, by: AccountId, now: number): SQL =>
  open
    ? sql`INSERT INTO knowledge_crawler_access (project_id, opened_at, opened_by) VALUES (${projectId}, ${now}, ${by}) ON CONFLICT (project_id) DO UPDATE SET opened_at = excluded.opened_at, opened_by = excluded.opened_by WHERE opened_by <> excluded.opened_by`
    : sql`DELETE FROM knowledge_crawler_access WHERE project_id = ${projectId}`;
/** Removes the permission when the project is deleted. */
export const writeEndAccess = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM knowledge_crawler_access WHERE project_id = ${projectId} AND ${when}`;
