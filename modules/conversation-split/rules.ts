// Decides who waits where after messages are split off. Pure.
import type { Quotable } from "#modules/conversations";

/**
 * Since when the customer waits in the new conversation, in milliseconds since 1970: with their first message that nobody answered in what is
 * split off. Null if somebody did.
 */
export function waitsIn(messages: readonly Pick<Quotable, "role" | "at" | "isAutomatic">[]): number | null {
  let since: number | null = null;
  for (const { role, at, isAutomatic } of messages) {
    if (role === "visitor" && !isAutomatic) since ??= at;
    if (role === "operator" || role === "assistant") since = null;
  }
  return since;
}

/**
 * Since when the customer still waits where the messages were written. `unanswered`: what they wrote since they wait. A wait that began
 * elsewhere, as by a merge, goes on.
 */
export function stillWaitsSince(
  waitingSince: number | null,
  unanswered: readonly { readonly id: string; readonly at: number }[],
  split: ReadonlySet<string>,
): number | null {
  if (waitingSince === null || unanswered[0]?.at !== waitingSince) return waitingSince;
  return unanswered.find(({ id }) => !split.has(id))?.at ?? null;
}
