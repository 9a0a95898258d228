// The installation row, written by the batch that creates the first owner. It holds the key from which tickets, reply addresses and keyed
// hashes are derived.
import { columns, type Database, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { deriveKey, mac } from "./crypto.ts";

export interface Installation {
  readonly key: string;
  readonly firstOwnerId: AccountId;
  /** What public pages call the installation; null: they have the product's name. */
  readonly name: string | null;
}
export const readInstallation = (): Query<Installation | undefined> =>
  queryOne(sql`SELECT ${columns("installation", "key, first_owner_id, name")} FROM installation WHERE id = 1`, (row) => ({
    key: row.key,
    firstOwnerId: row.first_owner_id,
    name: row.name,
  }));
/** Inserts the installation. There is only one row, so the first insert decides who is the first owner. */
export const writeInstallation = (key: string, firstOwnerId: AccountId, now: number): SQL =>
  sql`INSERT INTO installation (id, key, first_owner_id, created_at) VALUES (1, ${key}, ${firstOwnerId}, ${now}) ON CONFLICT (id) DO NOTHING`;

/** Renames the installation where `by` is its first owner. */
export const writeInstallationName = (name: string | null, by: AccountId): SQL =>
  sql`UPDATE installation SET name = ${name} WHERE id = 1 AND first_owner_id = ${by}`;

// The installation key never changes, so an isolate reads it once for each database.
const known = new WeakMap<object, Map<string, CryptoKey>>();

/** The key for a purpose. Throws if there is no first owner yet: nothing that needs a key can happen before setup. */
export async function keyFor(env: { DB: object }, db: Database, purpose: string): Promise<CryptoKey> {
  let keys = known.get(env.DB);
  const found = keys?.get(purpose);
  if (found) return found;
  const [row] = await db.read(readInstallation());
  if (!row) throw new Error("no installation key before the first owner exists");
  keys ??= new Map();
  const key = await deriveKey(row.key, purpose);
  keys.set(purpose, key);
  known.set(env.DB, keys);
  return key;
}
/** A keyed hash of something personal (an IP address, an email) for counters, so that the table does not reveal it. */
export async function keyedHash(env: { DB: object }, db: Database, text: string): Promise<string> {
  return (await mac(await keyFor(env, db, "counters"), text)).slice(0, 22);
}
