// Statements on the searches that members keep.
import { iso } from "#kernel/clock/index.ts";
import { columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId, SavedSearchId } from "#kernel/ids/index.ts";
import type { SavedSearch } from "./contract.ts";

const COLUMNS = columns("saved_searches", "id, name, q, created_at");
const saved = (row: RowIn<typeof COLUMNS>): SavedSearch => ({
  id: row.id as SavedSearchId,
  name: row.name,
  q: row.q,
  createdAt: iso(row.created_at),
});
export interface Owner {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
}
const own = ({ projectId, accountId }: Owner): SQL => sql`project_id = ${projectId} AND account_id = ${accountId}`;

export const readSaved = (owner: Owner, limit: number): Query<SavedSearch[]> =>
  query(sql`SELECT ${COLUMNS} FROM saved_searches WHERE ${own(owner)} ORDER BY name, id LIMIT ${limit}`, (rows) => rows.map(saved));
export const readSavedBy = (owner: Owner, clientId: string): Query<SavedSearch | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM saved_searches WHERE ${own(owner)} AND client_id = ${clientId}`, saved);
/** Stores it while the member has fewer than `most`. */
export const writeSaved = (
  owner: Owner,
  s: { id: SavedSearchId; clientId: string; name: string; q: string; now: number },
  most: number,
): SQL => sql`
  INSERT INTO saved_searches (id, project_id, account_id, client_id, name, q, created_at)
  SELECT ${s.id}, ${owner.projectId}, ${owner.accountId}, ${s.clientId}, ${s.name}, ${s.q}, ${s.now} WHERE (SELECT count(*) FROM saved_searches WHERE ${own(owner)}) < ${most}
  ON CONFLICT (project_id, account_id, client_id) DO NOTHING`;
export const writeDeleteSaved = (owner: Owner, id: SavedSearchId): SQL =>
  sql`DELETE FROM saved_searches WHERE ${own(owner)} AND id = ${id}`;
/** Searches of the project that name the contact: by its name of three letters or more, or by its address. */
export const writeForgetNamed = (projectId: ProjectId, contactId: ContactId): SQL => sql`
  DELETE FROM saved_searches WHERE project_id = ${projectId} AND EXISTS (SELECT 1 FROM contacts c WHERE c.id = ${contactId} AND c.project_id = ${projectId}
    AND ((length(c.name) >= 3 AND instr(lower(saved_searches.q || ' ' || saved_searches.name), lower(c.name)) > 0) OR (c.email IS NOT NULL AND instr(lower(saved_searches.q || ' ' || saved_searches.name), lower(c.email)) > 0)))`;
export const readNothing: Query<never[]> = query(sql`SELECT 1 WHERE 0`, () => []);
export const writeProjectGone = (projectId: ProjectId, now: number, when: SQL): SQL[] => [
  sql`DELETE FROM saved_searches WHERE project_id = ${projectId} AND ${when}`,
  sql`UPDATE conversation_search_indexes SET removed_at = ${now}, due_since = NULL WHERE project_id = ${projectId} AND ${when}`,
];
/** Of members who have left. */
export const writeForgetLeft = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM saved_searches WHERE project_id = ${projectId} AND ${when} AND NOT EXISTS (SELECT 1 FROM memberships k WHERE k.project_id = saved_searches.project_id AND k.account_id = saved_searches.account_id)`;
