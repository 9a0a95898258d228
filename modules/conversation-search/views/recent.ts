// The searches that a member made last in this browser. They go at sign-out with everything else that the browser keeps, and when the
// browser learns of an erasure, because they may name whoever was erased.
import { readBrowserStorage, writeBrowserStorage } from "#dashboard/browser-storage.ts";
import * as v from "valibot";

const KEY = "search.recent";
const MOST = 8;
/** Erased contacts that are remembered as seen, so that an old erasure does not empty the list again and again. */
const MOST_ERASED = 200;
const Stored = v.object({ byProject: v.record(v.string(), v.array(v.string())), erased: v.array(v.string()) });
type Stored = v.InferOutput<typeof Stored>;

function stored(account: string): Stored {
  const parsed = v.safeParse(Stored, readBrowserStorage(account, KEY));
  return parsed.success ? parsed.output : { byProject: {}, erased: [] };
}

/** Newest first. */
export const recentSearches = (account: string, projectId: string): readonly string[] => stored(account).byProject[projectId] ?? [];

export function rememberSearch(account: string, projectId: string, q: string): void {
  const kept = stored(account);
  const before = kept.byProject[projectId] ?? [];
  if (before[0] === q) return;
  writeBrowserStorage(account, KEY, {
    ...kept,
    byProject: { ...kept.byProject, [projectId]: [q, ...before.filter((one) => one !== q)].slice(0, MOST) },
  });
}

export const forgetSearches = (account: string, projectId: string): void => {
  const kept = stored(account);
  writeBrowserStorage(account, KEY, { ...kept, byProject: { ...kept.byProject, [projectId]: [] } });
};

/** Removes all of them, once for each contact. */
export function forgetAfterErasure(account: string, contactId: string): void {
  const kept = stored(account);
  if (kept.erased.includes(contactId)) return;
  writeBrowserStorage(account, KEY, { byProject: {}, erased: [contactId, ...kept.erased].slice(0, MOST_ERASED) });
}
