// Reads the verified email addresses of accounts, for modules that send mail there.
import { type SQL, sql } from "#kernel/db/index.ts";
import { baseOf } from "./base-address.ts";

/** The address is verified and the account is not disabled; disabled accounts get no mail. */
const VERIFIED_AND_ENABLED = sql`accounts.email_verified_at IS NOT NULL AND accounts.disabled_at IS NULL`;
/** SQL of an account's address; null unless it is verified and the account may sign in. */
export const verifiedAddressOf = (id: SQL): SQL => sql`(SELECT email FROM accounts WHERE accounts.id = ${id} AND ${VERIFIED_AND_ENABLED})`;
/** SQL of the account that verified the address; null when none has. */
export const accountOfVerifiedAddress = (email: SQL | string): SQL =>
  sql`(SELECT id FROM accounts WHERE accounts.email = ${email} AND ${VERIFIED_AND_ENABLED})`;
/** SQL of the account that has the address, verified or not. */
export const accountOfAddress = (address: string): SQL => sql`(SELECT id FROM accounts WHERE accounts.email = ${address.toLowerCase()})`;
/**
 * Condition: one of the addresses belongs to an account, so no project may claim it as an inbound address. `bases`: the addresses without
 * plus form (`baseOf`), as an SQL list; plus forms of an account's address count too. Counts verified addresses, also of disabled accounts,
 * and the first owner's. Others do not count, because whoever accepts an invitation link that was passed on can type any address.
 */
export const isAccountAddress = (bases: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts WHERE ${baseOf(sql`email`)} IN ${bases} AND (email_verified_at IS NOT NULL OR EXISTS (SELECT 1 FROM installation WHERE first_owner_id = accounts.id)))`;
