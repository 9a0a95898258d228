// English texts of the open panel; parts that load later bring their own. Another language would be another object of the same shape.
import { translations } from "./translations.ts";

export const panelStrings = {
  back: "All conversations",
  closePanel: "Close chat",
  messages: "Messages",
  earlier: "Show earlier messages",
  compose: "Write a message…",
  composeLabel: "Message",
  send: "Send",
  attach: "Attach files",
  you: "You",
  assistant: "AI assistant",
  ai: "AI",
  automatic: "Automatic reply",
  typing: "{name} is typing…",
  someone: "Someone",
  sending: "Sending…",
  seen: "Seen",
  notSent: "Not sent",
  retry: "Retry",
  retryIn: "Try again in {count} s.",
  discard: "Discard",
  noAnswer: "You seem to be offline. Check your connection and try again.",
  refused: "This couldn’t be sent.",
  notKept: "Too large to keep when you leave this page.",
  tooLong: "{count} characters too long.",
  reconnecting: "Reconnecting…",
  jump: "New messages",
  closed: "This conversation was closed. Send a message to reopen it.",
  erased: "Content removed",
  expired: "Your earlier chat has ended. Send a message to start a new one.",
  blocked: "The team has ended this chat.",
  erasedAll: "Your conversations were deleted.",
  loadFailed: "Couldn’t load this.",
  emptyGreeting: "Hello! How can we help?",
  today: "Today",
  yesterday: "Yesterday",
};

export const translate = translations(panelStrings);
export type Translate = keyof typeof panelStrings;
