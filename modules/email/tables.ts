import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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

/** Addresses that a project says are its own, each with the code that it was asked to prove it by. */
export const addressClaims = sqliteTable(
  "address_claims",
  {
    projectId: text("project_id").notNull(),
    address: text().notNull(),
    domain: text().notNull(),
    /** 0: the project only sends from it. */
    takesMail: integer("takes_mail").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Names the newest code: its mail is about it. */
    askId: text("ask_id"),
    /** Only this person may type the code. */
    askedBy: text("asked_by"),
    askedAt: integer("asked_at"),
    /** Keyed hash of the code; null until its mail is made, and once it is void. */
    codeHash: text("code_hash"),
    tries: integer().notNull().default(0),
    expiresAt: integer("expires_at"),
    /** When a code came in at a door of ours: the domain is routed to the desk, and a code proves nothing there. */
    arrivedAt: integer("arrived_at"),
    /** When the code was typed. Null: it waits, or its domain is approved. */
    provedAt: integer("proved_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.address] }),
    index("address_claims_address").on(t.address),
    index("address_claims_domain").on(t.domain, t.projectId),
    index("address_claims_waiting")
      .on(t.createdAt)
      .where(sql`proved_at IS NULL`),
    uniqueIndex("address_claims_ask")
      .on(t.askId)
      .where(sql`ask_id IS NOT NULL`),
  ],
);

/** Domains that the installation's first owner approved for a project. */
export const mailDomains = sqliteTable(
  "mail_domains",
  {
    domain: text().notNull(),
    projectId: text("project_id").notNull(),
    approvedBy: text("approved_by").notNull(),
    approvedAt: integer("approved_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.projectId] }), index("mail_domains_project").on(t.projectId)],
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

/** Objects that are being stored: until a row names them this one does, and the schedule removes what nobody took. */
export const mailUploads = sqliteTable(
  "mail_uploads",
  { objectKey: text("object_key").primaryKey().notNull(), createdAt: integer("created_at").notNull() },
  (t) => [index("mail_uploads_age").on(t.createdAt)],
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

/** The address that a contact is proving, one at a time. */
export const addressCodes = sqliteTable(
  "address_codes",
  {
    projectId: text("project_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** The mail that carries the code. */
    deliveryId: text("delivery_id").notNull(),
    address: text().notNull(),
    /** Keyed hash of the code; null until its mail is made. */
    codeHash: text("code_hash"),
    tries: integer().notNull().default(0),
    /** The call that used it up. */
    usedBy: text("used_by"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.contactId] }), index("address_codes_expiry").on(t.expiresAt)],
);

/** Links in mails that lead back to a conversation. */
export const returnTokens = sqliteTable(
  "return_tokens",
  {
    tokenHash: text("token_hash").primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    contactId: text("contact_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    /** The session that it became. */
    usedBy: text("used_by"),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("return_tokens_contact").on(t.projectId, t.contactId), index("return_tokens_expiry").on(t.expiresAt)],
);

/** Which answers a mail of unseen ones holds; the highest of a conversation says what was mailed already. */
export const unseenMails = sqliteTable(
  "unseen_mails",
  {
    deliveryId: text("delivery_id").primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    afterRevision: integer("after_revision").notNull(),
    upToRevision: integer("up_to_revision").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("unseen_mails_conversation").on(t.projectId, t.conversationId, t.upToRevision)],
);
export const noticeSettings = sqliteTable(
  "notice_settings",
  {
    projectId: text("project_id").notNull(),
    accountId: text("account_id").notNull(),
    /** One bit for each event. */
    events: integer().notNull(),
    /** Minutes of the local day; both or none. */
    quietFrom: integer("quiet_from"),
    quietTo: integer("quiet_to"),
    zone: text().notNull(),
    /** One bit for each day, Monday first. */
    days: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.accountId] })],
);

/** Notices that wait: one for each person and conversation, which later events join. */
export const notices = sqliteTable(
  "notices",
  {
    projectId: text("project_id").notNull(),
    accountId: text("account_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** What began it: the id of an event, or of a mail with its attempt. */
    cause: text().notNull(),
    events: integer().notNull(),
    sinceRevision: integer("since_revision").notNull(),
    revision: integer().notNull(),
    /** Since when it waits for the end of quiet hours. */
    quietSince: integer("quiet_since"),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.accountId, t.conversationId] }),
    index("notices_due").on(t.dueAt),
    index("notices_contact").on(t.projectId, t.contactId),
  ],
);

/** What a mail of the kind `notice` is about. Its words are made when it is sent. */
export const noticeMails = sqliteTable(
  "notice_mails",
  {
    projectId: text("project_id").notNull(),
    deliveryId: text("delivery_id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text().notNull(),
    conversations: text().notNull(),
    total: integer().notNull(),
    quietSince: integer("quiet_since"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deliveryId] }),
    index("notice_mails_person").on(t.accountId, t.createdAt),
    index("notice_mails_age").on(t.createdAt),
  ],
);

/** How far events have become notices. One row. */
export const noticeProgress = sqliteTable("notice_progress", {
  id: integer().primaryKey().notNull(),
  eventsAt: integer("events_at").notNull(),
  eventsId: text("events_id").notNull(),
  mailsAt: integer("mails_at").notNull(),
  mailsId: text("mails_id").notNull(),
});

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
