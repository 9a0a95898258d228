// Reads stored events as frames, for sockets that missed them.
import type { Query } from "#kernel/db/index.ts";
import type { EventSource, Item } from "#modules/live-updates";
import { rowFields } from "../extension.ts";
import { readContactHead, readContactReplay, readHead } from "../store/events.ts";
import { readContactOf, readProjectReplay, readRecentContacts } from "../store/summaries.ts";
import { memberFrame, visitorFrame } from "./frames.ts";

const itemsOf = <R>({ statement, parse }: Query<R[]>, itemsOfRows: (rows: R[]) => Item[]): Query<Item[]> => ({
  statement,
  parse: (rows) => itemsOfRows(parse(rows)),
});

export const conversationEvents: EventSource = {
  missedByMembers: (extensions, projectId, after, limit) => ({
    head: readHead(projectId),
    items: itemsOf(readProjectReplay(extensions.of(rowFields), projectId, after, limit), (rows) =>
      rows.map((row) => ({ cursor: row.sequence, previous: row.sequence - 1, frame: JSON.stringify(memberFrame(row, row.summary)) })),
    ),
  }),
  missedByVisitor: (projectId, contactId, after, limit) => ({
    head: readContactHead(projectId, contactId),
    items: itemsOf(readContactReplay(projectId, contactId, after, limit), (rows) =>
      rows.map((row, at) => ({
        cursor: row.sequence,
        previous: rows[at - 1]?.sequence ?? after,
        frame: JSON.stringify(visitorFrame(row)),
      })),
    ),
  }),
  contactOf: readContactOf,
  recentContacts: readRecentContacts,
};
