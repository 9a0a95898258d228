// The database of the worker tests: a Durable Object of its own that answers what the binding of D1 sends, as Miniflare's does, in a fraction
// of its processor time. kernel/testing/worker-setup.ts connects the binding to it; the binding itself is the runtime's.
import { DurableObject } from "cloudflare:workers";

/** @typedef {{ sql: string, params?: (string | number | null | number[])[] }} Asked */

const CHANGES = "SELECT total_changes(), last_insert_rowid()";
/** Like Miniflare, which takes an array for bytes. */
const valueOf = (given) => (Array.isArray(given) ? new Uint8Array(given).buffer : given);
const cellOf = (value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);

export class TestDatabase extends DurableObject {
  /** Runs one statement, or several as a transaction; answers the JSON that the binding of D1 expects. */
  run(body) {
    const given = JSON.parse(body);
    const asked = (Array.isArray(given) ? given : [given]).filter(({ sql }) => sql.replace(/^\s+--.*/gm, "").trim() !== "");
    if (asked.length === 0) return JSON.stringify({ success: false, error: "No SQL statements detected." });
    try {
      return JSON.stringify(this.ctx.storage.transactionSync(() => asked.map((one) => this.#ask(one))));
    } catch (error) {
      return JSON.stringify({ success: false, error: error.message });
    }
  }

  /** Empties the database and runs the statements of a schema. Nothing that is still running finds a database without tables. */
  async recreate(schema) {
    const { storage } = this.ctx;
    const emptied = storage.deleteAll();
    storage.transactionSync(() => {
      for (const statement of schema) storage.sql.exec(statement);
    });
    await emptied;
  }

  #ask({ sql, params }) {
    const { storage } = this.ctx;
    const sizeBefore = storage.sql.databaseSize;
    const [[changesBefore, rowBefore]] = storage.sql.exec(CHANGES).raw();
    const cursor = storage.sql.exec(sql, ...(params ?? []).map(valueOf));
    const columns = cursor.columnNames;
    const rows = [...cursor.raw()].map((row) => row.map(cellOf));
    const [[changesAfter, last_row_id]] = storage.sql.exec(CHANGES).raw();
    const size_after = storage.sql.databaseSize;
    const changes = changesAfter - changesBefore;
    return {
      success: true,
      results: { columns, rows },
      meta: {
        ...{ served_by: "tests", served_by_primary: true, total_attempts: 1, duration: 0, timings: { sql_duration_ms: 0 } },
        ...{ changes, last_row_id, changed_db: changes !== 0 || last_row_id !== rowBefore || size_after !== sizeBefore, size_after },
        ...{ rows_read: cursor.rowsRead, rows_written: cursor.rowsWritten },
      },
    };
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
