// The kept data in IndexedDB, each entry with the account that it belongs to.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { storageOwner } from "#dashboard/browser-storage.ts";
import type { Kept } from "./kept.ts";

/** `public/app-worker.js` deletes it by this name. */
const NAME = "seed-desk";
interface Schema extends DBSchema {
  answers: { key: string; value: Kept };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
/** Opens the store. Rejects where the browser has none, as in some private windows. */
function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => void db.createObjectStore("answers", { keyPath: "id" }),
    // Another window deletes it: an open connection would make that wait.
    blocking: () => void close(),
    terminated: () => void (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}
async function close(): Promise<void> {
  const db = await opened?.catch(() => undefined);
  opened = undefined;
  db?.close();
}

export const readKept = async (): Promise<Kept[]> => (await open()).getAll("answers");

/** Stores and removes entries of the account, unless it has signed out meanwhile, in whichever window. */
export async function writeKept(account: string, entries: readonly Kept[], gone: readonly string[]): Promise<void> {
  if (storageOwner() !== account) return;
  const transaction = (await open()).transaction("answers", "readwrite");
  await Promise.all([
    ...entries.map((one) => transaction.store.put(one)),
    ...gone.map((id) => transaction.store.delete(id)),
    transaction.done,
  ]);
  // The sign-out may have emptied the store before this came in.
  if (storageOwner() !== account) await forgetKept();
}

/** Removes everything that this device keeps of whoever is, or was, signed in. */
export async function forgetKept(): Promise<void> {
  await close();
  await new Promise<void>((done) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });
}
