// All SQL of imported data that belongs to no other module.
import { nameOf } from "#modules/accounts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, LegacyRecordId, ProjectId } from "#kernel/ids/index.ts";
import type { Erased } from "#modules/contacts";
import type { Hold, HoldOutcome } from "./contract.ts";

const LISTED = columnList`${columns({ h: "legacy_import_holds" }, "h.id, h.category, h.recorded, h.provider, h.detail, h.conversation_id, h.started_at, h.outcome, h.reconciled_at")}, ${nameOf(sql`h.reconciled_by`)} ${as.textOrNull("person")}`;
const holdOf = (row: RowIn<typeof LISTED>): Hold => ({
  id: row.id,
  category: row.category,
  recorded: row.recorded,
  provider: row.provider,
  detail: row.detail,
  conversationId: row.conversation_id,
  startedAt: iso(row.started_at),
  outcome: row.outcome,
  reconciledBy: row.person,
  reconciledAt: isoOrNull(row.reconciled_at),
});
/** A page of the project's holds, the oldest first. */
export const readHolds = (projectId: ProjectId, after: string, limit: number): Query<Hold[]> =>
  query(
    sql`SELECT ${LISTED} FROM legacy_import_holds h WHERE h.project_id = ${projectId} AND h.id > ${after} ORDER BY h.id LIMIT ${limit}`,
    (rows) => rows.map(holdOf),
  );
export const readHold = (projectId: ProjectId, id: LegacyRecordId): Query<Hold | undefined> =>
  queryOne(sql`SELECT ${LISTED} FROM legacy_import_holds h WHERE h.project_id = ${projectId} AND h.id = ${id}`, holdOf);

/** Condition: the hold is open. */
export const isOpen = (projectId: ProjectId, id: LegacyRecordId): SQL =>
  sql`EXISTS (SELECT 1 FROM legacy_import_holds WHERE project_id = ${projectId} AND id = ${id} AND outcome IS NULL)`;
/** Stores the outcome of an open hold. */
export const writeOutcome = (projectId: ProjectId, id: LegacyRecordId, outcome: HoldOutcome, by: AccountId, now: number): SQL =>
  sql`UPDATE legacy_import_holds SET outcome = ${outcome}, reconciled_by = ${by}, reconciled_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND outcome IS NULL`;

export interface Spent {
  readonly calls: number;
  readonly costUsd: number;
  readonly since: string;
  readonly until: string;
}
/** Rows of imported sums that are added up: thirty years of days, or some models for years. */
const MOST_SUMS = 10_000;
/** What was paid in all; undefined if nothing was imported. */
export const readSpent = (projectId: ProjectId): Query<Spent | undefined> =>
  query(
    sql`SELECT coalesce(sum(calls), 0) ${as.number("calls")}, coalesce(sum(cost), 0) ${as.number("cost")}, min(day) ${as.textOrNull("since")}, max(day) ${as.textOrNull("until")}
      FROM (SELECT calls, cost, day FROM legacy_financial_rows WHERE project_id = ${projectId} LIMIT ${MOST_SUMS})`,
    ([row]) =>
      row === undefined || row.since === null || row.until === null
        ? undefined
        : { calls: row.calls, costUsd: row.cost / 1e6, since: row.since, until: row.until },
  );

const ofContact = ({ projectId, contactId }: Erased): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
const among = (ids: readonly LegacyRecordId[]): SQL => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** For the preview of an erasure. */
export const summariesOf = (who: Erased): SQL => sql`SELECT 1 FROM legacy_bucket_summaries WHERE ${ofContact(who)}`;
export const readSummaryIds = (who: Erased, limit: number): Query<LegacyRecordId[]> =>
  query(
    sql`SELECT ${columns("legacy_bucket_summaries", "id")} FROM legacy_bucket_summaries WHERE ${ofContact(who)} LIMIT ${limit}`,
    (rows) => rows.map(({ id }) => id),
  );
export const writeErasedSummaries = (who: Erased, ids: readonly LegacyRecordId[]): SQL =>
  sql`DELETE FROM legacy_bucket_summaries WHERE ${ofContact(who)} AND ${among(ids)}`;
export const readHoldIds = (who: Erased, limit: number): Query<LegacyRecordId[]> =>
  query(
    sql`SELECT ${columns("legacy_import_holds", "id")} FROM legacy_import_holds WHERE ${ofContact(who)} AND detail IS NOT NULL LIMIT ${limit}`,
    (rows) => rows.map(({ id }) => id),
  );
/** The hold stays: the work may have happened, whoever it was about. */
export const writeErasedHolds = (who: Erased, ids: readonly LegacyRecordId[]): SQL =>
  sql`UPDATE legacy_import_holds SET detail = NULL WHERE ${ofContact(who)} AND ${among(ids)} AND detail IS NOT NULL`;

/** Condition: something was imported into the project. */
export const wasImported = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM legacy_import_rows WHERE project_id = ${projectId})`;
/** Removes a page of everything that was kept of a deleted project's import. The last statement's changes tell whether there is more. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number): SQL[] => [
  sql`DELETE FROM legacy_bucket_summaries WHERE (project_id, id) IN (SELECT project_id, id FROM legacy_bucket_summaries WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM legacy_import_holds WHERE (project_id, id) IN (SELECT project_id, id FROM legacy_import_holds WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM legacy_financial_rows WHERE (project_id, day, purpose, provider, model) IN (SELECT project_id, day, purpose, provider, model FROM legacy_financial_rows WHERE project_id = ${projectId} LIMIT ${limit})`,
  // A receipt is there for each of the others, so they are gone when these are.
  sql`DELETE FROM legacy_import_rows WHERE (project_id, run_id, kind, record_id) IN (SELECT project_id, run_id, kind, record_id FROM legacy_import_rows WHERE project_id = ${projectId} LIMIT ${limit})`,
];
