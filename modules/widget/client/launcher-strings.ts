// The few English texts needed before the panel is loaded; the others are in panel/strings.ts. Plain sentences only: plural rules are
// loaded with the panel.
export const launcherStrings = {
  open: "Open chat",
  close: "Close chat",
  failed: "Open chat. It couldn’t be loaded; try again.",
  openUnread: "Open chat, {count} unread",
};
