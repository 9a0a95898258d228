// All SQL of companies.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CompanyId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { BRIEF_COLUMNS, contactExists, contactStillThere, domainOfContact, joinContact, parseBrief } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import type { Belonging, Company } from "./contract.ts";

const COLUMNS = columnList`${columns({ c: "companies" }, "c.id, c.name, c.website, c.notes, c.revision, c.created_at, c.updated_at")}, (SELECT json_group_array(d.domain) FROM (SELECT domain FROM company_domains WHERE company_id = c.id AND project_id = c.project_id ORDER BY domain) d) ${as.text("domains")}`;
const companyOf = (row: RowIn<typeof COLUMNS>): Company => ({
  id: row.id,
  name: row.name,
  domains: JSON.parse(row.domains) as string[],
  website: row.website,
  notes: row.notes,
  revision: row.revision,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** By name; `key` is the place of each in the list. */
export const readCompanies = (
  projectId: ProjectId,
  after: { readonly key: string; readonly id: string } | undefined,
  limit: number,
): Query<{ company: Company; key: string }[]> =>
  query(
    sql`SELECT ${COLUMNS}, ${columns({ c: "companies" }, "c.name_key")} FROM companies c INDEXED BY companies_name WHERE c.project_id = ${projectId}${after === undefined ? sql`` : sql` AND (c.name_key, c.id) > (${after.key}, ${after.id})`} ORDER BY c.name_key, c.id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ company: companyOf(row), key: row.name_key })),
  );
/** Rows that a search looks at of its first word. */
const LOOKED_AT = 500;
/** Companies of which one word begins with the first of these, looked at up to a bound, and others with the others. */
export const readFound = (projectId: ProjectId, [first = "", ...others]: readonly string[], limit: number): Query<Company[]> => {
  const begins = (word: string): SQL => sql`word >= ${word} AND word < ${`${word}\u{10ffff}`}`;
  const alike = others.map(
    (word) =>
      sql` AND EXISTS (SELECT 1 FROM company_words o INDEXED BY company_words_company WHERE o.company_id = c.id AND o.${begins(word)})`,
  );
  return query(
    sql`SELECT ${COLUMNS} FROM (SELECT DISTINCT company_id FROM (SELECT company_id FROM company_words WHERE project_id = ${projectId} AND ${begins(first)} LIMIT ${LOOKED_AT})) f JOIN companies c ON c.id = f.company_id WHERE c.project_id = ${projectId}${alike.reduce((all, one) => sql`${all}${one}`, sql``)} ORDER BY c.name_key, c.id LIMIT ${limit}`,
    (rows) => rows.map(companyOf),
  );
};
export const readCompany = (projectId: ProjectId, id: CompanyId): Query<Company | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM companies c WHERE c.id = ${id} AND c.project_id = ${projectId}`, companyOf);
export const readCompanyBy = (projectId: ProjectId, clientId: string): Query<Company | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM companies c WHERE c.project_id = ${projectId} AND c.client_id = ${clientId}`, companyOf);
/** Whether what is stored was written by this change. */
export const readIsOwn = (projectId: ProjectId, id: CompanyId, changeKey: string): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("own")} FROM companies WHERE id = ${id} AND project_id = ${projectId} AND change_key = ${changeKey}`,
    (rows) => rows.length > 0,
  );
export const domainsIn = (domains: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(domains)}))`;
/** A domain of these that another company has, and who. */
export const readTaken = (
  projectId: ProjectId,
  domains: readonly string[],
  besides: CompanyId,
): Query<{ domain: string; id: CompanyId; name: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ d: "company_domains", c: "companies" }, "d.domain, c.id, c.name")} FROM company_domains d JOIN companies c ON c.id = d.company_id WHERE d.project_id = ${projectId} AND d.domain IN ${domainsIn(domains)} AND d.company_id <> ${besides} LIMIT 1`,
    (row) => row,
  );
const noneTaken = (projectId: ProjectId, domains: readonly string[], besides: CompanyId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM company_domains WHERE project_id = ${projectId} AND domain IN ${domainsIn(domains)} AND company_id <> ${besides})`;

export interface Written {
  readonly company: Pick<Company, "id" | "name" | "domains" | "website" | "notes">;
  readonly nameKey: string;
  readonly words: readonly string[];
  /** Tells this change from others of the same revision. */
  readonly changeKey: string;
  readonly now: number;
}
/** The company itself. Changes nothing if another company has one of the domains, or the clientId was used. */
export const writeCompany = (
  projectId: ProjectId,
  { company: c, nameKey, changeKey, now }: Written,
  { clientId, by }: { readonly clientId: string; readonly by: AccountId },
  when: SQL = sql`1`,
): SQL => sql`
  INSERT INTO companies (id, project_id, client_id, name, name_key, website, notes, revision, change_key, created_by, created_at, updated_at)
  SELECT ${c.id}, ${projectId}, ${clientId}, ${c.name}, ${nameKey}, ${c.website}, ${c.notes}, 1, ${changeKey}, ${by}, ${now}, ${now}
  WHERE ${stillMay(projectId, by, "operator")} AND ${noneTaken(projectId, c.domains, c.id)} AND ${when} ON CONFLICT DO NOTHING`;
/** All of its own fields, as they are to be. Changes nothing if it was changed after the revision, or another one has a domain. */
export const writeChange = (
  projectId: ProjectId,
  { company: c, nameKey, changeKey, now }: Written,
  revision: number,
  when: SQL = sql`1`,
): SQL => sql`
  UPDATE companies SET name = ${c.name}, name_key = ${nameKey}, website = ${c.website}, notes = ${c.notes}, revision = revision + 1, change_key = ${changeKey}, updated_at = ${now}
  WHERE id = ${c.id} AND project_id = ${projectId} AND revision = ${revision} AND ${noneTaken(projectId, c.domains, c.id)} AND ${when}`;
/** Domains and words of the company, if this change is the one that is stored. */
export const writeParts = (projectId: ProjectId, { company: { id, domains }, words, changeKey }: Written): SQL[] => {
  const own = sql`EXISTS (SELECT 1 FROM companies WHERE id = ${id} AND project_id = ${projectId} AND change_key = ${changeKey})`;
  return [
    // Those that stay are left alone: of each that comes or goes, views compare all contacts anew.
    sql`DELETE FROM company_domains WHERE company_id = ${id} AND project_id = ${projectId} AND domain NOT IN ${domainsIn(domains)} AND ${own}`,
    sql`DELETE FROM company_words WHERE company_id = ${id} AND project_id = ${projectId} AND ${own}`,
    sql`INSERT INTO company_domains (project_id, domain, company_id) SELECT ${projectId}, value, ${id} FROM json_each(${JSON.stringify(domains)}) WHERE ${own} ON CONFLICT DO NOTHING`,
    sql`INSERT INTO company_words (project_id, word, company_id) SELECT ${projectId}, value, ${id} FROM json_each(${JSON.stringify(words)}) WHERE ${own} ON CONFLICT DO NOTHING`,
  ];
};
export const companyExists = (projectId: ProjectId, id: CompanyId): SQL =>
  sql`EXISTS (SELECT 1 FROM companies WHERE id = ${id} AND project_id = ${projectId})`;
/** The company last: its number of changes tells whether it was there. */
export const writeDeleted = (projectId: ProjectId, id: CompanyId): SQL[] => [
  sql`DELETE FROM company_domains WHERE company_id = ${id} AND project_id = ${projectId}`,
  sql`DELETE FROM company_words WHERE company_id = ${id} AND project_id = ${projectId}`,
  sql`DELETE FROM companies WHERE id = ${id} AND project_id = ${projectId}`,
];

// --- contacts --------------------------------------------------------------------
/** The contacts whom members gave this company, newest first. */
export const readGiven = (projectId: ProjectId, id: CompanyId, before: string | undefined, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("company_contacts", "contact_id")} FROM company_contacts INDEXED BY company_contacts_company WHERE project_id = ${projectId} AND company_id = ${id}${before === undefined ? sql`` : sql` AND contact_id < ${before}`} ORDER BY contact_id DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => row.contact_id),
  );
/** What members said, as long as that company is there. */
export const byHand = (projectId: ProjectId | SQL, contactId: SQL): SQL =>
  sql`LEFT JOIN company_contacts h ON h.project_id = ${projectId} AND h.contact_id = ${contactId} AND (h.company_id IS NULL OR EXISTS (SELECT 1 FROM companies hc WHERE hc.id = h.company_id AND hc.project_id = ${projectId}))`;
/** Those of the contacts who belong to the company and are of the state: by hand, or by domain if nobody said otherwise. */
export const readBelonging = (
  projectId: ProjectId,
  id: CompanyId,
  state: "active" | "hidden",
  contacts: readonly ContactId[],
): Query<Belonging[]> =>
  query(
    sql`SELECT ${BRIEF_COLUMNS}, h.contact_id IS NOT NULL ${as.number("given")} FROM json_each(${JSON.stringify(contacts)}) k ${joinContact(sql`${projectId}`, sql`k.value`)} ${byHand(projectId, sql`ct.id`)}
      WHERE ct.state = ${state} AND (h.contact_id IS NULL OR h.company_id = ${id}) ORDER BY ct.id DESC`,
    (rows) => rows.map((row) => ({ ...parseBrief(row), by: row.given === 1 ? ("hand" as const) : ("domain" as const) })),
  );
export interface OfContact {
  readonly exists: boolean;
  readonly there: boolean;
  readonly given: boolean;
  readonly domain: string | null;
  readonly company: { readonly id: CompanyId; readonly name: string; readonly website: string | null } | null;
}
/** Expression: the company that has the domain of the contact's address; NULL for none. */
export const byDomain = (projectId: ProjectId | SQL, contactId: ContactId | SQL): SQL =>
  sql`(SELECT d.company_id FROM company_domains d WHERE d.project_id = ${projectId} AND d.domain = ${domainOfContact(projectId, contactId)})`;
/** Expression: the company of the contact of the conversation `c`, what members said or by domain; NULL for none. */
export const ofConversation = sql`(SELECT CASE WHEN h.contact_id IS NULL THEN ${byDomain(sql`c.project_id`, sql`c.contact_id`)} ELSE h.company_id END FROM (SELECT 1) one ${byHand(sql`c.project_id`, sql`c.contact_id`)})`;
/** The contact's company: what members said, else that of the domain of its address. */
export const readOfContact = (projectId: ProjectId, contactId: ContactId): Query<OfContact> =>
  query(
    sql`SELECT ${contactExists(projectId, contactId)} ${as.number("found")}, ${contactStillThere(projectId, sql`${contactId}`)} IS NOT NULL ${as.number("there")}, h.contact_id IS NOT NULL ${as.number("given")}, ${domainOfContact(projectId, contactId)} ${as.textOrNull("domain")}, ${columns({ c: "companies?" }, "c.id, c.name, c.website")}
      FROM (SELECT 1) one ${byHand(projectId, sql`${contactId}`)}
      LEFT JOIN companies c ON c.project_id = ${projectId} AND c.id = CASE WHEN h.contact_id IS NULL THEN ${byDomain(projectId, contactId)} ELSE h.company_id END`,
    ([row]) => ({
      exists: row?.found === 1,
      there: row?.there === 1,
      given: row?.given === 1,
      domain: row?.domain ?? null,
      company: row?.id && row.name !== null ? { id: row.id, name: row.name, website: row.website } : null,
    }),
  );
export const writeGiven = (
  projectId: ProjectId,
  contactId: ContactId,
  { companyId, by, now }: { readonly companyId: CompanyId | null; readonly by: AccountId; readonly now: number },
): SQL => sql`
  INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at)
  SELECT ${projectId}, ${contactId}, ${companyId}, ${by}, ${now} WHERE ${contactStillThere(projectId, sql`${contactId}`)} IS NOT NULL AND ${stillMay(projectId, by, "operator")}${companyId === null ? sql`` : sql` AND ${companyExists(projectId, companyId)}`}
  ON CONFLICT (project_id, contact_id) DO UPDATE SET company_id = excluded.company_id, set_by = excluded.set_by, set_at = excluded.set_at`;
export const writeCleared = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`DELETE FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId}`;

// --- merging, erasure, deletion -----------------------------------------------------
type Moved = { readonly projectId: ProjectId; readonly from: ContactId; readonly into: SQL; readonly may: SQL };
/** What members said of a contact that is merged becomes true of the one that stays, unless they said something of that one. */
export const writeMovedGiven = ({ projectId, from, into, may }: Moved): SQL[] => [
  sql`INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at)
    SELECT project_id, ${into}, company_id, set_by, set_at FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${from} AND ${into} IS NOT NULL AND ${may} ON CONFLICT DO NOTHING`,
  sql`DELETE FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
];
/** When a merge begins: without this, the company that the contact has by its domain would be lost with its address. */
export const writeKeptCompany = ({ projectId, from, into, may }: Moved, now: number): SQL => sql`
  INSERT INTO company_contacts (project_id, contact_id, company_id, set_by, set_at)
  SELECT ${projectId}, ${into}, ${byDomain(projectId, from)}, NULL, ${now}
  WHERE ${may} AND ${into} IS NOT NULL AND ${byDomain(projectId, from)} IS NOT NULL AND ${byDomain(projectId, into)} IS NULL
    AND NOT EXISTS (SELECT 1 FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${from}) ON CONFLICT DO NOTHING`;
export const readGivenKeys = (projectId: ProjectId, contactId: ContactId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("company_contacts", "contact_id")} FROM company_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.contact_id),
  );
/** Whether members gave somebody this company. */
export const hasGiven = (projectId: ProjectId, id: CompanyId): SQL =>
  sql`EXISTS (SELECT 1 FROM company_contacts INDEXED BY company_contacts_company WHERE project_id = ${projectId} AND company_id = ${id})`;
/** After a company was deleted: one page of what members said of its contacts. */
export const writeForgotten = (projectId: ProjectId, id: CompanyId, limit: number): SQL =>
  sql`DELETE FROM company_contacts WHERE project_id = ${projectId} AND contact_id IN (SELECT contact_id FROM company_contacts INDEXED BY company_contacts_company WHERE project_id = ${projectId} AND company_id = ${id} LIMIT ${limit}) AND NOT ${companyExists(projectId, id)}`;
export const hasCompanies = (projectId: ProjectId): SQL =>
  sql`(EXISTS (SELECT 1 FROM companies WHERE project_id = ${projectId}) OR EXISTS (SELECT 1 FROM company_contacts WHERE project_id = ${projectId}))`;
/** Project deletion: one page of each table. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number): SQL[] => [
  sql`DELETE FROM company_words WHERE project_id = ${projectId} AND (word, company_id) IN (SELECT word, company_id FROM company_words WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM company_domains WHERE project_id = ${projectId} AND domain IN (SELECT domain FROM company_domains WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM company_contacts WHERE project_id = ${projectId} AND contact_id IN (SELECT contact_id FROM company_contacts WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM companies WHERE id IN (SELECT id FROM companies WHERE project_id = ${projectId} LIMIT ${limit})`,
];
