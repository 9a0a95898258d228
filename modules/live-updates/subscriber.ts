// A subscriber is one socket in a coordinator: whom it belongs to, its limits, and which ones a revocation closes.
import type { ClosedReason } from "./contract.ts";

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

/** What a coordinator keeps of a socket. Stored in the socket's attachment, which survives hibernation and ends with the connection. */
export interface SocketAttachment {
  readonly subscriber: Subscriber;
  /** False while the replay is under way: nothing is broadcast to it yet. */
  readonly live: boolean;
  /** The conversation that the member has open, for presence. */
  readonly viewingConversationId: string | null;
  /** The member's browser has had no input for a while. */
  readonly idle?: boolean;
  /** When the socket connected, in ms; raised by a few where needed, so that the sockets of one person have an order. */
  readonly connectedAt: number;
  /** Frames counted in the current window of `FRAME_LIMIT`. */
  readonly window: { startedAt: number; count: number };
}

/** Which subscribers a revocation closes: those that match every given field, except the ones of `exceptSessionId`. */
export interface RevocationFilter {
  readonly reason: ClosedReason;
  readonly accountId?: string;
  readonly sessionId?: string;
  readonly exceptSessionId?: string;
}
export function matches(filter: RevocationFilter, subscriber: Subscriber): boolean {
  if (filter.sessionId !== undefined && subscriber.sessionId !== filter.sessionId) return false;
  if (filter.exceptSessionId !== undefined && subscriber.sessionId === filter.exceptSessionId) return false;
  return filter.accountId === undefined || (subscriber.kind === "member" && subscriber.accountId === filter.accountId);
}

/** Sockets that one person may have in one coordinator. */
export const MAX_SOCKETS = { member: 20, visitor: 5 } as const;
export const personOf = (subscriber: Subscriber): string => (subscriber.kind === "member" ? subscriber.accountId : subscriber.contactId);
/** When a new subscriber counts as connected, and which of the same person's oldest sockets must be closed to stay within the limit. */
export function admit<T extends { readonly attachment: SocketAttachment }>(
  subscriber: Subscriber,
  subscribers: readonly T[],
  now: number,
): { connectedAt: number; evicted: T[] } {
  const own = subscribers
    .filter(({ attachment }) => personOf(attachment.subscriber) === personOf(subscriber))
    .toSorted((a, b) => a.attachment.connectedAt - b.attachment.connectedAt);
  return {
    connectedAt: Math.max(now, (own.at(-1)?.attachment.connectedAt ?? 0) + 1),
    evicted: own.slice(0, Math.max(0, own.length + 1 - MAX_SOCKETS[subscriber.kind])),
  };
}

/** A socket that sends more frames than this is closed. */
export const FRAME_LIMIT = { frames: 20, perMs: 10_000 };
/** Typing signals of one person, over all their sockets, that are relayed; more are dropped. A client sends one every 3 s while somebody types. */
export const TYPING_LIMIT = { frames: 5, perMs: 10_000 };
/** The window after one more frame; undefined when that exceeds the limit. */
export function countFrame(window: SocketAttachment["window"], now: number, limit = FRAME_LIMIT): SocketAttachment["window"] | undefined {
  if (now - window.startedAt >= limit.perMs) return { startedAt: now, count: 1 };
  return window.count >= limit.frames ? undefined : { startedAt: window.startedAt, count: window.count + 1 };
}
