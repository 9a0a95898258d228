// Statements on mail that members compose: recipients and forwarded messages.
import { as, columns, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import {
  contactIdOfVerifiedAddress,
  contactStillThere,
  hasVerifiedAddress,
  isActive,
  isVerifiedContactAddress,
  readContact,
} from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { isVerifiedMemberAddress } from "#modules/projects";
import { senderContact } from "#modules/email";

/** The contact of a recipient: the one that mail from the address belongs to, else the one that verified it. */
export const addresseeOf = (projectId: ProjectId, address: string, hash: string): SQL =>
  sql`coalesce(${contactStillThere(projectId, senderContact(projectId, hash))}, ${contactIdOfVerifiedAddress(projectId, address)})`;
export const readAddressee = (projectId: ProjectId, address: string, hash: string): Query<Contact | undefined> =>
  readContact(projectId, addresseeOf(projectId, address, hash));
/** Holds while the contact may get mail at the address, and has it verified if `proved` was assumed. */
export const isStillRecipient = (projectId: ProjectId, contactId: ContactId, address: string, proved: boolean): SQL =>
  proved ? hasVerifiedAddress(projectId, contactId, address) : isActive(projectId, contactId);

export const writeForward = (f: { id: DeliveryId; projectId: ProjectId; messageId: MessageId; content: string }, when: SQL): SQL => sql`
  INSERT INTO mail_forwards (delivery_id, project_id, message_id, content) SELECT ${f.id}, ${f.projectId}, ${f.messageId}, ${f.content} WHERE ${when}`;
/** Whether a customer's message may be forwarded to the address now. */
export const readMayGetForward = (projectId: ProjectId, address: string): Query<boolean | undefined> =>
  queryOne(
    sql`SELECT ${isVerifiedContactAddress(projectId, address)} OR ${isVerifiedMemberAddress(projectId, address)} ${as.number("may")}`,
    (row) => row.may !== 0,
  );
export const readForward = (projectId: ProjectId, id: DeliveryId): Query<{ messageId: MessageId; content: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns("mail_forwards", "message_id, content")} FROM mail_forwards WHERE delivery_id = ${id} AND project_id = ${projectId}`,
    (row) => ({
      messageId: row.message_id,
      content: row.content,
    }),
  );
