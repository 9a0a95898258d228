// Reads the verified email addresses of accounts, for modules that send mail there.
import { type SQL, sql } from "#kernel/db/index.ts";
import { baseOf } from "./base-address.ts";

/** A link sent to the address was used, and the account may sign in; accounts that may not get no mail. */
const CONFIRMED = sql`accounts.email_verified_at IS NOT NULL AND accounts.disabled_at IS NULL`;
/** The address of the person of the expression; null unless it is confirmed. */
export const confirmedAddressOf = (id: SQL): SQL => sql`(SELECT email FROM accounts WHERE accounts.id = ${id} AND ${CONFIRMED})`;
/** The account that verified the address of the expression; null when none has. */
export const accountOfProvedEmail = (email: SQL | string): SQL =>
  sql`(SELECT id FROM accounts WHERE accounts.email = ${email} AND ${CONFIRMED})`;
/** The person who has the address, proved or not. */
export const accountOfAddress = (address: string): SQL => sql`(SELECT id FROM accounts WHERE accounts.email = ${address.toLowerCase()})`;
/**
 * Holds when one of the base addresses, an expression of their list, or a plus form of it, is the proved address of a person, disabled
 * people included, or the first owner's. An address that nobody proved reserves nothing: whoever uses an invitation that is passed on
 * by hand types any.
 */
export const isAccountAddress = (bases: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE ${baseOf(sql`email`)} IN ${bases} AND (email_verified_at IS NOT NULL OR EXISTS (SELECT 1 FROM installation WHERE first_owner_id = accounts.id)))`;
