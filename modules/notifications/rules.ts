// Decides who is notified of what. Pure.
import { minutes } from "#kernel/clock/index.ts";
import type { Activity, ConversationState } from "#modules/conversations";
import type { MemberAddress } from "#modules/projects";
import { ALL_DAYS, bitOf, defaultEvents, STAYING } from "./events.ts";
import type { Chosen } from "./queries.ts";

/** How long a notification waits. Members at their desk have seen the message by then, and further messages join the notification. */
export const WAIT = minutes(5);
/** Mails about single conversations per member and hour, in all projects. The next mail only says that there is more. */
export const PER_HOUR = 20;
/** Notifications that may wait for one member in one project; beyond that, only the inbox shows the news. */
export const MAX_WAITING = 50;

/** What a member wants by mail (`events`), in the bell and by push, with the defaults of the role where they did not choose. */
export interface Choice extends Chosen {
  readonly bell: number;
  readonly push: number;
}
/** A member's saved events, or the defaults of the role. */
export function choiceFor({ accountId, role }: Pick<MemberAddress, "accountId" | "role">, chosen: Chosen | undefined): Choice {
  const usual = defaultEvents(role);
  const { bell, push, ...more } = chosen ?? { bell: null, push: null, events: usual, from: null, to: null, zone: "UTC", days: ALL_DAYS };
  return { ...more, accountId, bell: bell ?? usual, push: push ?? usual };
}

/** The bits of what an event means to a member, who follows the conversation or not; 0 if nothing. */
export function eventFor(
  h: Pick<Activity, "kind" | "actorId" | "assignedTo" | "mentioned" | "assigneeId" | "known">,
  accountId: string,
  follows = false,
): number {
  if (h.kind === "note") {
    if (h.actorId === accountId) return 0;
    return (h.mentioned.includes(accountId) ? bitOf("mentioned") : 0) | (follows ? bitOf("noteInFollowed") : 0);
  }
  if (h.kind === "assigned") return h.assignedTo === accountId && h.actorId !== accountId ? bitOf("assignedToMe") : 0;
  if (h.assigneeId === accountId) return bitOf("replyToMine");
  const followed = follows ? bitOf("replyToFollowed") : 0;
  if (h.assigneeId !== null) return followed;
  return followed | bitOf(h.known ? "replyUnassigned" : "newUnassigned");
}

/** What is news until the member has read it. */
const UNTIL_READ = (["monitored", "noteInFollowed", "mentioned", "issueResolved", "badRating", "ruleNotifies"] as const).reduce(
  (bits, one) => bits | bitOf(one),
  0,
);
/** Which events of a waiting notification are still news to the member. */
export function stillNews(
  events: number,
  revision: number,
  standing: Pick<ConversationState, "contact" | "assigneeId" | "waitingSince" | "readRevision">,
  person: { readonly accountId: string; readonly email: string; readonly wants: number },
): number {
  if (standing.contact.state !== "active") return 0;
  // Members who write to the desk as customers are not notified of their own messages.
  if (standing.contact.email?.toLowerCase() === person.email.toLowerCase()) return 0;
  const wanted = events & person.wants;
  const staying = STAYING.reduce((bits, one) => bits | (wanted & bitOf(one)), 0);
  if (standing.readRevision >= revision) return staying;
  const mine = standing.assigneeId === person.accountId;
  const waits = standing.waitingSince !== null;
  const open = bitOf("newUnassigned") | bitOf("replyUnassigned");
  return (
    staying |
    (wanted & UNTIL_READ) |
    (waits ? wanted & bitOf("replyToFollowed") : 0) |
    (mine ? wanted & bitOf("assignedToMe") : 0) |
    (mine && waits ? wanted & bitOf("replyToMine") : 0) |
    (waits && (mine || standing.assigneeId === null) ? wanted & open : 0)
  );
}
