import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const inboundMailReceipts = sqliteTable(
  "inbound_mail_receipts",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    /** Keyed hash of recipient, Message-ID and raw mail: stays after erasure, so that a redelivery is dropped. */
    identityHash: text("identity_hash").notNull(),
    objectKey: text("object_key"),
    envelopeFrom: text("envelope_from"),
    envelopeTo: text("envelope_to"),
    subject: text(),
    size: integer().notNull(),
    door: text().notNull(),
    state: text().notNull().default("received"),
    attempts: integer().notNull().default(0),
    messageId: text("message_id"),
    error: text(),
    receivedAt: integer("received_at").notNull(),
    admittedAt: integer("admitted_at"),
    classifiedAt: integer("classified_at"),
    automatic: integer(),
    reasons: text(),
    /** Whose mail it turned out to be; an erasure finds by it what was not admitted. */
    contactId: text("contact_id"),
    /** The address that it came to, until it is decided. Dropped with it: it waits for the proof of that address. */
    waitsFor: text("waits_for"),
  },
  (t) => [
    uniqueIndex("inbound_mail_receipts_identity").on(t.projectId, t.identityHash),
    index("inbound_mail_receipts_message")
      .on(t.projectId, t.messageId)
      .where(sql`message_id IS NOT NULL`),
    index("inbound_mail_receipts_due")
      .on(t.receivedAt)
      .where(sql`state IN ('received', 'admitting', 'failed')`),
    index("inbound_mail_receipts_unclassified")
      .on(t.receivedAt)
      .where(sql`classified_at IS NULL`),
    index("inbound_mail_receipts_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("inbound_mail_receipts_list").on(t.projectId, t.id),
    index("inbound_mail_receipts_state").on(t.projectId, t.state, t.id),
    index("inbound_mail_receipts_kept")
      .on(t.receivedAt)
      .where(sql`state IN ('failed', 'unreadable', 'dropped') AND object_key IS NOT NULL`),
    index("inbound_mail_receipts_waiting")
      .on(t.waitsFor, t.projectId, t.id)
      .where(sql`waits_for IS NOT NULL AND state = 'dropped'`),
  ],
);
/** Objects that are being stored: until a row names them this one does, and the schedule removes what nobody took. */
export const mailUploads = sqliteTable(
  "mail_uploads",
  { objectKey: text("object_key").primaryKey().notNull(), createdAt: integer("created_at").notNull() },
  (t) => [index("mail_uploads_age").on(t.createdAt)],
);
