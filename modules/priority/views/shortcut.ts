// The shortcut that sets a conversation's priority.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const priorityShortcut: DeclaredShortcut = { keys: "p", label: m.priority_set, group: m.conversations_keys_thread };
