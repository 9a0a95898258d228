// Keyboard navigation: J and K move through the list, Enter and O open; the next two threads are prefetched.
import { useShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { useRef } from "react";
import type { ConversationSummary } from "#modules/conversations/contract";

interface ListKeys {
  readonly rows: readonly ConversationSummary[];
  readonly selectedId: string | undefined;
  onOpen(conversationId: string): void;
  /** The next ones, which are likely to be opened soon. */
  onNear(conversationIds: readonly string[]): void;
  scrollTo(index: number): void;
}

/** A row that left the view (closed, snoozed) keeps its position for J and K. */
export function useListKeys({ rows, selectedId, onOpen, onNear, scrollTo }: ListKeys): void {
  const place = useRef(-1);
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => row.id === selectedId);
    if (at >= 0) place.current = at;
    const from = at >= 0 ? at : place.current - (by === 1 ? 1 : 0);
    const to = Math.max(0, Math.min(rows.length - 1, selectedId === undefined && place.current < 0 ? 0 : from + by));
    const row = rows[to];
    if (!row) return;
    place.current = to;
    onOpen(row.id);
    scrollTo(to);
    onNear([rows[to + by], rows[to + 2 * by]].flatMap((near) => near?.id ?? []));
  };
  const group = m.conversations_title();
  useShortcut("j", () => step(1), { label: m.conversations_key_next(), group, repeats: true });
  useShortcut("k", () => step(-1), { label: m.conversations_key_previous(), group, repeats: true });
}
