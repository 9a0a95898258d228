// The domains of contacts' addresses: of one contact, and the contacts at one, along the index of migration 0781.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { addressOfContact, type ContactList } from "./queries.ts";

/** The expression of the index of migration 0781. */
const domainIn = (email: SQL): SQL => sql`lower(substr(${email}, instr(${email}, '@') + 1))`;
/** Expression: the domain of the contact's address, proved or not; NULL without an address. */
export const domainOfContact = (projectId: ProjectId | SQL, id: ContactId | SQL): SQL => domainIn(addressOfContact(projectId, id));
/** The contacts of a state with an address, proved or not, at exactly this domain: newest first, one range of an index. */
export const readIdsAtDomain = (
  projectId: ProjectId,
  domain: string,
  { state, before }: Pick<ContactList, "state" | "before">,
  limit: number,
): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("contacts", "id")} FROM contacts INDEXED BY contacts_domain WHERE project_id = ${projectId} AND state = ${state} AND email IS NOT NULL AND ${domainIn(sql`email`)} = ${domain}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** A query of the ids of the contacts of a state with an address at exactly this domain, oldest first after an id: one range of an index. */
export const contactsAtDomain = (
  projectId: ProjectId,
  domain: string,
  { state, after }: { readonly state: "active" | "hidden"; readonly after: string },
  limit: number,
): SQL =>
  sql`SELECT id FROM contacts INDEXED BY contacts_domain WHERE project_id = ${projectId} AND state = ${state} AND email IS NOT NULL AND ${domainIn(sql`email`)} = ${domain} AND id > ${after} ORDER BY id LIMIT ${limit}`;
