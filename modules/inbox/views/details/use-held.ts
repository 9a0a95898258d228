// Keeps the details open while a dialog of theirs is, when the window gets another size at which they would be closed: with them the dialog
// would go, and what was typed there.
import { type FocusEvent, useCallback, useRef, useState } from "react";

interface Held {
  /** The details are to be shown, whatever else says that they are closed. */
  readonly held: boolean;
  release(): void;
  /** Of the details: dialogs that were opened from them count, wherever they stand in the page. */
  onFocus(event: FocusEvent): void;
}
/** `size` tells the layouts apart; `open`: whether the details are shown in this one. */
export function useHeld(conversationId: string | undefined, size: number, open: boolean): Held {
  const focused = useRef<Element>(null);
  const [was, setWas] = useState({ conversationId, size, open, held: false });
  let { held } = was;
  if (was.conversationId !== conversationId || was.size !== size || was.open !== open) {
    const hasDialog = (): boolean =>
      focused.current?.isConnected === true && focused.current.closest("[role=dialog],[role=alertdialog]") !== null;
    held = !open && was.conversationId === conversationId && (was.held || (was.open && was.size !== size && hasDialog()));
    setWas({ conversationId, size, open, held });
  }
  return {
    held,
    release: useCallback(() => setWas((now) => ({ ...now, held: false })), []),
    onFocus: useCallback(({ target }) => void (focused.current = target), []),
  };
}
