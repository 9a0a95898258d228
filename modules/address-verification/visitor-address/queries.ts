// All statements on visitors' codes and return links.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, DeliveryId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import { hasVerifiedAddress, isActive } from "#modules/contacts";
import { REQUEST_INTERVAL, MAX_TRIES } from "./rules.ts";

// --- codes --------------------------------------------------------------------

export interface AddressCode {
  readonly address: string;
  /** Whether the mail with the code was written. */
  readonly made: boolean;
  readonly tries: number;
  readonly usedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}
const ofContact = (projectId: ProjectId, contactId: ContactId): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
export const readCode = (projectId: ProjectId, contactId: ContactId): Query<AddressCode | undefined> =>
  queryOne(
    sql`SELECT ${columns("address_codes", "address")}, code_hash IS NOT NULL ${as.number("made")}, ${columns("address_codes", "tries, used_by, created_at, expires_at")} FROM address_codes WHERE ${ofContact(projectId, contactId)}`,
    (row) => ({
      address: row.address,
      made: row.made !== 0,
      tries: row.tries,
      usedBy: row.used_by,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }),
  );
/** Holds unless the contact has requested a code within the shortest interval. */
export const mayRequestAgain = (projectId: ProjectId, contactId: ContactId, now: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM address_codes WHERE ${ofContact(projectId, contactId)} AND created_at > ${now - REQUEST_INTERVAL})`;
/** Stores the address that the contact wants to prove; an earlier code ends. */
export const writeCodeRequest = (
  a: { projectId: ProjectId; contactId: ContactId; deliveryId: DeliveryId; address: string; now: number; until: number },
  when: SQL,
): SQL => sql`
  INSERT INTO address_codes (project_id, contact_id, delivery_id, address, created_at, expires_at)
  SELECT ${a.projectId}, ${a.contactId}, ${a.deliveryId}, ${a.address}, ${a.now}, ${a.until} WHERE ${when}
  ON CONFLICT (project_id, contact_id) DO UPDATE SET delivery_id = excluded.delivery_id, address = excluded.address, code_hash = NULL, tries = 0, used_by = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at`;
/** Stores the code when its mail is written, unless another was requested since. */
export const writeCode = (projectId: ProjectId, deliveryId: DeliveryId, contactId: ContactId, codeHash: string, until: number): SQL =>
  sql`UPDATE address_codes SET code_hash = ${codeHash}, expires_at = ${until} WHERE ${ofContact(projectId, contactId)} AND delivery_id = ${deliveryId} AND used_by IS NULL AND ${isActive(projectId, contactId)}`;
/** One try, always counted; the right code is used up by `attempt`. */
export const writeCodeTry = (projectId: ProjectId, contactId: ContactId, codeHash: string, attempt: string, now: number): SQL => sql`
  UPDATE address_codes SET tries = tries + 1, used_by = CASE WHEN code_hash = ${codeHash} THEN ${attempt} END
  WHERE ${ofContact(projectId, contactId)} AND code_hash IS NOT NULL AND used_by IS NULL AND tries < ${MAX_TRIES} AND expires_at > ${now} AND ${isActive(projectId, contactId)}`;
/** SQL of the address that this attempt verified; null when it verified none. */
export const addressVerifiedBy = (projectId: ProjectId, contactId: ContactId, attempt: string): SQL =>
  sql`(SELECT address FROM address_codes WHERE ${ofContact(projectId, contactId)} AND used_by = ${attempt})`;

// --- return links -------------------------------------------------------------

export const writeReturnLink = (
  t: { tokenHash: string; projectId: ProjectId; contactId: ContactId; conversationId: ConversationId; until: number },
  when: SQL,
): SQL => sql`
  INSERT INTO return_tokens (token_hash, project_id, contact_id, conversation_id, expires_at)
  SELECT ${t.tokenHash}, ${t.projectId}, ${t.contactId}, ${t.conversationId}, ${t.until} WHERE ${when}`;
/** The contact of an unused link, as an expression; null when the link does not work. */
export const contactOfReturnLink = (projectId: ProjectId, tokenHash: string, now: number): SQL =>
  sql`(SELECT r.contact_id FROM return_tokens r WHERE r.token_hash = ${tokenHash} AND r.project_id = ${projectId} AND r.used_by IS NULL AND r.expires_at > ${now} AND ${hasVerifiedAddress(projectId, sql`r.contact_id`)})`;
export const writeReturnLinkUsed = (projectId: ProjectId, tokenHash: string, sessionId: VisitorSessionId, when: SQL): SQL =>
  sql`UPDATE return_tokens SET used_by = ${sessionId} WHERE token_hash = ${tokenHash} AND project_id = ${projectId} AND used_by IS NULL AND ${when}`;
/**
 * Ends links that were mailed to another address than the one that the contact (an expression) is about to verify. Must run before the
 * address is written.
 */
export const writeEndReturnLinks = (projectId: ProjectId, contactId: SQL, email: SQL, when: SQL): SQL => sql`
  DELETE FROM return_tokens WHERE project_id = ${projectId} AND contact_id = ${contactId} AND ${when}
    AND NOT EXISTS (SELECT 1 FROM contacts k WHERE k.id = return_tokens.contact_id AND k.project_id = ${projectId} AND k.email_verified = 1 AND k.email = ${email})`;
/** The conversation of the link that was exchanged for the session. */
export const conversationOfReturnLink = (projectId: ProjectId, tokenHash: string, sessionId: VisitorSessionId): SQL =>
  sql`(SELECT conversation_id FROM return_tokens WHERE token_hash = ${tokenHash} AND project_id = ${projectId} AND used_by = ${sessionId})`;

// --- removal ------------------------------------------------------------------

/** The contact's codes and links: the hash of a link, or null for its code. */
export const readCodesAndLinks = (projectId: ProjectId, contactId: ContactId, limit: number): Query<(string | null)[]> =>
  query(
    sql`SELECT * FROM (SELECT ${columns("return_tokens", "token_hash")} FROM return_tokens WHERE ${ofContact(projectId, contactId)} LIMIT ${limit})
      UNION ALL SELECT NULL AS token_hash FROM address_codes WHERE ${ofContact(projectId, contactId)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.token_hash),
  );
export const writeCodeDeleted = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`DELETE FROM address_codes WHERE ${ofContact(projectId, contactId)}`;
export const writeReturnLinksDeleted = (projectId: ProjectId, contactId: ContactId, hashes: readonly string[]): SQL =>
  sql`DELETE FROM return_tokens WHERE token_hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)})) AND +project_id = ${projectId} AND +contact_id = ${contactId}`;
export const writeCodesAndLinksEnded = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM address_codes WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM return_tokens WHERE project_id = ${projectId} AND ${when}`,
];
export const writeExpiredDeleted = (now: number, limit: number): SQL[] => [
  sql`DELETE FROM address_codes WHERE (project_id, contact_id) IN (SELECT project_id, contact_id FROM address_codes WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit})`,
  sql`DELETE FROM return_tokens WHERE token_hash IN (SELECT token_hash FROM return_tokens WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit})`,
];
