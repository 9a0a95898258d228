// Statements that merge the segments of the word index.
import { as, columns, queryOne, type SQL, sql } from "#kernel/db/index.ts";

/** Pages of four kilobytes that one step writes. */
const PAGES = 100;

/** Notes that documents are being removed, when the SELECT finds any. Before they are. */
export const writeCountRemoval = (documents: SQL): SQL =>
  sql`UPDATE knowledge_index_state SET removed = removed + 1 WHERE EXISTS (${documents})`;

export const readMergeState = queryOne(
  sql`SELECT ${columns("knowledge_index_state", "removed, merge_began_at, merge_until")}, (SELECT hex(block) FROM knowledge_words_data WHERE id = 10) ${as.textOrNull("structure")} FROM knowledge_index_state`,
  (row) => ({
    removed: row.removed,
    beganAt: row.merge_began_at,
    until: row.merge_until,
    structure: row.structure ?? "",
  }),
);

/** `until` = the newest flush of the blocks. `removed` = what this merge takes away; what is removed while it goes on waits for the next one. */
export const writeMergeBegun = (now: number, until: number, removed: number): SQL =>
  sql`UPDATE knowledge_index_state SET merge_began_at = ${now}, merge_until = ${until}, removed = removed - ${removed} WHERE merge_until IS NULL`;
export const writeMergeEnded = (until: number): SQL =>
  sql`UPDATE knowledge_index_state SET merge_until = NULL WHERE merge_until = ${until}`;

/** One step. `all` = every block is to be merged with the others, `begun` = of what is under way. */
export const writeMerge = (which: "all" | "begun"): SQL =>
  sql`INSERT INTO knowledge_words (knowledge_words, rank) VALUES ('merge', ${sql.raw(String(which === "all" ? -PAGES : PAGES))})`;
