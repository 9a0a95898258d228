// Tracks which conversation is open in this window, and whether the window is visible and focused.
let open: string | null = null;

export const setOpenThread = (conversationId: string | null): void => void (open = conversationId);
/** Whether this window shows the conversation, focused or not. */
export const isOpenThread = (conversationId: string): boolean => open === conversationId;
export const isWindowFocused = (): boolean => document.visibilityState === "visible" && document.hasFocus();
/** The conversation that is open in a visible, focused window. */
export const focusedConversation = (): string | null => (isWindowFocused() ? open : null);
