// The shortcut that opens the menu of AI help, also while writing.
import type { DeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";

export const copilotShortcut: DeclaredShortcut = {
  keys: "$mod+j",
  label: m.copilot_open,
  group: m.conversations_keys_thread,
  inInputs: true,
};
