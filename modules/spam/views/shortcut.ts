// The shortcut that marks a conversation as spam, or as none.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const spamShortcut: DeclaredShortcut = { keys: "s", label: m.spam_mark, group: m.conversations_keys_thread };
