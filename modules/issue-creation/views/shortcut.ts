// The shortcut that creates an issue from the open conversation.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const createShortcut: DeclaredShortcut = { keys: "Shift+i", label: m.issue_creation_create, group: m.conversations_keys_thread };
