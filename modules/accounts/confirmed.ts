// Addresses of people that are proved to be theirs, for whoever sends there.
import { type SQL, sql } from "drizzle-orm";
import { baseOf } from "./base-address.ts";

/** A link that was sent to the address was used, and the person may sign in: whoever may not is sent nothing. */
const CONFIRMED = sql`accounts.email_verified_at IS NOT NULL AND accounts.disabled_at IS NULL`;
/** The address of the person of the expression; null unless it is confirmed. */
export const confirmedAddressOf = (id: SQL): SQL => sql`(SELECT email FROM accounts WHERE accounts.id = ${id} AND ${CONFIRMED})`;
/** The person who confirmed the address of the expression; null when nobody has. */
export const accountOfProvedEmail = (email: SQL | string): SQL =>
  sql`(SELECT id FROM accounts WHERE accounts.email = ${email} AND ${CONFIRMED})`;
/** The person who has the address, proved or not. */
export const accountOfAddress = (address: string): SQL => sql`(SELECT id FROM accounts WHERE accounts.email = ${address.toLowerCase()})`;
/** Holds when somebody, disabled people included, signs in with one of the addresses, or with a plus form of it. */
export const isAccountAddress = (bases: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE ${baseOf(sql`email`)} IN (SELECT value FROM json_each(${JSON.stringify(bases)})))`;
