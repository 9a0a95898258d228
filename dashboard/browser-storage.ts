// Browser storage of the signed-in person. Cleared on sign-out, in every window at once, and when somebody else signs in.
const KEY = "seed.own";
/** What has a key of its own, because two windows that change one value at the same time could lose what the other wrote. */
const APART = "seed.own.";

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
export function openBrowserStorage(account: string): void {
  if (storedFor(account)) return;
  clearBrowserStorage();
  put({ account, items: {} });
}

/** The account whose data this browser holds, also without a connection. */
export const storageOwner = (): string | undefined => stored()?.account;

/** Reads a stored value. Not trusted: the caller has to parse it. */
export const readBrowserStorage = (account: string, name: string): unknown => storedFor(account)?.items[name];

/** Stores a value; does nothing after a sign-out, in whichever window that happened. */
export function writeBrowserStorage(account: string, name: string, value: unknown): void {
  const kept = storedFor(account);
  if (kept) put({ account, items: { ...kept.items, [name]: value } });
}

const apart = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(APART));
/** The values with keys of their own, in no order. Not trusted: the caller has to parse them. */
export function readApart(account: string): unknown[] {
  if (!storedFor(account)) return [];
  return apart().flatMap((key) => {
    try {
      return [JSON.parse(localStorage.getItem(key) ?? "") as unknown];
    } catch {
      return [];
    }
  });
}
/** The value with this key of its own. Not trusted: the caller has to parse it. */
export function readOneApart(account: string, name: string): unknown {
  if (!storedFor(account)) return undefined;
  try {
    return JSON.parse(localStorage.getItem(APART + name) ?? "null") as unknown;
  } catch {
    return undefined;
  }
}
/** The values with keys of their own that could not be stored: they last as long as the page. */
const unstored = new Set<string>();
/** Whether something that somebody wrote is in this page only, and lost when it closes. */
export const hasUnstored = (): boolean => unstored.size > 0;
/** Nobody needs to be asked about it any more. */
export const forgetUnstored = (): void => unstored.clear();
/** Stores a value of its own, or removes it (`undefined`). Whether it is stored: storage may be full, forbidden, or another person's. */
export function writeApart(account: string, name: string, value: unknown): boolean {
  unstored.delete(name);
  try {
    if (value === undefined) localStorage.removeItem(APART + name);
    else if (storedFor(account)) localStorage.setItem(APART + name, JSON.stringify(value));
    else throw value;
    return true;
  } catch {
    if (value !== undefined) unstored.add(name);
    return false;
  }
}

/** Whether unsaved text is stored: drafts are the only values that are lists, or have a key of their own. */
export const hasUnsavedText = (): boolean => {
  const kept = stored();
  return (
    hasUnstored() ||
    (kept !== undefined && (apart().length > 0 || Object.values(kept.items).some((one) => Array.isArray(one) && one.length > 0)))
  );
};

/** Removes everything. */
export function clearBrowserStorage(): void {
  unstored.clear();
  try {
    for (const key of [KEY, ...apart()]) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
