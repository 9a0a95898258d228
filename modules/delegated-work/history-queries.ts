// SQL of the history of delegated work.
import { as, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { Delegation, WaitingWork } from "./contract.ts";
import { readWithPeople } from "./queries.ts";

export interface HistoryFilter {
  readonly status: Delegation["status"] | undefined;
  /** Of this member only. */
  readonly by: AccountId | undefined;
  readonly words: readonly string[];
  /** The last id of the page before. */
  readonly before: string | undefined;
}
const history = (projectId: ProjectId, { before }: HistoryFilter, looked: number): SQL =>
  sql`SELECT * FROM delegations INDEXED BY delegations_history WHERE project_id = ${projectId}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${looked}`;
/** All work among the next `looked` that passes the filter, newest first. */
export const readHistory = (projectId: ProjectId, filter: HistoryFilter, looked: number, limit: number): Query<WaitingWork[]> => {
  const said = sql`w.task || char(10) || coalesce(w.report, '') || char(10) || coalesce((SELECT group_concat(t.said || char(10) || coalesce(t.answer, ''), char(10)) FROM delegation_turns t WHERE t.delegation_id = w.id AND t.project_id = w.project_id), '')`;
  const passes = [
    ...(filter.status === undefined ? [] : [sql`w.status = ${filter.status}`]),
    ...(filter.by === undefined ? [] : [sql`w.account_id = ${filter.by}`]),
    ...filter.words.map((word) => sql`instr(lower(${said}), lower(${word})) > 0`),
  ];
  const ids = sql`SELECT w.id FROM (${history(projectId, filter, looked)}) w WHERE ${passes.length === 0 ? sql`1` : sql.join(passes, sql` AND `)} ORDER BY w.id DESC LIMIT ${limit}`;
  return readWithPeople(projectId, ids, "DESC");
};
/** How many there were to look at, and the last of them. */
export const readLookedAt = (projectId: ProjectId, filter: HistoryFilter, looked: number): Query<{ count: number; last: string | null }> =>
  query(
    sql`SELECT count(*) ${as.number("n")}, min(w.id) ${as.textOrNull("last")} FROM (${history(projectId, filter, looked)}) w`,
    ([row]) => ({ count: row?.n ?? 0, last: row?.last ?? null }),
  );
