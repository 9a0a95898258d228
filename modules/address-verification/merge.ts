// What ends for a contact that is merged into another one: codes and links to its address, because they would lead to the other one's
// conversations.
import { sql } from "#kernel/db/index.ts";
import type { MergeStep } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [
  {
    name: "email.proofs",
    begin: async (_ctx, { projectId, from, may }) => [
      sql`DELETE FROM address_codes WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
      sql`DELETE FROM return_tokens WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
    ],
    // A mail that was being sent may bring one more.
    move: ({ projectId, from, may }, limit) => [
      sql`DELETE FROM address_codes WHERE project_id = ${projectId} AND contact_id = ${from} AND ${may}`,
      sql`DELETE FROM return_tokens WHERE token_hash IN (SELECT token_hash FROM return_tokens WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${limit}) AND ${may}`,
    ],
  },
];
