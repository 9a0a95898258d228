// The shortcut by which a conversation changes hands.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const handsShortcut: DeclaredShortcut = { keys: "t", label: m.assistant_key_hands, group: m.conversations_keys_thread };
