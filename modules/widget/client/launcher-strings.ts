// The few English words that are needed before the panel is there; the rest is in panel/strings.ts. Plain sentences: what chooses
// plural forms comes with the panel.
export const launcherStrings = {
  open: "Open chat",
  close: "Close chat",
  failed: "Open chat. It could not be loaded; try again.",
  openUnread: "Open chat, {count} unread",
};
