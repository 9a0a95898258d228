// The shortcut that follows a conversation.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const followShortcut: DeclaredShortcut = { keys: "f", label: m.followers_key, group: m.conversations_keys_thread };
