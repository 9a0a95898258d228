// Labels that appear within the document.
import { m } from "#messages";
import type { Callout } from "./markdown/tree.ts";

export function calloutName(kind: Callout): string {
  switch (kind) {
    case "note":
      return m.help_editor_callout_note();
    case "tip":
      return m.help_editor_callout_tip();
    case "important":
      return m.help_editor_callout_important();
    case "warning":
      return m.help_editor_callout_warning();
    case "caution":
      return m.help_editor_callout_caution();
  }
}
export const editorLabels = {
  embed: (host: string): string => m.help_editor_embed({ host }),
  foreignImage: (address: string): string => m.help_editor_foreign_image({ address }),
};
