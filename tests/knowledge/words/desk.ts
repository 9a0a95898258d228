// Runs the word index on SQLite alone, fast enough for hundreds of questions on hundreds of articles.
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import "../../../scripts/lib/worker-imports.ts";
import { Database } from "../../../kernel/db/index.ts";
import { migratedDatabase } from "../../../scripts/lib/schema.ts";

interface Bound {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** What the kernel's database needs of D1: whole batches, each a transaction. */
export function openIndex(db: DatabaseSync = migratedDatabase()): { db: DatabaseSync; database: () => Database } {
  const d1 = {
    prepare: (sql: string) => ({ bind: (...values: SQLInputValue[]): Bound => ({ sql, values }) }),
    batch: (statements: readonly Bound[]) => {
      db.exec("BEGIN");
      try {
        const results = statements.map(({ sql, values }) => ({
          results: db.prepare(sql).all(...values),
          meta: { changes: 0, rows_read: 0, rows_written: 0 },
        }));
        db.exec("COMMIT");
        return Promise.resolve(results);
      } catch (error) {
        db.exec("ROLLBACK");
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
  return { db, database: () => new Database(d1 as unknown as D1Database) };
}
