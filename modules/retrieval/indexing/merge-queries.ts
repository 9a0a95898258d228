// Statements that merge the segments of the word index.
import { as, columns, queryOne, type SQL, sql } from "#kernel/db/index.ts";

/** Pages of 4 kB that one step writes. */
const PAGES = 100;

/** Notes that documents are removed, if the SELECT finds any. Must precede their removal. */
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

/** `until`: the newest flush of the segments. `removed`: what this merge covers; later removals wait for the next one. */
export const writeMergeBegun = (now: number, until: number, removed: number): SQL =>
  sql`UPDATE knowledge_index_state SET merge_began_at = ${now}, merge_until = ${until}, removed = removed - ${removed} WHERE merge_until IS NULL`;
export const writeMergeEnded = (until: number): SQL =>
  sql`UPDATE knowledge_index_state SET merge_until = NULL WHERE merge_until = ${until}`;

/** One step. `all`: starts merging every segment. `begun`: continues. */
export const writeMerge = (which: "all" | "begun"): SQL =>
  sql`INSERT INTO knowledge_words (knowledge_words, rank) VALUES ('merge', ${sql.raw(String(which === "all" ? -PAGES : PAGES))})`;
