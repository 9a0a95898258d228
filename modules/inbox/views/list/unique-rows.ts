// The rows of several pages as one list.
import type { ConversationSummary } from "#modules/conversations/contract";

/** A row that moved between two page requests may be in both; the newer one is kept, and of equal ones the first. */
export function uniqueRows(rows: readonly ConversationSummary[]): readonly ConversationSummary[] {
  const newest = new Map<string, ConversationSummary>();
  for (const row of rows) if (row.revision > (newest.get(row.id)?.revision ?? -1)) newest.set(row.id, row);
  if (newest.size === rows.length) return rows;
  // Equal rows of two pages may be one and the same object, because the cache keeps what has not changed.
  return rows.filter((row) => newest.get(row.id) === row && newest.delete(row.id));
}
