// Stores unconfirmed messages across page loads. They reappear as not sent, and only the visitor removes them.
import type { Session, Unsent } from "../session.ts";
import type { Store } from "./state.ts";

const DAYS = 7 * 86_400_000;
// Limits, because the website uses the same storage.
const MOST = 20;
const LONGEST = 200_000;

/** Restores what earlier pages left, then keeps the storage in sync with the store. Other tabs' messages are left alone. */
export function keepUnsent(store: Store, { unsent }: Session, words: string, notKept: string): void {
  const mine = new Set<string>();
  const pendingMessages = (): Unsent[] =>
    Object.entries(store.get().threads).flatMap(([thread, { outgoing }]) => outgoing.map((out) => ({ ...out, thread })));

  for (const { thread, ...out } of unsent.read() ?? []) {
    mine.add(out.clientId);
    if (out.at > Date.now() - DAYS)
      store.act(thread, { type: "send", outgoing: { ...out, failure: out.failure ?? { error: words, retryAt: 0 } } });
  }
  let kept = JSON.stringify(pendingMessages());
  const keep = () => {
    const now = pendingMessages();
    if (JSON.stringify(now) === kept) return;
    kept = JSON.stringify(now);
    for (const { clientId } of now) mine.add(clientId);
    const all = [...(unsent.read() ?? []).filter(({ clientId }) => !mine.has(clientId)), ...now];
    const fitting = all.slice(-MOST);
    while (JSON.stringify(fitting).length > LONGEST) fitting.shift();
    unsent.write(fitting.length > 0 ? fitting : undefined);
    // The rest is kept only as long as the page, so the visitor is told.
    if (fitting.length < all.length) store.set({ hint: notKept });
  };
  store.subscribe(keep);
}
