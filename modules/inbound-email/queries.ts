// Statements on received mail: stored objects, receipts and mails.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, notNull, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId, ReceiptId } from "#kernel/ids/index.ts";
import { comesByWidget, contactIdOfVerifiedAddress, hasVerifiedAddress, notErased, readContact } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { contactOf } from "#modules/conversations";
import { projectIsLive } from "#modules/projects";
import { isHeld } from "#modules/email";
import { isApprovedForOthers } from "#modules/address-verification";
import type { Authentication, Receipt } from "./contract.ts";
import type { Reason } from "./automatic-mail/classify.ts";

const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

// --- objects ----------------------------------------------------------------

export const writeReserved = (keys: readonly string[], now: number): SQL =>
  sql`INSERT INTO mail_uploads (object_key, created_at) SELECT value, ${now} FROM json_each(${JSON.stringify(keys)})`;
export const writeTaken = (keys: readonly string[], when: SQL = sql`1`): SQL =>
  sql`DELETE FROM mail_uploads WHERE object_key IN ${list(keys)} AND ${when}`;
export const readAbandoned = (before: number, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("mail_uploads", "object_key")} FROM mail_uploads WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit}`,
    (rows) => rows.map((row) => row.object_key),
  );

// --- receipts ---------------------------------------------------------------

/**
 * The projects of these addresses, without deleted ones. Projects that have an address come first, then those that only claim it, as long
 * as nobody has it and its domain is not approved for another project.
 */
export const readInboundAddresses = (addresses: readonly string[]): Query<{ address: string; projectId: ProjectId; held: boolean }[]> =>
  query(
    sql`SELECT ${columns({ a: "inbound_addresses" }, "a.address, a.project_id")}, 1 ${as.number("held")} FROM inbound_addresses a WHERE a.address IN ${list(addresses)} AND a.held_at IS NOT NULL AND a.takes_mail = 1 AND ${projectIsLive(sql`a.project_id`)}
      UNION ALL SELECT * FROM (SELECT c.address, c.project_id, 0 AS held FROM address_claims c WHERE c.address IN ${list(addresses)} AND c.takes_mail = 1 AND ${projectIsLive(sql`c.project_id`)}
        AND NOT EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = c.address AND h.held_at IS NOT NULL) AND NOT ${isApprovedForOthers(sql`c.project_id`, sql`c.domain`)} ORDER BY c.created_at LIMIT 20)`,
    (rows) =>
      rows.map((row) => ({
        address: row.address,
        projectId: row.project_id,
        held: row.held !== 0,
      })),
  );

export interface NewReceipt {
  readonly id: ReceiptId;
  readonly projectId: ProjectId;
  readonly identityHash: string;
  readonly objectKey: string;
  readonly envelopeFrom: string | null;
  readonly envelopeTo: string;
  /** The address by which the mail is the project's, if the project only claims it. */
  readonly waitsFor: string;
  readonly subject: string | null;
  readonly size: number;
  readonly door: Receipt["door"];
  readonly error: string | null;
}
/** The insert that decides: one mail is one receipt, also after its erasure. */
export const writeReceipt = (r: NewReceipt, now: number): SQL => sql`
  INSERT INTO inbound_mail_receipts (id, project_id, identity_hash, object_key, envelope_from, envelope_to, subject, size, door, error, received_at, waits_for)
  SELECT ${r.id}, ${r.projectId}, ${r.identityHash}, ${r.objectKey}, ${r.envelopeFrom}, ${r.envelopeTo}, ${r.subject}, ${r.size}, ${r.door}, ${r.error}, ${now}, ${r.waitsFor} WHERE ${projectIsLive(r.projectId)}
  ON CONFLICT (project_id, identity_hash) DO NOTHING`;
export const receiptExists = (id: ReceiptId): SQL => sql`EXISTS (SELECT 1 FROM inbound_mail_receipts WHERE id = ${id})`;
export const readExisting = (ids: readonly ReceiptId[]): Query<string[]> =>
  query(sql`SELECT ${columns("inbound_mail_receipts", "id")} FROM inbound_mail_receipts WHERE id IN ${list(ids)}`, (rows) =>
    rows.map((row) => row.id),
  );

export interface Pending {
  readonly id: ReceiptId;
  readonly projectId: ProjectId;
  readonly objectKey: string;
  readonly envelopeFrom: string | null;
  readonly envelopeTo: string;
  readonly door: string;
  /** Null for mail of an earlier version. */
  readonly waitsFor: string | null;
  readonly automatic: boolean | null;
  readonly reasons: readonly Reason[];
  readonly receivedAt: number;
}
const WAITING = sql`state IN ('received', 'admitting', 'failed')`;
/** Takes a receipt that is not decided yet. */
export const writeAdmitting = (id: ReceiptId, attempts: number): SQL =>
  sql`UPDATE inbound_mail_receipts SET error = CASE WHEN state = 'failed' THEN NULL ELSE error END, state = 'admitting', attempts = ${attempts} WHERE id = ${id} AND ${WAITING}`;
export const readPending = (id: ReceiptId): Query<Pending | undefined> =>
  queryOne(
    sql`SELECT ${columns("inbound_mail_receipts", "id, project_id, object_key, envelope_from, envelope_to, door, waits_for, classified_at, automatic, reasons, received_at")} FROM inbound_mail_receipts WHERE id = ${id} AND ${WAITING} AND object_key IS NOT NULL`,
    (row) => ({
      id: row.id,
      projectId: row.project_id,
      objectKey: notNull(row.object_key),
      envelopeFrom: row.envelope_from,
      envelopeTo: row.envelope_to ?? "",
      door: row.door,
      waitsFor: row.waits_for,
      automatic: row.classified_at === null ? null : row.automatic === 1,
      reasons: JSON.parse(row.reasons ?? "[]") as Reason[],
      receivedAt: row.received_at,
    }),
  );
/** Stored once, before the mail is admitted. */
export const writeClassified = (id: ReceiptId, automatic: boolean, reasons: readonly Reason[], subject: string, now: number): SQL =>
  sql`UPDATE inbound_mail_receipts SET classified_at = ${now}, automatic = ${automatic ? 1 : 0}, reasons = ${JSON.stringify(reasons)}, subject = coalesce(subject, ${subject})
    WHERE id = ${id} AND classified_at IS NULL AND ${WAITING}`;
export const writeEnded = (id: ReceiptId, state: "unreadable" | "dropped" | "failed", error: string): SQL =>
  sql`UPDATE inbound_mail_receipts SET state = ${state}, error = ${error}, waits_for = CASE WHEN ${state === "failed" ? 1 : 0} THEN waits_for END WHERE id = ${id} AND ${WAITING}`;
/** Ends a mail of the product itself and deletes its data; only the row remains. Its object is deleted with the unused ones. */
export const writeForgetAccountMail = (id: ReceiptId, objectKey: string, error: string, now: number): SQL[] => [
  sql`INSERT INTO mail_uploads (object_key, created_at) SELECT ${objectKey}, ${now} WHERE EXISTS (SELECT 1 FROM inbound_mail_receipts WHERE id = ${id} AND ${WAITING}) ON CONFLICT (object_key) DO NOTHING`,
  sql`UPDATE inbound_mail_receipts SET ${CLEARED_EVIDENCE}, state = 'dropped' WHERE id = ${id} AND ${WAITING}`,
  sql`UPDATE inbound_mail_receipts SET error = ${error} WHERE id = ${id} AND state = 'dropped' AND changes() > 0`,
];
const WAITS_FOR_OWNERSHIP = "Its recipient address isn’t verified yet.";
/**
 * Leaves a mail waiting if its address is not verified for the project. Stored as dropped, and deleted like dropped mail if nothing
 * verifies the address.
 */
export const writeWaits = (id: ReceiptId): SQL =>
  sql`UPDATE inbound_mail_receipts SET state = 'dropped', error = ${WAITS_FOR_OWNERSHIP} WHERE id = ${id} AND ${WAITING} AND waits_for IS NOT NULL AND NOT ${isHeld(sql`inbound_mail_receipts.project_id`, sql`inbound_mail_receipts.waits_for`)}`;
export const readWaits = (id: ReceiptId): Query<boolean | undefined> =>
  queryOne(sql`SELECT state = 'dropped' ${as.number("waits")} FROM inbound_mail_receipts WHERE id = ${id}`, (row) => row.waits !== 0);
export const writeAdmitted = (id: ReceiptId, messageId: MessageId, contactId: ContactId, now: number, when: SQL): SQL =>
  sql`UPDATE inbound_mail_receipts SET state = 'admitted', waits_for = NULL, message_id = ${messageId}, contact_id = ${contactId}, admitted_at = ${now} WHERE id = ${id} AND ${when}`;
/** Deletes the original of a mail from our own address. Until the object is gone a row names it, so that the schedule finds it. */
export const writeRawDeleted = (id: ReceiptId, now: number, when: SQL): SQL[] => [
  sql`INSERT INTO mail_uploads (object_key, created_at) SELECT object_key, ${now} FROM inbound_mail_receipts WHERE id = ${id} AND object_key IS NOT NULL AND ${when} ON CONFLICT DO NOTHING`,
  sql`UPDATE inbound_mail_receipts SET object_key = NULL WHERE id = ${id} AND ${when}`,
];
export const writeReceiptContact = (id: ReceiptId, contactId: SQL): SQL =>
  sql`UPDATE inbound_mail_receipts SET contact_id = ${contactId} WHERE id = ${id} AND ${WAITING}`;

// The partial index of due receipts covers three states, so each of these queries repeats that condition.
/** Receipts without a job: of an earlier version, or whose job was lost. */
export const readForgotten = (before: number, limit: number): Query<{ id: ReceiptId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns({ r: "inbound_mail_receipts" }, "r.id, r.project_id")} FROM inbound_mail_receipts r WHERE r.state IN ('received', 'admitting', 'failed') AND (r.state <> 'failed' OR r.classified_at IS NULL) AND r.object_key IS NOT NULL
      AND r.received_at < ${before} AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.key = 'email.admit:' || r.id) ORDER BY r.received_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
/**
 * Ends receipts whose job died without an error, for instance because the mail crashes its isolate each time. They become visible, and
 * expire.
 */
export const writeGivenUp = (before: number, limit: number, says: string): SQL =>
  sql`UPDATE inbound_mail_receipts SET state = 'failed', error = ${says} WHERE id IN (
    SELECT r.id FROM inbound_mail_receipts r WHERE r.state IN ('received', 'admitting', 'failed') AND r.state <> 'failed' AND r.received_at < ${before}
      AND EXISTS (SELECT 1 FROM jobs j WHERE j.key = 'email.admit:' || r.id AND j.state = 'dead') ORDER BY r.received_at LIMIT ${limit})`;
/** Receipts of mails that failed ten times in a row, the last time before `before`. */
export const readFailedForGood = (before: number, limit: number): Query<ReceiptId[]> =>
  query(
    sql`SELECT ${columns({ r: "inbound_mail_receipts" }, "r.id")} FROM inbound_mail_receipts r WHERE r.state IN ('received', 'admitting', 'failed') AND r.state = 'failed' AND r.object_key IS NOT NULL
      AND EXISTS (SELECT 1 FROM jobs j WHERE j.key = 'email.admit:' || r.id AND j.state = 'dead' AND j.finished_at < ${before}) ORDER BY r.received_at LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
const OLD = (before: number, limit: number): SQL =>
  sql`(SELECT id FROM inbound_mail_receipts WHERE state IN ('failed', 'unreadable', 'dropped') AND object_key IS NOT NULL AND received_at < ${before} ORDER BY received_at LIMIT ${limit})`;
export const readOld = (before: number, limit: number): Query<{ id: ReceiptId; objectKey: string }[]> =>
  query(
    sql`SELECT ${columns("inbound_mail_receipts", "id, object_key")} FROM inbound_mail_receipts WHERE id IN ${OLD(before, limit)}`,
    (rows) => rows.map((row) => ({ id: row.id, objectKey: notNull(row.object_key) })),
  );
/** What remains of deleted evidence: the names of the matching rules, not what they found. */
export const CLEARED_EVIDENCE = sql`object_key = NULL, waits_for = NULL, envelope_from = NULL, envelope_to = NULL, subject = NULL, error = NULL, contact_id = NULL,
  reasons = (SELECT json_group_array(json_object('rule', r.value ->> 'rule', 'evidence', '')) FROM json_each(coalesce(reasons, '[]')) r)`;
export const writeEvidenceCleared = (ids: readonly ReceiptId[]): SQL =>
  sql`UPDATE inbound_mail_receipts SET ${CLEARED_EVIDENCE} WHERE id IN ${list(ids)}`;

const RECEIPT = columnList`${columns({ r: "inbound_mail_receipts" }, "r.id, r.message_id, r.door, r.state, r.envelope_from, r.envelope_to, r.subject, r.size, r.classified_at, r.automatic, r.reasons, r.error, r.attempts, r.received_at, r.admitted_at, r.object_key")}, ${notErased(sql`r.project_id`, sql`r.contact_id`)} AND (r.waits_for IS NULL OR ${isHeld(sql`r.project_id`, sql`r.waits_for`)}) ${as.number("here")},
  r.state = 'dropped' AND r.waits_for IS NOT NULL ${as.number("waits")}, r.classified_at IS NOT NULL OR r.state NOT IN ('received', 'admitting', 'failed') OR r.waits_for IS NULL ${as.number("looked_at")},
  (SELECT m.conversation_id FROM mails m WHERE m.message_id = r.message_id AND m.project_id = r.project_id) ${as.of<{ conversation_id: ConversationId | null }>("conversation_id")}`;
function receipt(row: RowIn<typeof RECEIPT>): Receipt {
  // Nothing personal is shown of a contact in erasure, even before all of it is cleared; nor of mail whose address is not verified.
  const personal = (value: string | null): string | null => (row.here !== 0 ? value : null);
  return {
    id: row.id,
    messageId: row.message_id,
    conversationId: row.conversation_id,
    door: row.door as Receipt["door"],
    state: row.waits !== 0 ? "waiting" : row.state,
    envelopeFrom: personal(row.envelope_from),
    envelopeTo: personal(row.envelope_to),
    subject: personal(row.subject),
    size: row.size,
    automatic: row.classified_at === null ? null : row.automatic === 1,
    reasons: JSON.parse(personal(row.reasons) ?? "[]") as Receipt["reasons"],
    error: personal(row.error),
    // Only once it is certain that it is no mail of the product.
    raw: row.looked_at !== 0 && personal(row.object_key) !== null,
    attempts: row.attempts,
    receivedAt: iso(row.received_at),
    admittedAt: isoOrNull(row.admitted_at),
  };
}
/** A page of receipts, newest first. */
export const readReceipts = (
  projectId: ProjectId,
  state: Receipt["state"] | undefined,
  before: string | undefined,
  limit: number,
): Query<Receipt[]> =>
  query(
    sql`SELECT ${RECEIPT} FROM inbound_mail_receipts r WHERE r.project_id = ${projectId}${state === undefined ? sql`` : state === "waiting" ? sql` AND r.state = 'dropped' AND r.waits_for IS NOT NULL` : sql` AND r.state = ${state}${state === "dropped" ? sql` AND r.waits_for IS NULL` : sql``}`}${before === undefined ? sql`` : sql` AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(receipt),
  );
export interface StoredReceipt {
  readonly receipt: Receipt;
  readonly objectKey: string | null;
  readonly authentication: Authentication | null;
}
export const readReceiptOf = (projectId: ProjectId, messageId: MessageId): Query<StoredReceipt | undefined> =>
  storedReceipt(projectId, sql`r.message_id = ${messageId}`);
export const readReceiptBy = (projectId: ProjectId, id: ReceiptId): Query<StoredReceipt | undefined> =>
  storedReceipt(projectId, sql`r.id = ${id}`);
const storedReceipt = (projectId: ProjectId, which: SQL): Query<StoredReceipt | undefined> =>
  queryOne(
    sql`SELECT ${RECEIPT}, (SELECT m.authentication FROM mails m WHERE m.message_id = r.message_id AND m.project_id = r.project_id) ${as.textOrNull("authentication")}
      FROM inbound_mail_receipts r WHERE r.project_id = ${projectId} AND ${which} LIMIT 1`,
    (row) => ({
      receipt: receipt(row),
      objectKey: row.here !== 0 && row.looked_at !== 0 ? row.object_key : null,
      authentication: JSON.parse(row.authentication ?? "null") as Authentication | null,
    }),
  );
export const readOwner = (projectId: ProjectId, conversationId: ConversationId | null): Query<Contact | undefined> =>
  readContact(projectId, contactOf(projectId, sql`${conversationId}`));
/**
 * Whether a mail of the conversation, with its reply address, was sent to this address. Announcements of missed replies have no reply
 * address, and forwarded mails went to somebody else. An address that a visitor only claims proves nothing: anybody could answer our mail,
 * and the visitor would read it.
 */
export function readWasAddressed(
  projectId: ProjectId,
  conversationId: ConversationId | null,
  addressHash: string,
): Query<boolean | undefined> {
  const owner = contactOf(projectId, sql`${conversationId}`);
  return queryOne(
    sql`SELECT EXISTS (SELECT 1 FROM mail_deliveries WHERE to_hash = ${addressHash} AND +project_id = ${projectId} AND conversation_id = ${conversationId} AND (kind = 'reply' OR (kind = 'unseen' AND proved = 1)) AND state IN ('sending', 'sent', 'needs_review', 'bounced'))
      AND (${hasVerifiedAddress(projectId, owner)} OR NOT ${comesByWidget(projectId, owner)}) ${as.number("told")}`,
    (row) => row.told !== 0,
  );
}
/** The contact with this verified address, for mail that is authenticated. */
export const readVerifiedContact = (projectId: ProjectId, email: string): Query<Contact | undefined> =>
  readContact(projectId, contactIdOfVerifiedAddress(projectId, email));

export interface Threaded {
  readonly headerHash: string;
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId | null;
  readonly direction: "in" | "out";
}
/** Mails of the project by the hashes of their Message-IDs. */
export const readThreaded = (projectId: ProjectId, hashes: readonly string[]): Query<Threaded[]> =>
  query(
    sql`SELECT ${columns({ m: "mails" }, "m.header_hash, m.message_id, m.conversation_id, m.direction")}, ${contactOf(projectId, sql`m.conversation_id`)} ${as.of<{ contact_id: ContactId | null }>("contact_id")} FROM mails m
      WHERE m.project_id = ${projectId} AND m.header_hash IN ${list(hashes)} ORDER BY m.created_at DESC LIMIT 200`,
    (rows) =>
      rows.map((row) => ({
        headerHash: notNull(row.header_hash),
        messageId: row.message_id,
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        direction: row.direction,
      })),
  );

// --- mails --------------------------------------------------------------------

export interface NewMail {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly headerId: string | null;
  readonly headerHash: string | null;
  readonly fromAddress: string | null;
  readonly fromName: string | null;
  readonly to: readonly { name: string; address: string }[];
  readonly cc: readonly { name: string; address: string }[];
  readonly subject: string;
  readonly authentication: Authentication | null;
  readonly htmlKey: string | null;
  readonly textKey: string | null;
  readonly quoted: string | null;
  /** Keyed hash of the sender's address, in somebody else's conversation. */
  readonly senderHash: string | null;
}
export const writeMail = (m: NewMail, messageId: MessageId, now: number, when: SQL): SQL => sql`
  INSERT INTO mails (message_id, project_id, conversation_id, direction, header_id, header_hash, from_address, from_name, to_list, cc_list, subject, authentication, html_key, text_key, quoted, sender_hash, created_at)
  SELECT ${messageId}, ${m.projectId}, ${m.conversationId}, 'in', ${m.headerId}, ${m.headerHash}, ${m.fromAddress}, ${m.fromName}, ${JSON.stringify(m.to)}, ${JSON.stringify(m.cc)}, ${m.subject}, ${m.authentication === null ? null : JSON.stringify(m.authentication)}, ${m.htmlKey}, ${m.textKey}, ${m.quoted}, ${m.senderHash}, ${now} WHERE ${when}`;

/** Mails in other people's conversations from before the hash was stored. */
export const readUnknownSenders = (limit: number): Query<{ messageId: MessageId; address: string }[]> =>
  query(
    sql`SELECT ${columns("mails", "message_id")}, coalesce(from_address, '') ${as.text("address")} FROM mails WHERE sender_hash = '' ORDER BY message_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ messageId: row.message_id, address: row.address })),
  );
/** Null if the address is gone by now. */
export const writeSenderHash = (messageId: MessageId, hash: string | null): SQL =>
  sql`UPDATE mails SET sender_hash = ${hash} WHERE message_id = ${messageId} AND sender_hash = ''`;

export interface Viewable {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly htmlKey: string | null;
  readonly textKey: string | null;
}
export const readViewable = (messageId: MessageId): Query<Viewable | undefined> =>
  queryOne(
    sql`SELECT ${columns("mails", "project_id, conversation_id, html_key, text_key")} FROM mails WHERE message_id = ${messageId}`,
    (row) => ({
      projectId: row.project_id,
      conversationId: row.conversation_id,
      htmlKey: row.html_key,
      textKey: row.text_key,
    }),
  );
