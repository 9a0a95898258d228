// The keys that select rows.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const selectShortcut: DeclaredShortcut = { keys: "x", label: m.bulk_actions_key_select, group: m.conversations_title };
export const selectRangeShortcut: DeclaredShortcut = { keys: "Shift+x", label: m.bulk_actions_key_range, group: m.conversations_title };
