// A statement's text and parameters. Drizzle's own compiler builds every part anew on its way up, which a send would pay for seven
// times, and brings what knows tables and columns, which no statement of ours names: ours walks once over what statements are made of.
import { SQL, StringChunk } from "drizzle-orm";

export interface CompiledStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The same text and parameters as `SQLiteSyncDialect.sqlToQuery`. Throws for what only Drizzle knows: a table, a column, a name. */
export function compile(statement: SQL): CompiledStatement {
  const params: unknown[] = [];
  return { sql: textOf(statement, params), params };
}

function textOf(chunk: unknown, params: unknown[]): string {
  if (chunk instanceof StringChunk) return chunk.value.join("");
  if (chunk instanceof SQL) {
    let text = "";
    for (const part of chunk.queryChunks as readonly unknown[]) text += textOf(part, params);
    return text;
  }
  if (Array.isArray(chunk)) return `(${chunk.map((one) => textOf(one, params)).join(", ")})`;
  if (typeof chunk === "object" && chunk !== null && !ArrayBuffer.isView(chunk) && !(chunk instanceof ArrayBuffer))
    throw new TypeError("a statement holds something that is neither SQL nor a value");
  params.push(chunk);
  return "?";
}
