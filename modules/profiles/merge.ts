// What follows a contact that is merged into another one: the statements of its profile, and what people deleted of it.
import { sql } from "#kernel/db/index.ts";
import type { MergeStep } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [
  {
    name: "profiles.statements",
    // A run of either profile that began before writes nothing: its revision has changed.
    move: ({ projectId, from, into, may }, limit) => [
      sql`INSERT INTO profiles (project_id, contact_id) SELECT ${projectId}, ${into} WHERE ${may} AND EXISTS (SELECT 1 FROM profiles WHERE project_id = ${projectId} AND contact_id = ${from})
        ON CONFLICT (project_id, contact_id) DO UPDATE SET revision = revision + 1`,
      // Its clientId has no further use, and could be one of the other profile.
      sql`UPDATE profile_statements SET contact_id = ${into}, client_id = NULL WHERE id IN (SELECT id FROM profile_statements WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${limit}) AND ${may}`,
    ],
  },
  {
    name: "profiles.rest",
    move: ({ projectId, from, into, may }, limit) => [
      sql`DELETE FROM profiles WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
      sql`UPDATE OR REPLACE profile_refusals SET contact_id = ${into} WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}
        AND statement_id IN (SELECT statement_id FROM profile_refusals WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${limit})`,
    ],
  },
];
