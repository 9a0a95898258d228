// Compiles a statement to text and parameters. Drizzle's own compiler rebuilds every part at each level, which makes a send seven times as
// expensive, and pulls in its table and column code, which our statements do not use. This one walks the parts once.
import { SQL, StringChunk } from "drizzle-orm";

export interface CompiledStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The same text and parameters as `SQLiteSyncDialect.sqlToQuery`. Throws for Drizzle tables, columns and identifiers. */
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
