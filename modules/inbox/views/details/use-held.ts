// Keeps the details open while a dialog of theirs is, when the window gets another size at which they would be closed: with them the dialog
// would go, and what was typed there.
import { type FocusEvent, useCallback, useState } from "react";

interface Held {
  /** The details are to be shown, whatever else says that they are closed. */
  readonly held: boolean;
  release(): void;
  /** Of the details: dialogs that were opened from them count, wherever they stand in the page. */
  onFocus(event: FocusEvent): void;
}
const DIALOG = "[role=dialog],[role=alertdialog]";

/** `size` tells the layouts apart; `open`: whether the details are shown in this one. */
export function useHeld(conversationId: string | undefined, size: number, open: boolean): Held {
  /** The focus was last in a dialog of the details; it may be closed by now. */
  const [inDialog, setInDialog] = useState(false);
  const [was, setWas] = useState({ conversationId, size, open, held: false });
  let { held } = was;
  if (was.conversationId !== conversationId || was.size !== size || was.open !== open) {
    const loses = was.open && was.size !== size && inDialog && document.querySelector(DIALOG) !== null;
    held = !open && was.conversationId === conversationId && (was.held || loses);
    setWas({ conversationId, size, open, held });
  }
  return {
    held,
    release: useCallback(() => setWas((now) => ({ ...now, held: false })), []),
    onFocus: useCallback(({ target }) => setInDialog(target.closest(DIALOG) !== null), []),
  };
}
