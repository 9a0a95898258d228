// Rebuilds the word index from the stored chunks. The index contains a marker of its last rebuild. If the marker is missing, the index was
// lost (a dump leaves search tables out) or belongs to another version, and every chunk is indexed again.
import { as, columns, query, queryOne, recreateWhenMissing, type SQL, sql } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { entryOf } from "./entry.ts";
import { writeWords } from "./write-documents.ts";

/** Increase when the same text produces different terms: stemming, folding, compounds, pairs of characters. */
const VERSION = 3;
/** Chunks per batch, and batches per run. */
const SLICE = 100;
const SLICES = 30;

// As in the migration: a restored dump lacks these tables. The marker and the terms follow within a minute.
recreateWhenMissing(
  ["knowledge_words", "knowledge_words_data", "knowledge_terms"],
  [
    sql`CREATE VIRTUAL TABLE IF NOT EXISTS knowledge_words USING fts5(title, heading, body, scope, content='', contentless_delete=1, detail=column, tokenize='ascii')`,
    sql`CREATE VIRTUAL TABLE IF NOT EXISTS knowledge_terms USING fts5vocab(knowledge_words, 'row')`,
  ],
);
const mark = (epoch: SQL): SQL => sql`'0yepoch' || ${epoch} || ${`v${VERSION}`}`;
const isComplete = sql`EXISTS (SELECT 1 FROM knowledge_words WHERE knowledge_words MATCH (SELECT ${mark(sql`epoch`)} FROM knowledge_index_state))`;

/** In a new installation nothing was ever marked and nothing is lost; what was indexed in its first minute stays. */
const isNew = sql`epoch = 1 AND NOT EXISTS (SELECT 1 FROM knowledge_words WHERE rowid < 4294967296)
  AND NOT EXISTS (SELECT 1 FROM knowledge_chunks WHERE id NOT IN (SELECT rowid FROM knowledge_words))`;

const readMark = queryOne(
  sql`SELECT ${columns("knowledge_index_state", "epoch")}, ${isComplete} ${as.number("whole")} FROM knowledge_index_state`,
  (row) => ({
    epoch: row.epoch,
    whole: row.whole !== 0,
  }),
);
const readSlice = query(
  sql`SELECT ${columns({ c: "knowledge_chunks", d: "knowledge_documents" }, "c.id, c.heading, c.content, d.title, d.locale")} FROM knowledge_chunks c CROSS JOIN knowledge_documents d ON d.id = c.document_id AND d.project_id = c.project_id
    WHERE c.epoch < (SELECT epoch FROM knowledge_index_state) ORDER BY c.epoch, c.id LIMIT ${SLICE}`,
  (rows) =>
    rows.map((row) => ({
      id: row.id,
      ...entryOf(row.title, row.heading, row.content, row.locale),
    })),
);

/** Indexes missing chunks in bounded batches. Called every minute; usually there is nothing to do. */
export async function fillIndex(ctx: Ctx): Promise<void> {
  const [found] = await ctx.db.read(readMark);
  if (found?.whole !== true) {
    ctx.log.info("the index of words is filled anew");
    // All three or none: a second run at the same time finds the marker.
    await ctx.db.commit([
      sql`UPDATE knowledge_index_state SET epoch = epoch + 1 WHERE NOT ${isComplete} AND NOT (${isNew})`,
      sql`DELETE FROM knowledge_words WHERE rowid < 4294967296 AND NOT ${isComplete}`,
      sql`INSERT INTO knowledge_words (rowid, scope) SELECT 1, ${mark(sql`epoch`)} FROM knowledge_index_state WHERE NOT ${isComplete}`,
    ]);
  }
  for (let i = 0; i < SLICES; i += 1) {
    const [slice] = await ctx.db.read(readSlice);
    if (slice.length > 0) await ctx.db.commit(writeWords(slice));
    if (slice.length < SLICE) return;
  }
}
