// Replay is read from D1: it has no time limit, and the object holds no text.
import { sessionHolds } from "#modules/accounts";
import { visitorHolds } from "#modules/contacts";
import { isMember } from "#modules/projects";
import { col, type Database, part } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { sql } from "drizzle-orm";
import { readContactHead, readContactReplay, readHead, readProjectReplay } from "../queries.ts";
import { memberFrame, visitorFrame } from "./frames.ts";
import type { Item } from "./order.ts";
import type { Seat } from "./seat.ts";

export interface Chunk {
  readonly items: Item[];
  readonly head: number;
  /** Whether the seat still has its authority, read in the same transaction as what it is about to get. */
  readonly holds: boolean;
}
export const CHUNK = 100;

/** The frames after a cursor that the seat may see, at most one chunk, with the head. */
export async function readReplay(db: Database, seat: Seat, after: number, now: number): Promise<Chunk> {
  const projectId = seat.projectId as ProjectId;
  const authority = part(
    seat.kind === "member"
      ? sql`SELECT ${isMember(projectId, seat.accountId as AccountId)} AND ${sessionHolds(seat.sessionId, seat.accountId, now)} AS holds`
      : sql`SELECT ${visitorHolds(projectId, seat.contactId as ContactId, seat.sessionId, now)} AS holds`,
    ([row]) => (row ? col.truth(row, "holds") : false),
  );
  if (seat.kind === "member") {
    const [holds, head, rows] = await db.read(authority, readHead(projectId), readProjectReplay(projectId, after, CHUNK));
    return {
      holds,
      head,
      items: rows.map((row) => ({
        cursor: row.sequence,
        previous: row.sequence - 1,
        frame: JSON.stringify(memberFrame(row, row.summary)),
      })),
    };
  }
  const [holds, head, rows] = await db.read(
    authority,
    readContactHead(projectId, seat.contactId as ContactId),
    readContactReplay(projectId, seat.contactId as ContactId, after, CHUNK),
  );
  let previous = after;
  return {
    holds,
    head,
    items: rows.map((row) => {
      const item = { cursor: row.sequence, previous, frame: JSON.stringify(visitorFrame(row)) };
      previous = row.sequence;
      return item;
    }),
  };
}
