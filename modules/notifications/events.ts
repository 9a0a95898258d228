// The events that a member can be notified of, as bits. Browser-safe.
import { type ConversationNotification, NOTIFICATION_EVENTS, type NotificationEvent } from "./contract.ts";

export type NotificationChoice = Readonly<Record<NotificationEvent, boolean>>;

export const bitOf = (event: NotificationEvent): number => 1 << NOTIFICATION_EVENTS.indexOf(event);
export const bitsOf = (choice: NotificationChoice): number =>
  NOTIFICATION_EVENTS.reduce((bits, one) => (choice[one] ? bits | bitOf(one) : bits), 0);
export const choiceOf = (bits: number): NotificationChoice =>
  Object.fromEntries(NOTIFICATION_EVENTS.map((one) => [one, (bits & bitOf(one)) !== 0])) as NotificationChoice;

/** Events of conversations by importance, for what can name only one of several. */
export const BY_IMPORTANCE: readonly ConversationNotification[] = [
  "mentioned",
  "targetMissed",
  "targetNear",
  "monitored",
  "workAsks",
  "badRating",
  "mineNotDelivered",
  "replyReturned",
  "ruleNotifies",
  "assignedToMe",
  "replyToMine",
  "replyToFollowed",
  "noteInFollowed",
  "issueResolved",
  "newUnassigned",
  "replyUnassigned",
];
export const leadingEvent = (events: number): ConversationNotification =>
  BY_IMPORTANCE.find((one) => (events & bitOf(one)) !== 0) ?? "replyUnassigned";

/**
 * The default until a member chooses: everything about their own conversations and those that they follow; for owners and admins also new unassigned ones, so that no
 * customer waits unnoticed, and what only they can decide.
 */
export const defaultEvents = (role: string): number =>
  bitsOf({
    newUnassigned: role !== "operator",
    replyToMine: true,
    replyUnassigned: false,
    assignedToMe: true,
    mineNotDelivered: true,
    monitored: true,
    replyToFollowed: true,
    noteInFollowed: true,
    mentioned: true,
    issueResolved: true,
    workAsks: true,
    assistantWorse: role !== "operator",
    badRating: true,
    targetNear: true,
    targetMissed: true,
    replyReturned: true,
    ruleNotifies: true,
    webhookStopped: role !== "operator",
  });
/** Events that stay news although the member has read the conversation: it says nothing of them, or does not settle them. */
export const STAYING: readonly NotificationEvent[] = ["mineNotDelivered", "workAsks", "targetNear", "targetMissed", "replyReturned"];
/** Every day of the week. */
export const ALL_DAYS = 0b1111111;
