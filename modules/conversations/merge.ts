// What follows a contact that is merged into another one: its conversations with their events.
import { sql } from "#kernel/db/index.ts";
import type { MergeStep } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [
  {
    name: "conversations.conversations",
    // Their internal events are along: no index finds those by contact.
    most: 20,
    move: ({ projectId, from, into, may }, limit) => {
      const page = sql`(SELECT id FROM conversations INDEXED BY conversations_client WHERE project_id = ${projectId} AND contact_id = ${from} ORDER BY client_id LIMIT ${limit})`;
      return [
        sql`UPDATE conversation_events SET contact_id = ${into} WHERE project_id = ${projectId} AND conversation_id IN ${page} AND visible = 0 AND contact_id = ${from} AND ${may}`,
        // Each browser chose its clientIds on its own; should two be the same, the id is a unique one.
        sql`UPDATE conversations SET contact_id = ${into}, client_id = CASE WHEN EXISTS (SELECT 1 FROM conversations o WHERE o.project_id = ${projectId} AND o.contact_id = ${into} AND o.client_id = conversations.client_id) THEN id ELSE client_id END
          WHERE project_id = ${projectId} AND id IN ${page} AND ${may}`,
      ];
    },
  },
  {
    name: "conversations.events",
    move: ({ projectId, from, into, may }, limit) => [
      sql`UPDATE conversation_events SET contact_id = ${into} WHERE project_id = ${projectId} AND ${may}
        AND sequence IN (SELECT sequence FROM conversation_events INDEXED BY conversation_events_contact WHERE project_id = ${projectId} AND contact_id = ${from} AND visible = 1 ORDER BY sequence LIMIT ${limit})`,
    ],
  },
];
