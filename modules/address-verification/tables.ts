import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
