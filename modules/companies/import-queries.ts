// Statements of an import: companies that another system has, and the contacts that it gives them. Silent: whoever calls them decides in one
// batch, and reports.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CompanyId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { contactStillThere } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import type { Company } from "./contract.ts";
import { byDomain, companyExists, domainsIn, writeChange, writeCompany, writeParts } from "./queries.ts";
import { written } from "./written.ts";

export type ImportedCompany = Pick<Company, "id" | "name" | "domains" | "website" | "notes">;
/** Those of the companies that are still there, with their revisions. */
export const readCompanyRevisions = (
  projectId: ProjectId,
  ids: readonly CompanyId[],
): Query<{ readonly id: CompanyId; readonly revision: number }[]> =>
  query(
    sql`SELECT ${columns({ c: "companies" }, "c.id, c.revision")} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN companies c ON c.id = k.value AND c.project_id = ${projectId}`,
    (rows) => rows.map((row) => ({ id: row.id, revision: row.revision })),
  );
/** Who has these domains. */
export const readDomainOwners = (
  projectId: ProjectId,
  domains: readonly string[],
): Query<{ readonly domain: string; readonly id: CompanyId; readonly name: string }[]> =>
  query(
    sql`SELECT ${columns({ d: "company_domains", c: "companies" }, "d.domain, c.id, c.name")} FROM company_domains d JOIN companies c ON c.id = d.company_id AND c.project_id = d.project_id WHERE d.project_id = ${projectId} AND d.domain IN ${domainsIn(domains)} ORDER BY d.domain`,
    (rows) => rows.map((row) => ({ domain: row.domain, id: row.id, name: row.name })),
  );
/** Stores the company for this member. The first statement decides: it changes nothing if a domain is taken, or the clientId was used. */
export function writeImportedCompany(
  projectId: ProjectId,
  company: ImportedCompany,
  given: { readonly clientId: string; readonly by: AccountId; readonly now: number },
  when: SQL,
): SQL[] {
  const change = written(company, given.now);
  return [writeCompany(projectId, change, given, when), ...writeParts(projectId, change)];
}
/** Changes the company if it is still in this revision. The first statement decides. */
export function writeFollowedCompany(projectId: ProjectId, company: ImportedCompany, revision: number, now: number, when: SQL): SQL[] {
  const change = written(company, now);
  return [writeChange(projectId, change, revision, when), ...writeParts(projectId, change)];
}
/** Condition: the company is in this revision. */
export const isCompanyIn = (projectId: ProjectId, id: CompanyId, revision: number): SQL =>
  sql`EXISTS (SELECT 1 FROM companies WHERE id = ${id} AND project_id = ${projectId} AND revision = ${revision})`;
/** Condition: the company is gone. `id`: an expression. */
export const companyIsGone = (projectId: ProjectId, id: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM companies g WHERE g.id = ${id} AND g.project_id = ${projectId})`;
/** Removes those of the companies, by SQL of `id` and `revision`, that nobody has changed since and that no contact was given by hand. */
export function writeRemoveImportedCompanies(projectId: ProjectId, made: SQL, when: SQL): SQL[] {
  const unused = sql`SELECT u.id FROM companies u WHERE u.project_id = ${projectId} AND (u.id, u.revision) IN (${made}) AND ${when}
    AND NOT EXISTS (SELECT 1 FROM company_contacts k INDEXED BY company_contacts_company WHERE k.project_id = ${projectId} AND k.company_id = u.id)`;
  return [
    sql`DELETE FROM company_domains WHERE project_id = ${projectId} AND company_id IN (${unused})`,
    sql`DELETE FROM company_words WHERE project_id = ${projectId} AND company_id IN (${unused})`,
    sql`DELETE FROM companies WHERE project_id = ${projectId} AND id IN (${unused})`,
  ];
}

/**
 * Gives the contact the company by hand, where the domain of its address does not. What members said stays; `ours`: what an import said
 * before, by the time when it did, does not.
 */
export const writeImportedBelonging = (
  projectId: ProjectId,
  contactId: ContactId,
  given: { readonly companyId: CompanyId; readonly by: AccountId; readonly now: number },
  ours: SQL,
  when: SQL,
): SQL => sql`
  INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at)
  SELECT ${projectId}, ${contactId}, ${given.companyId}, ${given.by}, ${given.now}
  WHERE ${when} AND ${contactStillThere(projectId, sql`${contactId}`)} IS NOT NULL AND ${stillMay(projectId, given.by, "operator")} AND ${companyExists(projectId, given.companyId)} AND ${byDomain(projectId, contactId)} IS NOT ${given.companyId}
  ON CONFLICT (project_id, contact_id) DO UPDATE SET company_id = excluded.company_id, set_by = excluded.set_by, set_at = excluded.set_at
    WHERE company_contacts.company_id IS NOT excluded.company_id AND company_contacts.set_at = (${ours})`;
/** Condition: this is what was said of the contact, at this time. */
export const belongsSince = (projectId: ProjectId, contactId: ContactId, companyId: CompanyId, at: number): SQL =>
  sql`EXISTS (SELECT 1 FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} AND company_id = ${companyId} AND set_at = ${at})`;
/** Takes back what an import said of contacts, by SQL of `contact_id`, `company_id` and `set_at`, unless somebody has said something since. */
export const writeBelongingsBack = (projectId: ProjectId, said: SQL): SQL =>
  sql`DELETE FROM company_contacts WHERE project_id = ${projectId} AND (contact_id, company_id, set_at) IN (${said})`;
