// Statements on what people of the team write by mail: who gets it, how these addresses stand, and what is passed on.
import { col, queryOne, type Query, query } from "#kernel/db/index.ts";
import type { ContactId, DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { contactOfProvedEmail, contactStillThere, hasProof, isActive, isHidden, isProvedContact, readContact } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { isProvedMember } from "#modules/projects";
import { type SQL, sql } from "drizzle-orm";
import { mappedContact } from "../inbound/queries.ts";
import { isSuppressed } from "../outbound/queries.ts";

/** How an address stands, to the project that would write to it. */
export interface Standing {
  readonly address: string;
  readonly hash: string;
  /** A contact of the project, or one of its members, proved it. */
  readonly proved: boolean;
  /** Mail to it came back. */
  readonly suppressed: boolean;
  /** A contact that it is proved to belong to is blocked. */
  readonly blocked: boolean;
  /** It takes mail in for this installation. */
  readonly ours: boolean;
}
interface Named {
  readonly address: string;
  /** Without its plus form. */
  readonly base: string;
  readonly hash: string;
}
/** Holds when nobody at the address sent mail back. Where only the room of an hour is missing, the mail waits. */
export const takesMail = (projectId: ProjectId, hash: string): SQL => sql`NOT ${isSuppressed(projectId, hash)}`;
export const readStanding = (projectId: ProjectId, all: readonly Named[]): Query<Standing[]> =>
  query(
    sql`SELECT n.value ->> 'address' AS address, n.value ->> 'hash' AS hash, ${isProvedContact(projectId, sql`n.value ->> 'address'`)} OR ${isProvedMember(projectId, sql`n.value ->> 'address'`)} AS proved,
      ${isSuppressed(projectId, sql`n.value ->> 'hash'`)} AS suppressed,
      ${isHidden(projectId, contactOfProvedEmail(projectId, sql`n.value ->> 'address'`))} OR ${isHidden(projectId, mappedContact(projectId, sql`n.value ->> 'hash'`))} AS blocked,
      EXISTS (SELECT 1 FROM inbound_addresses WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND (held_at IS NOT NULL OR project_id = ${projectId})) OR EXISTS (SELECT 1 FROM address_claims WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND project_id = ${projectId}) OR EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND (lower(sender) IN (n.value ->> 'address', n.value ->> 'base') OR lower(reply_address) IN (n.value ->> 'address', n.value ->> 'base'))) AS ours
      FROM json_each(${JSON.stringify(all)}) n ORDER BY n.key`,
    (rows) =>
      rows.map((row) => ({
        address: col.text(row, "address"),
        hash: col.text(row, "hash"),
        proved: col.truth(row, "proved"),
        suppressed: col.truth(row, "suppressed"),
        blocked: col.truth(row, "blocked"),
        ours: col.truth(row, "ours"),
      })),
  );

/** The contact that mail to the address belongs to: whom mail from it made known, else who proved it. */
export const readAddressee = (projectId: ProjectId, address: string, hash: string): Query<Contact | undefined> =>
  readContact(
    projectId,
    sql`coalesce(${contactStillThere(projectId, mappedContact(projectId, hash))}, ${contactOfProvedEmail(projectId, address)})`,
  );
/** Holds while a contact may be written to, and still has the address proved where that is what it was taken for. */
export const isStill = (projectId: ProjectId, contactId: ContactId, address: string, proved: boolean): SQL =>
  proved ? hasProof(projectId, contactId, address) : isActive(projectId, contactId);

export const writeForward = (f: { id: DeliveryId; projectId: ProjectId; messageId: MessageId; content: string }, when: SQL): SQL => sql`
  INSERT INTO mail_forwards (delivery_id, project_id, message_id, content) SELECT ${f.id}, ${f.projectId}, ${f.messageId}, ${f.content} WHERE ${when}`;
/** Whether what a customer wrote may be passed on to the address, now. */
export const readMayGetForward = (projectId: ProjectId, address: string): Query<boolean | undefined> =>
  queryOne(sql`SELECT ${isProvedContact(projectId, address)} OR ${isProvedMember(projectId, address)} AS may`, (row) =>
    col.truth(row, "may"),
  );
export const readForward = (projectId: ProjectId, id: DeliveryId): Query<{ messageId: MessageId; content: string } | undefined> =>
  queryOne(sql`SELECT message_id, content FROM mail_forwards WHERE delivery_id = ${id} AND project_id = ${projectId}`, (row) => ({
    messageId: col.id<MessageId>(row, "message_id"),
    content: col.text(row, "content"),
  }));
