// Browser storage of the signed-in person. Cleared on sign-out, in every window at once, and when somebody else signs in.
const KEY = "seed.own";

interface StoredItems {
  readonly account: string;
  readonly items: Readonly<Record<string, unknown>>;
}

function stored(): StoredItems | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as StoredItems | null;
    return typeof stored?.items === "object" && stored.items !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}
function storedFor(account: string): StoredItems | undefined {
  const kept = stored();
  return kept?.account === account ? kept : undefined;
}

function put(kept: StoredItems): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: the values last only as long as the page.
  }
}

/** Opens the storage for the signed-in account; data of another account is removed. */
export const openBrowserStorage = (account: string): void => void (storedFor(account) ?? put({ account, items: {} }));

/** Reads a stored value. Not trusted: the caller has to parse it. */
export const readBrowserStorage = (account: string, name: string): unknown => storedFor(account)?.items[name];

/** Stores a value; does nothing after a sign-out, in whichever window that happened. */
export function writeBrowserStorage(account: string, name: string, value: unknown): void {
  const kept = storedFor(account);
  if (kept) put({ account, items: { ...kept.items, [name]: value } });
}

/** Whether unsaved text is stored: drafts are the only values that are lists. */
export const hasUnsavedText = (): boolean => Object.values(stored()?.items ?? {}).some((kept) => Array.isArray(kept) && kept.length > 0);

/** Removes everything. */
export function clearBrowserStorage(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
