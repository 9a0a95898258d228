// The contact that mail from an address belongs to, by the keyed hash of the address (table mail_contacts).
import { type Erased, notErased, readContact } from "#modules/contacts";
import { type Query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Contact } from "#modules/contacts/contract";

// --- who wrote, and where it belongs ------------------------------------------

/** The contact that mail from the address belongs to. */
export const senderContact = (projectId: ProjectId, hash: string | SQL): SQL =>
  sql`(SELECT contact_id FROM mail_contacts WHERE project_id = ${projectId} AND address_hash = ${hash})`;
export const readSenderContact = (projectId: ProjectId, hash: string): Query<Contact | undefined> =>
  readContact(projectId, senderContact(projectId, hash));
/** An address whose contact is erased is nobody's any more. */
export const writeNoErasedContact = (projectId: ProjectId, hash: string): SQL => sql`
  DELETE FROM mail_contacts WHERE project_id = ${projectId} AND address_hash = ${hash}
    AND NOT ${notErased(projectId, sql`mail_contacts.contact_id`)}`;
export const writeSenderContact = (projectId: ProjectId, hash: string, contactId: SQL, now: number, when: SQL = sql`1`): SQL => sql`
  INSERT INTO mail_contacts (project_id, address_hash, contact_id, created_at) SELECT ${projectId}, ${hash}, ${contactId}, ${now} WHERE ${contactId} IS NOT NULL AND ${when}
  ON CONFLICT (project_id, address_hash) DO NOTHING`;

/** The keyed hashes of the addresses that a contact is known by. */
export const addressHashesOf = ({ projectId, contactId }: Erased): SQL =>
  sql`(SELECT address_hash FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId})`;
