// The shortcut that tags a conversation.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const tagShortcut: DeclaredShortcut = { keys: "l", label: m.tags_key, group: m.conversations_keys_thread };
