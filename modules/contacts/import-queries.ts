// Statements of an import of contacts: many in one statement, each under its own conditions. Silent: whoever calls them decides in one batch.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { nameWords } from "./words.ts";

export interface ImportTarget {
  readonly id: ContactId;
  readonly name: string | null;
  readonly email: string | null;
  readonly verified: boolean;
  readonly identifier: string | null;
  /** JSON, as it is stored. */
  readonly attributes: string;
  readonly state: "active" | "hidden";
}
const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Rows that one address may have: beyond them it is not told who is meant. */
const MOST = 2000;
/** Contacts, also hidden ones, with one of these ids, addresses or identifiers; neither erased nor merged. Oldest first. */
export const readImportTargets = (
  projectId: ProjectId,
  by: { readonly ids: readonly string[]; readonly emails: readonly string[]; readonly identifiers: readonly string[] },
): Query<ImportTarget[]> =>
  query(
    sql`SELECT ${columns("contacts", "id, name, email, email_verified, identifier, attributes, state")} FROM contacts WHERE id IN (
        SELECT value FROM json_each(${JSON.stringify(by.ids)})
        UNION SELECT id FROM (SELECT id FROM contacts WHERE project_id = ${projectId} AND email IN ${list(by.emails)} LIMIT ${MOST})
        UNION SELECT id FROM contacts WHERE project_id = ${projectId} AND identifier IS NOT NULL AND identifier IN ${list(by.identifiers)})
      AND project_id = ${projectId} AND state IN ('active', 'hidden') AND merged_into IS NULL ORDER BY id`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, name: row.name, email: row.email, verified: row.email_verified !== 0, identifier: row.identifier },
        ...{ attributes: row.attributes, state: row.state as "active" | "hidden" },
      })),
  );

export interface ImportedContact {
  readonly id: ContactId;
  readonly name: string | null;
  /** Claimed: nobody has proved it. */
  readonly email: string | null;
  readonly attributes: string;
}
/** Makes contacts; one whose address another one has got meanwhile is left out. */
export const writeImportedContacts = (projectId: ProjectId, contacts: readonly ImportedContact[], now: number, when: SQL): SQL => sql`
  INSERT INTO contacts (id, project_id, name, name_words, words_made, email, email_verified, attributes, created_at, imports)
  SELECT k.value ->> 'id', ${projectId}, k.value ->> 'name', k.value ->> 'words', 1, k.value ->> 'email', 0, k.value ->> 'attributes', ${now}, 1
  FROM json_each(${JSON.stringify(contacts.map((one) => ({ ...one, words: nameWords(one.name) })))}) k WHERE ${when}
    AND (k.value ->> 'email' IS NULL OR NOT EXISTS (SELECT 1 FROM contacts o WHERE o.project_id = ${projectId} AND o.email = k.value ->> 'email' AND o.state IN ('active', 'hidden') AND o.merged_into IS NULL))
  ON CONFLICT DO NOTHING`;

export interface ImportedChange extends ImportedContact {
  readonly was: Pick<ImportedContact, "name" | "email" | "attributes">;
}
/** Changes those of the contacts that are still as they were. A new address is unverified; one that was proved is never replaced. */
export const writeImportedChanges = (projectId: ProjectId, changes: readonly ImportedChange[], when: SQL): SQL => sql`
  UPDATE contacts SET name = k.value ->> 'name', name_words = iif(contacts.name IS k.value ->> 'name', contacts.name_words, k.value ->> 'words'), words_made = 1, imports = imports + 1,
    email = k.value ->> 'email', attributes = k.value ->> 'attributes'
  FROM json_each(${JSON.stringify(changes.map((one) => ({ ...one, words: nameWords(one.name) })))}) k
  WHERE contacts.id = k.value ->> 'id' AND contacts.project_id = ${projectId} AND contacts.state = 'active' AND contacts.merged_into IS NULL
    AND contacts.name IS k.value ->> '$.was.name' AND contacts.email IS k.value ->> '$.was.email' AND contacts.attributes = k.value ->> '$.was.attributes'
    AND (contacts.email_verified = 0 OR contacts.email IS k.value ->> 'email') AND ${when}`;
/** Condition: the contact of the expression `id` has these values; `name`, `email`, `attributes` are expressions. */
export const contactHas = (
  projectId: ProjectId,
  id: SQL,
  { name, email, attributes }: { readonly name: SQL; readonly email: SQL; readonly attributes: SQL },
): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts h WHERE h.id = ${id} AND h.project_id = ${projectId} AND h.state IN ('active', 'hidden') AND h.name IS ${name} AND h.email IS ${email} AND h.attributes = ${attributes})`;
