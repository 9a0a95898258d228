// All statements on account_tokens.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import { as, columns, type Query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, AccountTokenId } from "#kernel/ids/index.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";

export type TokenKind = "register" | "reset" | "confirm" | "change";
/** A link works this long after its mail was sent. */
export const VALID_FOR = hours(1);
/** A mail that could not be sent within this time is given up. */
const SENT_WITHIN = hours(2);
/** One address gets one mail for a new password in this time. */
const RESET_EVERY = minutes(10);

export interface Request {
  readonly id: AccountTokenId;
  readonly kind: TokenKind;
  readonly accountId: AccountId | null;
  readonly address: string;
  /** In which the mail was asked for. */
  readonly language: Language;
}
const REQUEST_COLUMNS = columns("account_tokens", "id, kind, account_id, address, language");
const request = (row: RowIn<typeof REQUEST_COLUMNS>): Request => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  address: row.address,
  language: languageOf(row.language ?? "") ?? "en",
});

export const writeRequest = (r: Request, now: number, when: SQL): SQL => sql`
  INSERT INTO account_tokens (id, kind, account_id, address, language, expires_at, created_at)
  SELECT ${r.id}, ${r.kind}, ${r.accountId}, ${r.address}, ${r.language}, ${now + VALID_FOR}, ${now} WHERE ${when}`;
export const isRequested = (id: AccountTokenId): SQL => sql`EXISTS (SELECT 1 FROM account_tokens WHERE id = ${id})`;
/** Holds while the address had no recent mail for a new password, whether or not it has an account. */
export const mayReset = (address: string, now: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM account_tokens WHERE address = ${address} AND kind = 'reset' AND created_at > ${now - RESET_EVERY})`;

/** A request whose mail may still be sent. */
export const readUnsent = (id: string, now: number): Query<Request | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST_COLUMNS} FROM account_tokens WHERE id = ${id} AND used_at IS NULL AND created_at > ${now - SENT_WITHIN}`,
    request,
  );
/** The newest mail's token is the one that works. */
export const writeToken = (id: AccountTokenId, hash: string, now: number, when: SQL): SQL =>
  sql`UPDATE account_tokens SET hash = ${hash}, expires_at = ${now + VALID_FOR} WHERE id = ${id} AND used_at IS NULL AND ${when}`;

const OPEN = (now: number): SQL => sql`used_at IS NULL AND expires_at > ${now}`;
/** The request behind a link that still works. A row without a hash matches no token. */
export const readOpen = (hash: string, kinds: readonly TokenKind[], now: number): Query<Request | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST_COLUMNS} FROM account_tokens WHERE hash = ${hash} AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND ${OPEN(now)}`,
    request,
  );
/** Holds while one of the hashes, given as an expression of their list, belongs to a link that still works. */
export const openAccountLink = (hashes: SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM account_tokens WHERE hash IN ${hashes} AND ${OPEN(now)})`;
/** Uses up the token. Of several simultaneous calls exactly one changes the row. */
export const writeUse = (id: AccountTokenId, hash: string, by: string, now: number, when: SQL): SQL =>
  sql`UPDATE account_tokens SET used_at = ${now}, used_by = ${by} WHERE id = ${id} AND hash = ${hash} AND ${OPEN(now)} AND ${when}`;
export const isUsedBy = (id: AccountTokenId, by: string): SQL =>
  sql`EXISTS (SELECT 1 FROM account_tokens WHERE id = ${id} AND used_by = ${by})`;
/** Withdraws earlier requests of an account that were not used. */
export const writeWithdrawRequests = (accountId: AccountId, kinds: readonly TokenKind[], when: SQL): SQL =>
  sql`DELETE FROM account_tokens WHERE account_id = ${accountId} AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND used_at IS NULL AND ${when}`;
/** The same for an address, regardless of the account. */
export const writeWithdrawRequestsFor = (address: string, kind: TokenKind, when: SQL): SQL =>
  sql`DELETE FROM account_tokens WHERE address = ${address} AND kind = ${kind} AND used_at IS NULL AND ${when}`;

export interface Pending extends Request {
  readonly expiresAt: number;
  /** Delivery state of its mail, as JSON. */
  readonly delivery: string | null;
}
/** The account's latest request that can still be used. */
export const readPending = (
  accountId: AccountId,
  kind: TokenKind,
  deliveryStateOf: (subjectId: SQL) => SQL,
  now: number,
): Query<Pending | undefined> =>
  queryOne(
    sql`SELECT ${columns("account_tokens", "id, kind, account_id, address, language, expires_at")}, ${deliveryStateOf(sql`account_tokens.id`)} ${as.textOrNull("delivery")} FROM account_tokens WHERE account_id = ${accountId} AND kind = ${kind} AND ${OPEN(now)} ORDER BY created_at DESC, id DESC LIMIT 1`,
    (row) => ({ ...request(row), expiresAt: row.expires_at, delivery: row.delivery }),
  );

/** Rows outlive their token by a day, because the pause between two mails is counted from them. */
export const writeDeleteExpiredTokens = (now: number): SQL =>
  sql`DELETE FROM account_tokens WHERE id IN (SELECT id FROM account_tokens WHERE expires_at < ${now - days(1)} LIMIT 200)`;
