import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Whose an address is: proved by a code, or of an approved domain. Base forms only. */
export const inboundAddresses = sqliteTable(
  "inbound_addresses",
  {
    address: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Null in rows of an earlier version: nobody has proved the address. */
    heldAt: integer("held_at"),
    /** 0: the project only sends from it. */
    takesMail: integer("takes_mail").notNull().default(1),
  },
  (t) => [index("inbound_addresses_project").on(t.projectId, t.createdAt)],
);

export const emailSettings = sqliteTable("email_settings", {
  projectId: text("project_id").primaryKey().notNull(),
  sender: text(),
  senderName: text("sender_name"),
  replyAddress: text("reply_address"),
  signature: text().notNull().default(""),
  updatedAt: integer("updated_at").notNull(),
  askAddress: integer("ask_address").notNull().default(1),
  mailUnseen: integer("mail_unseen").notNull().default(1),
});

export const mails = sqliteTable(
  "mails",
  {
    messageId: text("message_id").primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    direction: text({ enum: ["in", "out"] }).notNull(),
    /** Message-ID without its angle brackets. */
    headerId: text("header_id"),
    /** Keyed hash of it, by which an answer finds its conversation. */
    headerHash: text("header_hash"),
    fromAddress: text("from_address"),
    fromName: text("from_name"),
    toList: text("to_list").notNull().default("[]"),
    ccList: text("cc_list").notNull().default("[]"),
    subject: text(),
    /** What our own door saw of SPF, DKIM and DMARC, as JSON. */
    authentication: text(),
    /** The sanitised HTML in the bucket. */
    htmlKey: text("html_key"),
    /** The whole text in the bucket, when the message holds less of it. */
    textKey: text("text_key"),
    /** The quoted history below what was written, when it is short enough for a row. */
    quoted: text(),
    createdAt: integer("created_at").notNull(),
    /** Keyed hash of the sender's address where somebody else wrote into the contact's conversation; empty = not known yet. */
    senderHash: text("sender_hash"),
  },
  (t) => [
    index("mails_sender")
      .on(t.projectId, t.senderHash)
      .where(sql`sender_hash IS NOT NULL`),
    index("mails_sender_unknown")
      .on(t.messageId)
      .where(sql`sender_hash = ''`),
    index("mails_header")
      .on(t.projectId, t.headerHash)
      .where(sql`header_hash IS NOT NULL`),
    index("mails_conversation").on(t.projectId, t.conversationId, t.createdAt),
  ],
);

export const mailContacts = sqliteTable(
  "mail_contacts",
  {
    projectId: text("project_id").notNull(),
    addressHash: text("address_hash").notNull(),
    contactId: text("contact_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.addressHash] }), index("mail_contacts_contact").on(t.projectId, t.contactId)],
);

export const mailDeliveries = sqliteTable(
  "mail_deliveries",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id"),
    messageId: text("message_id"),
    contactId: text("contact_id"),
    kind: text().notNull(),
    /** What it is sent for; one cause makes one mail. */
    cause: text().notNull(),
    toAddress: text("to_address"),
    /** Keyed hash of the address, for ceilings across projects. */
    toHash: text("to_hash").notNull(),
    /** Whether the address was proved when it was decided. */
    proved: integer().notNull().default(0),
    subject: text(),
    /** Our own Message-ID, for providers that take one. */
    headerId: text("header_id"),
    provider: text(),
    state: text().notNull().default("queued"),
    attempts: integer().notNull().default(0),
    providerId: text("provider_id"),
    error: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** When a held mail goes by itself; null for one that needs a person. */
    dueAt: integer("due_at"),
    /** Recipients of a waiting mail that the ceiling of mail to strangers has yet to count. */
    strangers: integer().notNull().default(0),
    /** The person for whom they count, while they are to be counted. */
    strangersBy: text("strangers_by"),
  },
  (t) => [
    uniqueIndex("mail_deliveries_cause").on(t.projectId, t.cause),
    index("mail_deliveries_log").on(t.projectId, t.id),
    index("mail_deliveries_state")
      .on(t.projectId, t.state, t.id)
      .where(sql`state <> 'sent'`),
    index("mail_deliveries_message")
      .on(t.projectId, t.messageId)
      .where(sql`message_id IS NOT NULL`),
    index("mail_deliveries_contact")
      .on(t.projectId, t.contactId, t.id)
      .where(sql`contact_id IS NOT NULL`),
    index("mail_deliveries_to").on(t.toHash, t.updatedAt),
    index("mail_deliveries_under_way")
      .on(t.updatedAt)
      .where(sql`state IN ('queued', 'sending')`),
    index("mail_deliveries_provider")
      .on(t.providerId)
      .where(sql`provider_id IS NOT NULL`),
    index("mail_deliveries_due")
      .on(t.projectId, t.dueAt, t.id)
      .where(sql`state = 'held' AND due_at IS NOT NULL`),
    index("mail_deliveries_waiting_to")
      .on(t.toHash, t.id)
      .where(sql`state = 'held' AND due_at IS NOT NULL`),
    index("mail_deliveries_waiting_in")
      .on(t.projectId, t.conversationId, t.id)
      .where(sql`state = 'held' AND due_at IS NOT NULL`),
    index("mail_deliveries_trouble")
      .on(t.updatedAt, t.id)
      .where(sql`kind = 'reply' AND state IN ('bounced', 'failed', 'needs_review', 'suppressed')`),
  ],
);

export const mailSuppressions = sqliteTable(
  "mail_suppressions",
  {
    projectId: text("project_id").notNull(),
    addressHash: text("address_hash").notNull(),
    reason: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.addressHash] })],
);

/** Mails of the product itself. What they say is written anew for each attempt and is not kept. */
export const systemMails = sqliteTable(
  "system_mails",
  {
    id: text().primaryKey().notNull(),
    kind: text().notNull(),
    /** What the kind of letter is asked about. */
    subjectId: text("subject_id").notNull(),
    /** One cause makes one mail. */
    cause: text().notNull(),
    /** Keyed hash of the address, for the ceiling that it shares with mails of projects. */
    toHash: text("to_hash").notNull(),
    /** Whether the address was proved when the mail was written. */
    proved: integer().notNull().default(0),
    provider: text(),
    providerId: text("provider_id"),
    state: text().notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** Names the attempt, also to the provider: each has a token of its own, so no attempt repeats another. */
    attemptKey: text("attempt_key"),
    error: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("system_mails_cause").on(t.cause),
    index("system_mails_subject").on(t.subjectId, t.id),
    index("system_mails_to").on(t.toHash, t.updatedAt),
    index("system_mails_under_way")
      .on(t.updatedAt)
      .where(sql`state IN ('queued', 'sending')`),
    index("system_mails_provider")
      .on(t.providerId)
      .where(sql`provider_id IS NOT NULL`),
    index("system_mails_age").on(t.createdAt),
  ],
);

export const mailCopies = sqliteTable(
  "mail_copies",
  {
    deliveryId: text("delivery_id").notNull(),
    place: integer().notNull(),
    projectId: text("project_id").notNull(),
    kind: text({ enum: ["cc", "bcc"] }).notNull(),
    address: text(),
    /** Keyed hash of the address, for ceilings across projects. */
    toHash: text("to_hash").notNull(),
    proved: integer().notNull().default(0),
    /** When it was written or last taken for an attempt. */
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deliveryId, t.place] }),
    index("mail_copies_to")
      .on(t.toHash, t.updatedAt)
      .where(sql`proved = 0`),
    index("mail_copies_address")
      .on(t.projectId, t.toHash)
      .where(sql`address IS NOT NULL`),
  ],
);

export const mailForwards = sqliteTable(
  "mail_forwards",
  {
    deliveryId: text("delivery_id").notNull(),
    projectId: text("project_id").notNull(),
    /** The message that is passed on. */
    messageId: text("message_id").notNull(),
    content: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.deliveryId] })],
);
