// A subscriber: the person behind a socket. It is kept in the socket's attachment, so it survives hibernation.
import type { ClosedReason } from "../contract.ts";

export interface MemberSubscriber {
  readonly kind: "member";
  readonly projectId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
}
export interface VisitorSubscriber {
  readonly kind: "visitor";
  readonly projectId: string;
  readonly contactId: string;
  readonly sessionId: string;
}
export type Subscriber = MemberSubscriber | VisitorSubscriber;

export interface Attachment {
  readonly subscriber: Subscriber;
  /** False while the replay is under way: nothing is broadcast to it yet. */
  readonly live: boolean;
  readonly viewing: string | null;
  /** Its place in the order of arrival at this object, about the time in ms. */
  readonly since: number;
  /** Frames of the current 10 s. */
  readonly bucket: { at: number; n: number };
}

/** Which subscribers an end of authority closes. */
export interface Closing {
  readonly reason: ClosedReason;
  readonly accountId?: string;
  readonly sessionId?: string;
  readonly exceptSessionId?: string;
}
export function closes(closing: Closing, subscriber: Subscriber): boolean {
  if (closing.sessionId !== undefined && subscriber.sessionId !== closing.sessionId) return false;
  if (closing.exceptSessionId !== undefined && subscriber.sessionId === closing.exceptSessionId) return false;
  return closing.accountId === undefined || (subscriber.kind === "member" && subscriber.accountId === closing.accountId);
}

/** How many sockets one person may have at one object. */
export const MAX_SOCKETS = { member: 20, visitor: 5 } as const;
export const personOf = (subscriber: Subscriber): string => (subscriber.kind === "member" ? subscriber.accountId : subscriber.contactId);
/** Where a new subscriber stands in the order of arrival, and which of the same person's have to go for it: the oldest. */
export function admit<T extends { readonly attachment: Attachment }>(
  subscriber: Subscriber,
  subscribers: readonly T[],
  now: number,
): { since: number; leaving: T[] } {
  const own = subscribers
    .filter(({ attachment }) => personOf(attachment.subscriber) === personOf(subscriber))
    .toSorted((a, b) => a.attachment.since - b.attachment.since);
  return {
    since: Math.max(now, (own.at(-1)?.attachment.since ?? 0) + 1),
    leaving: own.slice(0, Math.max(0, own.length + 1 - MAX_SOCKETS[subscriber.kind])),
  };
}

/** Frames that one socket may send; more close it. */
export const FLOOD = { frames: 20, perMs: 10_000 };
/** Typing marks of one person, over all their sockets, that are passed on; more are dropped. A client sends one in 3 s. */
export const TYPING = { frames: 5, perMs: 10_000 };
/** The bucket after one more frame; undefined when that is too many. */
export function spend(bucket: Attachment["bucket"], now: number, limit = FLOOD): Attachment["bucket"] | undefined {
  if (now - bucket.at >= limit.perMs) return { at: now, n: 1 };
  return bucket.n >= limit.frames ? undefined : { at: bucket.at, n: bucket.n + 1 };
}
