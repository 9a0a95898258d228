// Puts what this device has kept into the query cache, for a start without a connection and for conversations that are opened later.
import { queryClient } from "#dashboard/api.ts";
import { storageOwner } from "#dashboard/browser-storage.ts";
import { KEPT_FOR, type Kept, surplus } from "./kept.ts";
import { forgetKept, readKept } from "./store.ts";

/** When what is shown was last known to be current, in milliseconds; undefined if nothing was restored. */
let restoredAt: number | undefined;
export const lastKnown = (): number | undefined => restoredAt;

/** Restores what is kept of the account that this browser belongs to, and forgets what belongs to nobody. Never rejects. */
export async function restore(): Promise<void> {
  const account = storageOwner();
  try {
    if (account === undefined) return await forgetKept();
    const all = await readKept();
    const gone = new Set(surplus(all, account, Date.now()));
    const kept = all.filter((one) => !gone.has(one.id));
    kept.forEach(put);
    if (kept.length > 0) restoredAt = Math.max(...kept.map((one) => one.at));
  } catch {
    // Without a store nothing was kept.
  }
}

function put({ key, data, at }: Kept): void {
  if (queryClient.getQueryData(key) !== undefined) return;
  // Longer than others: without a connection it cannot be read again.
  queryClient.getQueryCache().build(queryClient, { queryKey: key, gcTime: Math.min(KEPT_FOR, 2 ** 31 - 1) });
  queryClient.setQueryData(key, data, { updatedAt: at });
}
