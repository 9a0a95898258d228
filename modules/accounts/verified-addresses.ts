// Reads the verified email addresses of accounts, for modules that send mail there.
import { type SQL, sql } from "#kernel/db/index.ts";
import { baseOf } from "./base-address.ts";

/** The address is verified and the account is not disabled; disabled accounts get no mail. */
const CONFIRMED = sql`accounts.email_verified_at IS NOT NULL AND accounts.disabled_at IS NULL`;
/** SQL of an account's address; null unless it is verified and the account may sign in. */
export const confirmedAddressOf = (id: SQL): SQL => sql`(SELECT email FROM accounts WHERE accounts.id = ${id} AND ${CONFIRMED})`;
/** SQL of the account that verified the address; null when none has. */
export const accountOfProvedEmail = (email: SQL | string): SQL =>
  sql`(SELECT id FROM accounts WHERE accounts.email = ${email} AND ${CONFIRMED})`;
/** SQL of the account that has the address, verified or not. */
export const accountOfAddress = (address: string): SQL => sql`(SELECT id FROM accounts WHERE accounts.email = ${address.toLowerCase()})`;
/**
 * Holds when one of the base addresses (an expression of their list), or a plus form of one, is the verified address of an account,
 * disabled ones included, or the first owner's. An unverified address reserves nothing: whoever accepts an invitation that was passed
 * on by hand can type any address.
 */
export const isAccountAddress = (bases: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE ${baseOf(sql`email`)} IN ${bases} AND (email_verified_at IS NOT NULL OR EXISTS (SELECT 1 FROM installation WHERE first_owner_id = accounts.id)))`;
