// What follows a contact that is merged into another one: the entries of its conversations, and of what it wrote.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("conversation-search.entries", sql`conversation_search_entries`, sql`id`),
  {
    name: "conversation-search.authors",
    move: ({ projectId, from, into, may }, limit) => [
      sql`UPDATE conversation_search_entries SET author_id = ${into} WHERE id IN (SELECT id FROM conversation_search_entries INDEXED BY conversation_search_entries_author WHERE project_id = ${projectId} AND author_id = ${from} LIMIT ${limit}) AND ${may}`,
    ],
  },
];
