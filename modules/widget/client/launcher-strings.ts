// The few English words that are needed before the panel is there; the rest is in panel/strings.ts.
import { words } from "./words.ts";

export const launcherStrings = {
  open: "Open chat",
  close: "Close chat",
  openUnread: { one: "Open chat, {count} unread message", other: "Open chat, {count} unread messages" },
};

export const say = words(launcherStrings);
