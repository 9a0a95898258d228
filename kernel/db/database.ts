// Access to D1: each read is one batch of queries, each write is one batch of statements. A D1 batch is a transaction.
import type { SQL } from "drizzle-orm";
import { compile } from "./compile.ts";

/** A statement with the parser of its rows. Modules pass queries to each other; only the kernel executes them. */
export interface Query<T> {
  readonly statement: SQL;
  readonly parse: (rows: readonly Row[]) => T;
}
export type Row = Readonly<Record<string, unknown>>;
export type QueryResults<P extends readonly Query<unknown>[]> = { [K in keyof P]: P[K] extends Query<infer T> ? T : never };

/** Declares a query. Its rows have the type of the statement's select lists. */
export const query = <R, T>(statement: SQL<R>, parse: (rows: readonly RowOf<R>[]) => T): Query<T> => ({
  statement,
  parse: parse as (rows: readonly Row[]) => T,
});
/** Declares a query of at most one row. */
export const queryOne = <R, T>(statement: SQL<R>, parse: (row: RowOf<R>) => T): Query<T | undefined> =>
  query(statement, (rows) => (rows[0] === undefined ? undefined : parse(rows[0])));
type RowOf<R> = unknown extends R ? Row : R;

/** The cost of a request: round trips to D1, statements, rows read and written as D1 bills them. */
export interface Cost {
  roundTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

/**
 * Round trips after which an invocation is long work, such as an erasure or an import, and leaves a pause between two of them. Where the
 * database runs in the worker's own process, as on a laptop and on an own server, its results keep the event loop busy: without a pause no
 * request is even read until the work ends, which took half a second for 4,000 messages erased. No request needs so many.
 */
const LONG_WORK = 8;
const PAUSE_MS = 1;

const recreations = new Map<string, readonly SQL[]>();
/**
 * Declares derived tables that a restored dump lacks. A batch that fails because one is missing runs `statements`, which create the
 * tables idempotently, and then runs again. Filling them remains the task of the module that declares them.
 */
export function recreateWhenMissing(tables: readonly string[], statements: readonly SQL[]): void {
  for (const table of tables) recreations.set(table, statements);
}

export class Database {
  readonly #d1: D1Database;
  readonly cost: Cost = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
  constructor(d1: D1Database) {
    this.#d1 = d1;
  }

  /** Runs all queries in one round trip and one transaction. */
  async read<const P extends readonly Query<unknown>[]>(...queries: P): Promise<QueryResults<P>> {
    if (queries.length === 0) return [] as unknown as QueryResults<P>;
    const results = await this.#run(queries.map((p) => p.statement));
    return queries.map((p, i) => p.parse(results[i]?.results ?? [])) as QueryResults<P>;
  }

  /** Runs groups of queries in one round trip; returns the results of each group. */
  async readEach<const P extends readonly Query<unknown>[]>(groups: readonly P[]): Promise<QueryResults<P>[]> {
    const results: readonly unknown[] = await this.read(...groups.flat());
    let at = 0;
    return groups.map((group) => results.slice(at, (at += group.length)) as QueryResults<P>);
  }

  /** Runs the statements as one transaction, all or none; returns how many rows each changed. */
  async commit(statements: readonly SQL[]): Promise<number[]> {
    const results = await this.#run(statements);
    return results.map((r) => r.meta.changes);
  }

  /** Runs the statements and then the queries, in the same transaction: the queries read what was decided. */
  async commitAndRead<const P extends readonly Query<unknown>[]>(statements: readonly SQL[], ...queries: P): Promise<QueryResults<P>> {
    const results = await this.#run([...statements, ...queries.map((v) => v.statement)]);
    return queries.map((v, i) => v.parse(results[statements.length + i]?.results ?? [])) as unknown as QueryResults<P>;
  }

  async #run(statements: readonly SQL[]): Promise<D1Result<Row>[]> {
    if (this.cost.roundTrips >= LONG_WORK) await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    const prepared = this.#prepared(statements);
    this.cost.roundTrips += 1;
    this.cost.statements += prepared.length;
    const results = await this.#d1.batch<Row>(prepared).catch(async (error: unknown) => {
      const missing = /no such table: (?:main\.)?(\w+)/.exec(String(error))?.[1];
      const recreation = missing === undefined ? undefined : recreations.get(missing);
      if (!recreation) throw error;
      // A batch is all or nothing, so none of it has been applied.
      await this.#d1.batch(this.#prepared(recreation));
      return await this.#d1.batch<Row>(prepared);
    });
    for (const { meta } of results) {
      this.cost.rowsRead += meta.rows_read;
      this.cost.rowsWritten += meta.rows_written;
    }
    return results;
  }

  #prepared(statements: readonly SQL[]): D1PreparedStatement[] {
    return statements.map((statement) => {
      const { sql, params } = compile(statement);
      return this.#d1.prepare(sql).bind(...params);
    });
  }
}
