// Statements on accounts and sessions.
import { days, iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, SessionId } from "#kernel/ids/index.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";
import type { SessionView } from "./contract.ts";

/** A session ends 7 days after its last use and 30 days after sign-in. */
export const IDLE = days(7);
export const ABSOLUTE = days(30);

export interface Signed {
  readonly sessionId: SessionId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  readonly lastUsedAt: number;
  readonly isFirstOwner: boolean;
  /** Chosen by the person; null: as the browser says. */
  readonly language: Language | null;
  readonly browserLanguage: Language | null;
}
export const readSession = (tokenHash: string, accountId: string, now: number): Query<Signed | undefined> =>
  queryOne(
    sql`SELECT ${columns({ s: "sessions", a: "accounts" }, "s.id AS session_id, s.last_used_at, a.id, a.name, a.email, a.language, a.browser_language")}, EXISTS (SELECT 1 FROM installation i WHERE i.first_owner_id = a.id) ${as.number("first")}
    FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${tokenHash} AND s.account_id = ${accountId} AND s.expires_at > ${now} AND s.last_used_at > ${now - IDLE} AND a.disabled_at IS NULL`,
    (row) => ({
      sessionId: row.session_id,
      accountId: row.id,
      name: row.name,
      email: row.email,
      lastUsedAt: row.last_used_at,
      isFirstOwner: row.first !== 0,
      language: languageOf(row.language ?? "") ?? null,
      browserLanguage: languageOf(row.browser_language ?? "") ?? null,
    }),
  );
export const writeSession = (
  s: { id: SessionId; accountId: AccountId; tokenHash: string; device: string; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO sessions (id, account_id, token_hash, device, created_at, last_used_at, expires_at)
  SELECT ${s.id}, ${s.accountId}, ${s.tokenHash}, ${s.device}, ${s.now}, ${s.now}, ${s.now + ABSOLUTE} WHERE ${when}`;
export const writeTouch = (id: SessionId, now: number): SQL => sql`UPDATE sessions SET last_used_at = ${now} WHERE id = ${id}`;
export const writeEndByToken = (tokenHash: string): SQL => sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
export const writeEndSession = (accountId: AccountId, id: SessionId): SQL =>
  sql`DELETE FROM sessions WHERE account_id = ${accountId} AND id = ${id}`;
export const writeEndOtherSessions = (accountId: AccountId, keep: SessionId | null, when: SQL = sql`1`): SQL =>
  sql`DELETE FROM sessions WHERE account_id = ${accountId} AND id IS NOT ${keep} AND ${when}`;
export const writeDeleteExpiredSessions = (now: number): SQL =>
  sql`DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < ${now} LIMIT 200)`;
export const readSessions = (accountId: AccountId, current: SessionId, now: number): Query<SessionView[]> =>
  query(
    sql`SELECT ${columns("sessions", "id, device, created_at, last_used_at, expires_at")} FROM sessions WHERE account_id = ${accountId} AND expires_at > ${now} AND last_used_at > ${now - IDLE} ORDER BY last_used_at DESC LIMIT 100`,
    (rows) =>
      rows.map((row) => {
        const id = row.id;
        return {
          id,
          current: id === current,
          device: row.device,
          createdAt: iso(row.created_at),
          lastUsedAt: iso(row.last_used_at),
          expiresAt: iso(Math.min(row.expires_at, row.last_used_at + IDLE)),
        };
      }),
  );

export interface Account {
  readonly id: AccountId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}
const ACCOUNT_COLUMNS = columns("accounts", "id, email, name, password_hash");
const account = (row: RowIn<typeof ACCOUNT_COLUMNS>): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  passwordHash: row.password_hash,
});
export const readAccountByEmail = (email: string): Query<Account | undefined> =>
  queryOne(sql`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE email = ${email} AND disabled_at IS NULL`, account);
export const readAccount = (id: AccountId): Query<Account | undefined> =>
  queryOne(sql`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = ${id} AND disabled_at IS NULL`, account);
/** Adds the account where the condition holds and the address is free; `confirmed`: a link mailed to the address was used. */
export const writeAccount = (a: Account, now: number, when: SQL, confirmed = false): SQL => sql`
  INSERT INTO accounts (id, email, name, password_hash, created_at, email_verified_at) SELECT ${a.id}, ${a.email}, ${a.name}, ${a.passwordHash}, ${now}, ${confirmed ? now : null} WHERE ${when} ON CONFLICT (email) DO NOTHING`;
/** Holds while the account, given as an expression of its id, may sign in. */
export const mayStillSignIn = (id: SQL): SQL => sql`EXISTS (SELECT 1 FROM accounts sa WHERE sa.id = ${id} AND sa.disabled_at IS NULL)`;
export const accountExists = (id: AccountId): SQL => sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id})`;
/** Holds while this is the account's password hash. Needed in each batch: the password may change while the key is derived. */
export const hasPassword = (id: AccountId, hash: string): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND password_hash = ${hash} AND disabled_at IS NULL)`;
export const writeName = (id: AccountId, name: string): SQL => sql`UPDATE accounts SET name = ${name} WHERE id = ${id}`;
export const writeLanguage = (id: AccountId, language: Language | null): SQL =>
  sql`UPDATE accounts SET language = ${language} WHERE id = ${id}`;
export const writeBrowserLanguage = (id: AccountId, language: Language): SQL =>
  sql`UPDATE accounts SET browser_language = ${language} WHERE id = ${id} AND browser_language IS NOT ${language}`;
export const writePassword = (id: AccountId, hash: string, when: SQL = sql`1`): SQL =>
  sql`UPDATE accounts SET password_hash = ${hash} WHERE id = ${id} AND ${when}`;
export interface Address {
  readonly accountId: AccountId;
  readonly email: string;
  /** When the address was verified; null while it is not. */
  readonly confirmedAt: number | null;
}
const ADDRESS_COLUMNS = columns("accounts", "id, email, email_verified_at");
const address = (row: RowIn<typeof ADDRESS_COLUMNS>): Address => ({
  accountId: row.id,
  email: row.email,
  confirmedAt: row.email_verified_at,
});
export const readAddress = (id: AccountId): Query<Address | undefined> =>
  queryOne(sql`SELECT ${ADDRESS_COLUMNS} FROM accounts WHERE id = ${id} AND disabled_at IS NULL`, address);
export const readAddressBy = (email: string): Query<Address | undefined> =>
  queryOne(sql`SELECT ${ADDRESS_COLUMNS} FROM accounts WHERE email = ${email} AND disabled_at IS NULL`, address);
/** Holds while no account, not even a disabled one, has the address. */
export const addressIsFree = (email: string): SQL => sql`NOT EXISTS (SELECT 1 FROM accounts WHERE email = ${email})`;
export const hasAddress = (id: AccountId, email: string): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND email = ${email} AND disabled_at IS NULL)`;
export const isConfirmed = (id: AccountId): SQL => sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND email_verified_at IS NOT NULL)`;
/** Marks the address as verified, keeping the time of its first verification. */
export const writeConfirmed = (id: AccountId, email: string, now: number, when: SQL): SQL =>
  sql`UPDATE accounts SET email_verified_at = coalesce(email_verified_at, ${now}) WHERE id = ${id} AND email = ${email} AND ${when}`;
export const writeAddress = (id: AccountId, email: string, now: number, when: SQL): SQL =>
  sql`UPDATE accounts SET email = ${email}, email_verified_at = ${now} WHERE id = ${id} AND ${when}`;
export const nameOf = (id: SQL): SQL => sql`(SELECT name FROM accounts WHERE accounts.id = ${id})`;
/** The language in which a person is written to: the chosen one, or else the last that their browser asked for. */
export const languageOfAccount = (id: SQL): SQL =>
  sql`(SELECT coalesce(language, browser_language) FROM accounts WHERE accounts.id = ${id})`;
export const readLanguage = (id: AccountId): Query<Language | undefined> =>
  queryOne(sql`SELECT coalesce(language, browser_language) ${as.textOrNull("language")} FROM accounts WHERE id = ${id}`, (row) =>
    languageOf(row.language ?? ""),
  );
export const emailOf = (id: SQL): SQL => sql`(SELECT email FROM accounts WHERE accounts.id = ${id})`;
/** Holds while the session is valid. Checked again when a socket opens. */
export const sessionHolds = (id: string | SQL, accountId: string | SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.id = ${id} AND s.account_id = ${accountId} AND s.expires_at > ${now} AND s.last_used_at > ${now - IDLE} AND a.disabled_at IS NULL)`;
