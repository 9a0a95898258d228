// The key of macros, for the composer and for the help dialog of the list.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const macroShortcut: DeclaredShortcut = { keys: "m", label: m.macros_apply, group: m.conversations_keys_thread };
