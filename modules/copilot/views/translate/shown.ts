// Which messages are shown in translation: for this member, until the browser's tab is closed. Ids only; the texts are with the server.
import { store } from "#dashboard/store.ts";

const KEY = "seed.translated";
/** Messages that are remembered. */
const MOST = 200;

export const shown = store<ReadonlySet<string>>(new Set());
let of: string | undefined;

/** Opens what this member has chosen in this tab. */
export function openShown(account: string): void {
  if (of === account) return;
  of = account;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${KEY}.${account}`) ?? "[]");
    shown.set(new Set(Array.isArray(kept) ? kept.map(String) : []));
  } catch {
    shown.set(new Set());
  }
}
/** Shows a message in translation, or as it is. */
export function setShown(messageId: string, translated: boolean): void {
  const next = new Set(shown.get());
  if (translated) next.add(messageId);
  else next.delete(messageId);
  shown.set(next);
  try {
    sessionStorage.setItem(`${KEY}.${of ?? ""}`, JSON.stringify([...next].slice(-MOST)));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
