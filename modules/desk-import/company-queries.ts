// Statements on what became of companies, and on which contacts an import gave them.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { CompanyId, ContactId } from "#kernel/ids/index.ts";
import { belongsSince, companyIsGone, writeBelongingsBack, writeImportedBelonging } from "#modules/companies";
import { rowIdOf } from "./row-kinds.ts";
import { mayWork, type Run } from "./run-queries.ts";

/** What an earlier run, or an earlier slice of this one, made of a company. */
export interface CompanyItem {
  readonly sourceId: string;
  readonly companyId: CompanyId;
  readonly changed: string;
  /** Null: it was here before. */
  readonly revision: number | null;
}
const ofSource = (run: Run): SQL => sql`project_id = ${run.projectId} AND platform = ${run.platform} AND place = ${run.site}`;
const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
export const readCompanyItems = (run: Run, sourceIds: readonly string[]): Query<CompanyItem[]> =>
  query(
    sql`SELECT ${columns("desk_import_companies", "source_id, company_id, changed, revision")} FROM desk_import_companies WHERE ${ofSource(run)} AND source_id IN ${among(sourceIds)}`,
    (rows) => rows.map((row) => ({ sourceId: row.source_id, companyId: row.company_id, changed: row.changed, revision: row.revision })),
  );
/** The company here, if the source's was imported. */
export const readCompanyOf = (run: Run, sourceId: string | null): Query<CompanyId | undefined> =>
  queryOne(
    sql`SELECT ${columns("desk_import_companies", "company_id")} FROM desk_import_companies WHERE ${ofSource(run)} AND source_id = ${sourceId ?? ""}`,
    (row) => row.company_id,
  );
/** Stores what became of a company, or that it was changed again. The run that made it keeps it. */
export const writeCompanyItem = (run: Run, item: CompanyItem, guard: SQL): SQL => sql`
  INSERT INTO desk_import_companies (project_id, platform, place, source_id, company_id, run_id, changed, revision)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${item.sourceId}, ${item.companyId}, ${run.id}, ${item.changed}, ${item.revision} WHERE ${guard}
  ON CONFLICT (project_id, platform, place, source_id) DO UPDATE SET changed = excluded.changed, revision = excluded.revision`;

/** Gives the contact of a person the company, and notes that the run did, so that it can be taken back. */
export const writeBelonging = (
  run: Run,
  given: { readonly personId: string; readonly contactId: ContactId; readonly companyId: CompanyId; readonly now: number },
  guard: SQL,
): SQL[] => {
  const person = sql`${ofSource(run)} AND source_id = ${given.personId}`;
  const { projectId } = run;
  return [
    writeImportedBelonging(
      projectId,
      given.contactId,
      { companyId: given.companyId, by: run.by, now: given.now },
      sql`SELECT company_set_at FROM desk_import_people WHERE ${person}`,
      guard,
    ),
    sql`UPDATE desk_import_people SET company_run = ${run.id}, company_id = ${given.companyId}, company_set_at = ${given.now} WHERE ${person} AND ${guard} AND ${belongsSince(projectId, given.contactId, given.companyId, given.now)}`,
  ];
};
/** Takes back a page of what the run said of contacts' companies. The last statement's changes tell whether there is more. */
export const writeBelongingsUndone = (run: Run, limit: number): SQL[] => {
  const mine = sql`project_id = ${run.projectId} AND company_run = ${run.id} AND ${mayWork(run, "undoing")} ORDER BY platform, place, source_id LIMIT ${limit}`;
  return [
    writeBelongingsBack(run.projectId, sql`SELECT contact_id, company_id, company_set_at FROM desk_import_people WHERE ${mine}`),
    sql`UPDATE desk_import_people SET company_run = NULL, company_id = NULL, company_set_at = NULL
      WHERE project_id = ${run.projectId} AND (platform, place, source_id) IN (SELECT platform, place, source_id FROM desk_import_people WHERE ${mine})`,
  ];
};

/** Companies that the run made, after one, by their ids at the source. */
export const readMadeCompanies = (run: Run, after: string, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("desk_import_companies", "source_id")} FROM desk_import_companies INDEXED BY desk_import_companies_run WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id > ${after} ORDER BY source_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.source_id),
  );
const madeAmong = (run: Run, sourceIds: readonly string[]): SQL =>
  sql`${ofSource(run)} AND run_id = ${run.id} AND source_id IN ${among(sourceIds)}`;
/** Those of the companies that the run made, in the revisions that imports wrote: what an undo may remove. */
export const madeCompanies = (run: Run, sourceIds: readonly string[]): SQL =>
  sql`SELECT company_id, revision FROM desk_import_companies WHERE ${madeAmong(run, sourceIds)} AND revision IS NOT NULL`;
/** After the undo: the report says what is gone, and a later run may bring it back. */
export const writeUndoneCompanies = (run: Run, sourceIds: readonly string[]): SQL[] => {
  const rows = sql`project_id = ${run.projectId} AND run_id = ${run.id} AND undone IS NULL AND ${mayWork(run, "undoing")}`;
  const gone = sql`SELECT ${rowIdOf("company", "")} || source_id FROM desk_import_companies WHERE ${madeAmong(run, sourceIds)} AND revision IS NOT NULL AND ${companyIsGone(run.projectId, sql`desk_import_companies.company_id`)}`;
  const named = JSON.stringify(sourceIds.map((id) => rowIdOf("company", id)));
  return [
    sql`UPDATE desk_import_rows SET undone = CASE WHEN source_id IN (${gone}) THEN 'removed' ELSE 'left' END WHERE ${rows} AND outcome IN ('created', 'updated') AND source_id IN (SELECT value FROM json_each(${named}))`,
    // What was only tied is forgotten as well: there is nothing to take back.
    sql`DELETE FROM desk_import_companies WHERE ${madeAmong(run, sourceIds)} AND (revision IS NULL OR ${companyIsGone(run.projectId, sql`desk_import_companies.company_id`)}) AND ${mayWork(run, "undoing")}`,
  ];
};
