// Replay is read from D1: it has no time limit, and the object holds no text.
import type { Database } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { ClosedReason } from "../contract.ts";
import type { RowField } from "../kinds/row-field.ts";
import { readContactHead, readContactReplay, readHead } from "../store/events.ts";
import { readProjectReplay } from "../store/summaries.ts";
import { memberFrame, visitorFrame } from "./frames.ts";
import type { Item } from "./order.ts";
import { readEnded } from "./proof.ts";
import type { Seat } from "./seat.ts";

export interface Chunk {
  readonly items: Item[];
  readonly head: number;
  /** Why the seat has no authority any more, read in the same transaction as what it is about to get; null while it has. */
  readonly ended: ClosedReason | null;
}
export const CHUNK = 100;

/** The frames after a cursor that the seat may see, at most one chunk, with the head. */
export async function readReplay(db: Database, fields: readonly RowField[], seat: Seat, after: number, now: number): Promise<Chunk> {
  const projectId = seat.projectId as ProjectId;
  const authority = readEnded([seat], now);
  if (seat.kind === "member") {
    const [[ended = null], head, rows] = await db.read(authority, readHead(projectId), readProjectReplay(fields, projectId, after, CHUNK));
    return {
      ended,
      head,
      items: rows.map((row) => ({
        cursor: row.sequence,
        previous: row.sequence - 1,
        frame: JSON.stringify(memberFrame(row, row.summary)),
      })),
    };
  }
  const [[ended = null], head, rows] = await db.read(
    authority,
    readContactHead(projectId, seat.contactId as ContactId),
    readContactReplay(projectId, seat.contactId as ContactId, after, CHUNK),
  );
  let previous = after;
  return {
    ended,
    head,
    items: rows.map((row) => {
      const item = { cursor: row.sequence, previous, frame: JSON.stringify(visitorFrame(row)) };
      previous = row.sequence;
      return item;
    }),
  };
}
