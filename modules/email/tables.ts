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
  ],
);
