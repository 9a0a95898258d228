// A statement's text and parameters. Drizzle's own compiler builds every part anew on its way up, which a send would pay for
// seven times; ours walks once over what our statements are made of and leaves everything else to Drizzle.
import { SQL, StringChunk } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

const dialect = new SQLiteSyncDialect();

export interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The same text and parameters as `SQLiteSyncDialect.sqlToQuery`. */
export function compile(statement: SQL): Query {
  const params: unknown[] = [];
  const sql = textOf(statement, params);
  return sql === undefined ? dialect.sqlToQuery(statement) : { sql, params };
}

/** Undefined for a chunk that only Drizzle knows: a table, a column, a list. */
function textOf(statement: SQL, params: unknown[]): string | undefined {
  let text = "";
  for (const chunk of statement.queryChunks as readonly unknown[]) {
    if (chunk instanceof StringChunk) text += chunk.value.join("");
    else if (chunk instanceof SQL) {
      const nested = textOf(chunk, params);
      if (nested === undefined) return undefined;
      text += nested;
    } else if (chunk === null || typeof chunk === "string" || typeof chunk === "number") {
      text += "?";
      params.push(chunk);
    } else return undefined;
  }
  return text;
}
