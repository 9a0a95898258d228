// Statements of an import: companies that another system has, and the contacts that it gives them. Silent: whoever calls them decides in one
// batch, and reports.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CompanyId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { contactStillThere } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import type { Company } from "./contract.ts";
import { byDomain, byHand, companyExists, domainsIn, writeChange, writeCompany, writeParts } from "./queries.ts";
import { nameKeyOf, wordsOfCompany } from "./words.ts";
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

// --- many at once, by name --------------------------------------------------------
/** Companies by their place in the list, `nameKeyOf`; of several with one name the oldest. */
export const readCompaniesNamed = (projectId: ProjectId, nameKeys: readonly string[]): Query<ReadonlyMap<string, CompanyId>> =>
  query(
    sql`SELECT ${columns("companies", "id, name_key")} FROM companies INDEXED BY companies_name WHERE project_id = ${projectId} AND name_key IN ${domainsIn(nameKeys)} ORDER BY name_key, id DESC`,
    (rows) => new Map(rows.map((row) => [row.name_key, row.id])),
  );
/** The companies of these contacts: what members said, else by the domain of their address. */
export const readCompaniesOf = (
  projectId: ProjectId,
  contacts: readonly ContactId[],
): Query<ReadonlyMap<ContactId, { readonly id: CompanyId; readonly name: string }>> =>
  query(
    sql`SELECT ${columns({ c: "companies", k: "contacts" }, "k.id AS contact, c.id, c.name")} FROM json_each(${JSON.stringify(contacts)}) j CROSS JOIN contacts k ON k.id = j.value AND k.project_id = ${projectId}
      ${byHand(projectId, sql`k.id`)} JOIN companies c ON c.project_id = ${projectId} AND c.id = CASE WHEN h.contact_id IS NULL THEN ${byDomain(projectId, sql`k.id`)} ELSE h.company_id END`,
    (rows) => new Map(rows.map((row) => [row.contact, { id: row.id, name: row.name }])),
  );
export interface NamedCompany {
  readonly id: CompanyId;
  readonly name: string;
}
/** Makes companies that have a name alone, unless one has it by now. `clientIds` begin with `key`. `when` may name one: `k.value`. */
export function writeNamedCompanies(
  projectId: ProjectId,
  companies: readonly NamedCompany[],
  { key, by, now }: { readonly key: string; readonly by: AccountId; readonly now: number },
  when: SQL,
): SQL[] {
  const given = JSON.stringify(
    companies.map(({ id, name }) => ({ id, name, key: nameKeyOf(name), words: wordsOfCompany({ name, domains: [] }) })),
  );
  return [
    sql`INSERT INTO companies (id, project_id, client_id, name, name_key, website, notes, revision, change_key, created_by, created_at, updated_at)
      SELECT k.value ->> 'id', ${projectId}, ${key} || (k.value ->> 'id'), k.value ->> 'name', k.value ->> 'key', NULL, NULL, 1, k.value ->> 'id', ${by}, ${now}, ${now} FROM json_each(${given}) k
      WHERE ${stillMay(projectId, by, "operator")} AND ${when} AND NOT EXISTS (SELECT 1 FROM companies o WHERE o.project_id = ${projectId} AND o.name_key = k.value ->> 'key') ON CONFLICT DO NOTHING`,
    sql`INSERT INTO company_words (project_id, word, company_id) SELECT ${projectId}, w.value, k.value ->> 'id' FROM json_each(${given}) k, json_each(k.value, '$.words') w
      WHERE ${when} AND EXISTS (SELECT 1 FROM companies o WHERE o.id = k.value ->> 'id' AND o.project_id = ${projectId}) ON CONFLICT DO NOTHING`,
  ];
}
/** Companies that `writeNamedCompanies` made with this key and that `writeRemoveImportedCompanies` removes: unchanged, and nobody's. */
export const readUnusedNamedCompanies = (projectId: ProjectId, key: string, limit: number): Query<CompanyId[]> =>
  query(
    sql`SELECT ${columns({ u: "companies" }, "u.id")} FROM companies u INDEXED BY companies_client WHERE u.project_id = ${projectId} AND u.client_id > ${key} AND u.client_id < ${`${key}\u{10ffff}`} AND u.revision = 1
      AND NOT EXISTS (SELECT 1 FROM company_contacts k INDEXED BY company_contacts_company WHERE k.project_id = ${projectId} AND k.company_id = u.id) ORDER BY u.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Gives contacts companies by hand, where neither members nor the domain of their address said so. `when` may name one: `k.value`. */
export const writeImportedBelongings = (
  projectId: ProjectId,
  belongings: readonly { readonly contactId: ContactId; readonly companyId: CompanyId }[],
  { by, now }: { readonly by: AccountId; readonly now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at)
  SELECT ${projectId}, k.value ->> 'contactId', k.value ->> 'companyId', ${by}, ${now} FROM json_each(${JSON.stringify(belongings)}) k
  WHERE ${when} AND ${stillMay(projectId, by, "operator")} AND ${contactStillThere(projectId, sql`k.value ->> 'contactId'`)} IS NOT NULL
    AND EXISTS (SELECT 1 FROM companies o WHERE o.id = k.value ->> 'companyId' AND o.project_id = ${projectId})
    AND ${byDomain(projectId, sql`(k.value ->> 'contactId')`)} IS NOT k.value ->> 'companyId'
  ON CONFLICT DO NOTHING`;
