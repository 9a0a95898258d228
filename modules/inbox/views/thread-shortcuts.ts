// The shortcuts of an open conversation, declared once: for what they do, and for the help dialog of the list.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

const group = (): string => m.conversations_keys_thread();
const declare = (keys: string, label: () => string, more: Pick<DeclaredShortcut, "hidden" | "fixed"> = {}): DeclaredShortcut => ({
  keys,
  label,
  group,
  ...more,
});

export const threadShortcuts = {
  reply: declare("r", m.conversations_key_reply),
  note: declare("n", m.conversations_key_note),
  close: declare("e", m.conversations_key_close),
  snooze: declare("z", m.conversations_key_snooze),
  assign: declare("a", m.conversations_key_assign),
  take: declare("i", m.conversations_key_take),
  unread: declare("u", m.conversations_key_unread),
  // The composer's own: it handles them itself, while somebody writes.
  send: declare("$mod+Enter", m.conversations_send, { fixed: true }),
  sendAndClose: declare("$mod+Shift+Enter", m.conversations_send_close, { fixed: true }),
} satisfies Record<string, DeclaredShortcut>;
