// English texts of the open panel; parts that load later bring their own. Another language is another object of the same shape.
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
  someone: "Somebody",
  sending: "Sending…",
  seen: "Seen",
  notSent: "Not sent",
  retry: "Retry",
  retryIn: "Try again in {count} s.",
  discard: "Discard",
  noAnswer: "No answer came. Check your connection and try again.",
  refused: "This was not accepted.",
  notKept: "Too much to keep when you leave this page.",
  tooLong: "Too long by {count} characters.",
  reconnecting: "Reconnecting…",
  jump: "New messages",
  closed: "This conversation was closed. A new message opens it again.",
  erased: "Content removed",
  expired: "Your earlier chat has ended. A new message starts another one.",
  blocked: "This chat has been ended by the team.",
  erasedAll: "Your conversations were deleted.",
  loadFailed: "This could not be loaded.",
  emptyGreeting: "Hello! How can we help?",
  today: "Today",
  yesterday: "Yesterday",
};

export const translate = translations(panelStrings);
export type Translate = keyof typeof panelStrings;
