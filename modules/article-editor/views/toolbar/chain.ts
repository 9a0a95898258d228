// Runs a toolbar command.
import type { ChainedCommands, Editor } from "@tiptap/core";

/** The text has the focus at once: the editor's own command waits for the next frame, and what is typed until then would be lost. */
export function chainIn(editor: Editor): ChainedCommands {
  editor.view.focus();
  return editor.chain();
}
