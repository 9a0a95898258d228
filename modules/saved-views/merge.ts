// What a merge of contacts changes in views: conversations of the contact that stays are compared anew, because its details may differ.
import { sql } from "#kernel/db/index.ts";
import type { MergeStep } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [
  {
    name: "saved-views.contacts",
    move: ({ projectId, from, into, may }) => [
      sql`INSERT INTO saved_view_contacts (project_id, contact_id) SELECT ${projectId}, ${into} WHERE ${may} AND EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = ${projectId} AND by_contact = 1)
        ON CONFLICT (project_id, contact_id) DO UPDATE SET after = ''`,
      sql`DELETE FROM saved_view_contacts WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
    ],
  },
];
