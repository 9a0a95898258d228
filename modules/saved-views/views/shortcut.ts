import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const filterShortcut: DeclaredShortcut = { keys: "Shift+f", label: m.saved_views_filter, group: m.conversations_title };
