// Lets a screen hide parts of the shell.
import { useEffect } from "react";
import { store, useStore } from "./store.ts";

interface Chrome {
  readonly tabs: boolean;
}
const chrome = store<Chrome>({ tabs: true });
export const useChrome = (): Chrome => useStore(chrome);

/** While the screen is shown, `tabs: false` hides the tab bar of narrow screens, as in a thread. */
export function useShellChrome({ tabs }: Chrome): void {
  useEffect(() => {
    chrome.set({ tabs });
    return () => chrome.set({ tabs: true });
  }, [tabs]);
}
