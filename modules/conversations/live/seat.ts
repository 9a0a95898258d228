// A seat: who sits on a socket. It is kept in the socket's attachment, so it survives hibernation.
import type { ClosedReason } from "../contract.ts";

export interface MemberSeat {
  readonly kind: "member";
  readonly projectId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
}
export interface VisitorSeat {
  readonly kind: "visitor";
  readonly projectId: string;
  readonly contactId: string;
  readonly sessionId: string;
}
export type Seat = MemberSeat | VisitorSeat;

export interface Attachment {
  readonly seat: Seat;
  /** False while the replay is under way: nothing is broadcast to it yet. */
  readonly live: boolean;
  readonly viewing: string | null;
  /** Frames of the current 10 s. */
  readonly bucket: { at: number; n: number };
}

/** Which seats an end of authority closes. */
export interface Closing {
  readonly reason: ClosedReason;
  readonly accountId?: string;
  readonly sessionId?: string;
  readonly exceptSessionId?: string;
}
export function closes(closing: Closing, seat: Seat): boolean {
  if (closing.sessionId !== undefined && seat.sessionId !== closing.sessionId) return false;
  if (closing.exceptSessionId !== undefined && seat.sessionId === closing.exceptSessionId) return false;
  return closing.accountId === undefined || (seat.kind === "member" && seat.accountId === closing.accountId);
}

export const FLOOD = { frames: 20, perMs: 10_000 };
/** The bucket after one more frame; undefined when that is too many. */
export function spend(bucket: Attachment["bucket"], now: number): Attachment["bucket"] | undefined {
  if (now - bucket.at >= FLOOD.perMs) return { at: now, n: 1 };
  return bucket.n >= FLOOD.frames ? undefined : { at: bucket.at, n: bucket.n + 1 };
}
