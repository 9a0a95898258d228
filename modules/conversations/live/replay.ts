// Reads missed events for a socket from D1, so that replay has no time limit and the coordinator holds no text.
import type { Database } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { ClosedReason } from "../contract.ts";
import type { RowField } from "../kinds/row-field.ts";
import { readContactHead, readContactReplay, readHead } from "../store/events.ts";
import { readProjectReplay } from "../store/summaries.ts";
import { memberFrame, visitorFrame } from "./frames.ts";
import type { Item } from "./order.ts";
import { readEndedAuthority } from "./prove-subscribers.ts";
import type { Subscriber } from "./subscriber.ts";

export interface Chunk {
  readonly items: Item[];
  readonly head: number;
  /** Why the subscriber was revoked; null while it may read. Read in the same transaction as the items. */
  readonly ended: ClosedReason | null;
}
export const CHUNK = 100;

/** At most one chunk of the frames after a cursor that the subscriber may see, with the head. */
export async function readReplay(
  db: Database,
  fields: readonly RowField[],
  subscriber: Subscriber,
  after: number,
  now: number,
): Promise<Chunk> {
  const projectId = subscriber.projectId as ProjectId;
  const authority = readEndedAuthority([subscriber], now);
  if (subscriber.kind === "member") {
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
    readContactHead(projectId, subscriber.contactId as ContactId),
    readContactReplay(projectId, subscriber.contactId as ContactId, after, CHUNK),
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
