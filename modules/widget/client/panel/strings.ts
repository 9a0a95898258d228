// The English words that the open panel needs; its later parts bring theirs. Another language is another object of this shape.
import { words } from "./words.ts";

export const panelStrings = {
  back: "All conversations",
  closePanel: "Close chat",
  messages: "Messages",
  earlier: "Show earlier messages",
  compose: "Write a message…",
  composeLabel: "Message",
  send: "Send",
  attach: "Attach files",
  dropHere: "Drop files to attach them",
  you: "You",
  assistant: "AI assistant",
  ai: "AI",
  automatic: "Automatic reply",
  askPerson: "Ask for a person",
  personPlease: "I would like to talk to a person, please.",
  typing: "{name} is typing…",
  someone: "Somebody",
  sending: "Sending…",
  seen: "Seen",
  notSent: "Not sent",
  retry: "Retry",
  retryIn: { one: "You can try again in {count} second.", other: "You can try again in {count} seconds." },
  discard: "Discard",
  noAnswer: "The server could not be reached. Check your connection and try again.",
  refused: "The server did not accept this.",
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

export const say = words(panelStrings);
export type Word = keyof typeof panelStrings;
