// SQL of the lists of delegated work: what waits for a person, and the history.
import { as, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { BRIEF_COLUMNS, joinContact, parseBrief } from "#modules/contacts";
import type { Delegation, WaitingWork } from "./contract.ts";
import { DELEGATION, delegationOf } from "./queries.ts";

const asked = (projectId: ProjectId): SQL =>
  sql`delegations w INDEXED BY delegations_asked WHERE w.project_id = ${projectId} AND w.status = 'queued' AND w.asked_at IS NOT NULL`;
const inReview = (projectId: ProjectId): SQL =>
  sql`delegation_effects e INDEXED BY delegation_effects_review WHERE e.project_id = ${projectId} AND e.state = 'needs_review'`;
/** Work by a subquery of its ids, with who it is about, in this order. */
const readWithPeople = (projectId: ProjectId, ids: SQL, order: "ASC" | "DESC"): Query<WaitingWork[]> =>
  query(
    sql`SELECT ${DELEGATION}, ${nameOf(sql`w.account_id`)} ${as.textOrNull("person")}, ${BRIEF_COLUMNS} FROM (${ids}) n
      CROSS JOIN delegations w ON w.id = n.id AND w.project_id = ${projectId}
      CROSS JOIN conversations c ON c.project_id = w.project_id AND c.id = w.conversation_id ${joinContact(sql`c.project_id`, sql`c.contact_id`)} ORDER BY w.id ${sql.raw(order)}`,
    (rows) =>
      rows.map((row) => {
        const { name, email } = parseBrief(row);
        return { delegation: delegationOf(row), person: row.person, customer: { name, email } };
      }),
  );
/** What was delegated first is first; `after` is the last id of the page before. */
export const readWaiting = (projectId: ProjectId, after: string, limit: number): Query<WaitingWork[]> =>
  readWithPeople(
    projectId,
    sql`SELECT id FROM (SELECT w.id FROM ${asked(projectId)} AND w.id > ${after} ORDER BY w.id LIMIT ${limit})
      UNION SELECT id FROM (SELECT e.delegation_id AS id FROM ${inReview(projectId)} AND e.delegation_id > ${after} ORDER BY e.delegation_id LIMIT ${limit})
      ORDER BY id LIMIT ${limit}`,
    "ASC",
  );
/** What the member can do something about, counted up to `limit`. */
export const countWaiting = (projectId: ProjectId, by: AccountId, limit: number): Query<number | undefined> =>
  queryOne(
    sql`SELECT count(*) ${as.number("n")} FROM (SELECT * FROM (SELECT w.id FROM ${asked(projectId)} AND w.account_id = ${by} LIMIT ${limit})
      UNION ALL SELECT * FROM (SELECT e.delegation_id FROM ${inReview(projectId)} LIMIT ${limit}) LIMIT ${limit})`,
    (row) => row.n,
  );

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
