// Decides who is notified of what, without I/O.
import { minutes } from "#kernel/clock/index.ts";
import type { Activity, ConversationState } from "#modules/conversations";
import type { MemberAddress } from "#modules/projects";
import { ALL_DAYS, bitOf, defaultEvents } from "./events.ts";
import type { Chosen } from "./queries.ts";

/** How long a notice waits: whoever is at the desk has seen it by then, and what follows joins it. */
export const WAIT = minutes(5);
/** Mails of single conversations that a person gets in an hour, from all projects; then one says that there is more. */
export const PER_HOUR = 20;
/** Notices that wait for one person in one project; of what comes beyond, the inbox tells. */
export const MAX_WAITING = 50;

/** What somebody chose, or what their role begins with. */
export const choiceFor = ({ accountId, role }: Pick<MemberAddress, "accountId" | "role">, chosen: Chosen | undefined): Chosen =>
  chosen ?? { accountId, events: defaultEvents(role), from: null, to: null, zone: "UTC", days: ALL_DAYS };

/** What an event is to a person, as a bit; 0 when it is nothing to them. */
export function eventFor(h: Pick<Activity, "kind" | "actorId" | "assignedTo" | "assigneeId" | "known">, accountId: string): number {
  if (h.kind === "assigned") return h.assignedTo === accountId && h.actorId !== accountId ? bitOf("assignedToMe") : 0;
  if (h.assigneeId === accountId) return bitOf("replyToMine");
  if (h.assigneeId !== null) return 0;
  return bitOf(h.known ? "replyUnassigned" : "newUnassigned");
}

/** Which of the events of a waiting notice still are news to the person. */
export function stillNews(
  events: number,
  revision: number,
  standing: Pick<ConversationState, "contact" | "assigneeId" | "waitingSince" | "readRevision">,
  person: { readonly accountId: string; readonly email: string; readonly wants: number },
): number {
  if (standing.contact.state !== "active") return 0;
  // Somebody who writes to the desk themself is not told of it.
  if (standing.contact.email?.toLowerCase() === person.email.toLowerCase()) return 0;
  const wanted = events & person.wants;
  // Of an answer that did not arrive its author has always read as far as the answer.
  const lost = wanted & bitOf("mineNotDelivered");
  if (standing.readRevision >= revision) return lost;
  const mine = standing.assigneeId === person.accountId;
  const waits = standing.waitingSince !== null;
  const open = bitOf("newUnassigned") | bitOf("replyUnassigned");
  return (
    lost |
    (mine ? wanted & bitOf("assignedToMe") : 0) |
    (mine && waits ? wanted & bitOf("replyToMine") : 0) |
    (waits && (mine || standing.assigneeId === null) ? wanted & open : 0)
  );
}
