// Reads missed events for a socket from D1, so that replay has no time limit and the coordinator holds no text.
import type { Database } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Extensions } from "#kernel/module/index.ts";
import type { ClosedReason } from "./contract.ts";
import { eventSourceOf } from "./extension.ts";
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
export async function readReplay(db: Database, extensions: Extensions, subscriber: Subscriber, after: number, now: number): Promise<Chunk> {
  const source = eventSourceOf(extensions);
  const projectId = subscriber.projectId as ProjectId;
  const missed =
    subscriber.kind === "member"
      ? source.missedByMembers(extensions, projectId, after, CHUNK)
      : source.missedByVisitor(projectId, subscriber.contactId as ContactId, after, CHUNK);
  const [[ended = null], head, items] = await db.read(readEndedAuthority([subscriber], now), missed.head, missed.items);
  return { ended, head, items };
}
