// Browser storage of the signed-in person. It is cleared on sign-out, in every window at once, and when somebody else signs in.
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
    // Storage is full or forbidden: then nothing outlasts the page.
  }
}

/** Opens it for whoever is signed in; what another person had here goes. */
export const openBrowserStorage = (account: string): void => void (storedFor(account) ?? put({ account, items: {} }));

/** What was kept under this name. It came from outside: parse it. */
export const readBrowserStorage = (account: string, name: string): unknown => storedFor(account)?.items[name];

/** Keeps a value; not after the sign-out, wherever that happened. */
export function writeBrowserStorage(account: string, name: string, value: unknown): void {
  const kept = storedFor(account);
  if (kept) put({ account, items: { ...kept.items, [name]: value } });
}

/** Whether words wait here that no server has: every list that is kept is of such. */
export const hasUnsavedText = (): boolean => Object.values(stored()?.items ?? {}).some((kept) => Array.isArray(kept) && kept.length > 0);

/** The end of it. */
export function clearBrowserStorage(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
