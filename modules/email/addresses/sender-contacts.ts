// Maps a sender's address, by its keyed hash, to the contact that its mail belongs to (table mail_contacts).
import { type Erased, notErased, readContact } from "#modules/contacts";
import { type Query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Contact } from "#modules/contacts/contract";

/** SQL of the contact that mail from the address belongs to. */
export const senderContact = (projectId: ProjectId, hash: string | SQL): SQL =>
  sql`(SELECT contact_id FROM mail_contacts WHERE project_id = ${projectId} AND address_hash = ${hash})`;
export const readSenderContact = (projectId: ProjectId, hash: string): Query<Contact | undefined> =>
  readContact(projectId, senderContact(projectId, hash));
/** Removes the mapping of an address whose contact was erased. */
export const writeNoErasedContact = (projectId: ProjectId, hash: string): SQL => sql`
  DELETE FROM mail_contacts WHERE project_id = ${projectId} AND address_hash = ${hash}
    AND NOT ${notErased(projectId, sql`mail_contacts.contact_id`)}`;
export const writeSenderContact = (projectId: ProjectId, hash: string, contactId: SQL, now: number, when: SQL = sql`1`): SQL => sql`
  INSERT INTO mail_contacts (project_id, address_hash, contact_id, created_at) SELECT ${projectId}, ${hash}, ${contactId}, ${now} WHERE ${contactId} IS NOT NULL AND ${when}
  ON CONFLICT (project_id, address_hash) DO NOTHING`;

/** SQL of the keyed hashes of a contact's known sender addresses. */
export const addressHashesOf = ({ projectId, contactId }: Erased): SQL =>
  sql`(SELECT address_hash FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId})`;
