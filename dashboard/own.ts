// Browser storage of the signed-in person. It is cleared on sign-out, in every window at once, and when somebody else signs in.
const KEY = "seed.own";

interface Kept {
  readonly account: string;
  readonly items: Readonly<Record<string, unknown>>;
}

function stored(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return typeof kept?.items === "object" && kept.items !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}
function held(account: string): Kept | undefined {
  const kept = stored();
  return kept?.account === account ? kept : undefined;
}

function put(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: then nothing outlasts the page.
  }
}

/** Opens it for whoever is signed in; what another person had here goes. */
export const openOwn = (account: string): void => void (held(account) ?? put({ account, items: {} }));

/** What was kept under this name. It came from outside: parse it. */
export const readOwn = (account: string, name: string): unknown => held(account)?.items[name];

/** Keeps a value; not after the sign-out, wherever that happened. */
export function writeOwn(account: string, name: string, value: unknown): void {
  const kept = held(account);
  if (kept) put({ account, items: { ...kept.items, [name]: value } });
}

/** Whether words wait here that no server has: every list that is kept is of such. */
export const ownWaits = (): boolean => Object.values(stored()?.items ?? {}).some((kept) => Array.isArray(kept) && kept.length > 0);

/** The end of it. */
export function closeOwn(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
