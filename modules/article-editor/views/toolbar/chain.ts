// Runs a toolbar command.
import type { ChainedCommands, Editor } from "@tiptap/core";

/** A command chain that focuses the text at once. The library's own command waits for the next frame, and keys until then would be lost. */
export function chainIn(editor: Editor): ChainedCommands {
  editor.view.focus();
  return editor.chain();
}
