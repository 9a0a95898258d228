// Types and limits of subscribers, the people behind sockets. They are kept in the sockets' attachments, which survive hibernation.
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
  /** Order of arrival at this object; roughly the time in ms. */
  readonly since: number;
  /** Frames counted in the current 10 s. */
  readonly bucket: { at: number; n: number };
}

/** Describes which subscribers a revocation closes. */
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

/** Sockets that one person may have at one object. */
export const MAX_SOCKETS = { member: 20, visitor: 5 } as const;
export const personOf = (subscriber: Subscriber): string => (subscriber.kind === "member" ? subscriber.accountId : subscriber.contactId);
/** The order of a new subscriber, and the oldest sockets of the same person that must be closed to stay within the limit. */
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

/** Frames that one socket may send before it is closed. */
export const FLOOD = { frames: 20, perMs: 10_000 };
/** Typing signals of one person, over all their sockets, that are relayed; more are dropped. A client sends one in 3 s. */
export const TYPING = { frames: 5, perMs: 10_000 };
/** The bucket after one more frame; undefined when that exceeds the limit. */
export function spend(bucket: Attachment["bucket"], now: number, limit = FLOOD): Attachment["bucket"] | undefined {
  if (now - bucket.at >= limit.perMs) return { at: now, n: 1 };
  return bucket.n >= limit.frames ? undefined : { at: bucket.at, n: bucket.n + 1 };
}
