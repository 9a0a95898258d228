// Addresses of people that are proved to be theirs, for whoever sends there.
import { type SQL, sql } from "drizzle-orm";

/** The address of the person of the expression, null unless a link that was sent there was used and the person may sign in. */
export const confirmedAddressOf = (id: SQL): SQL =>
  sql`(SELECT email FROM accounts WHERE accounts.id = ${id} AND email_verified_at IS NOT NULL AND disabled_at IS NULL)`;
/** The person who has the address, proved or not. */
export const accountOfAddress = (address: string): SQL => sql`(SELECT id FROM accounts WHERE accounts.email = ${address.toLowerCase()})`;
