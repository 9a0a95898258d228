// The events that a member can be notified of, as bits. Browser-safe.
import { NOTICE_EVENTS, type NoticeEvent } from "./contract.ts";

export type NoticeChoice = Readonly<Record<NoticeEvent, boolean>>;

export const bitOf = (event: NoticeEvent): number => 1 << NOTICE_EVENTS.indexOf(event);
export const bitsOf = (choice: NoticeChoice): number => NOTICE_EVENTS.reduce((bits, one) => (choice[one] ? bits | bitOf(one) : bits), 0);
export const choiceOf = (bits: number): NoticeChoice =>
  Object.fromEntries(NOTICE_EVENTS.map((one) => [one, (bits & bitOf(one)) !== 0])) as NoticeChoice;

/**
 * The default until a member chooses: everything about their own conversations; for owners and admins also new unassigned ones, so that no
 * customer waits unnoticed.
 */
export const defaultEvents = (role: string): number =>
  bitsOf({
    newUnassigned: role !== "operator",
    replyToMine: true,
    replyUnassigned: false,
    assignedToMe: true,
    mineNotDelivered: true,
  });
/** Every day of the week. */
export const ALL_DAYS = 0b1111111;
