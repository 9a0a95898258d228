// Compiles a statement to text and parameters. Drizzle's own compiler rebuilds every part at each level, which makes a send seven times as
// expensive, and pulls in its table and column code, which our statements do not use. This one walks the parts once.
import { SQL, StringChunk } from "drizzle-orm";

export interface CompiledStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * The same text and parameters as `SQLiteSyncDialect.sqlToQuery`, except that ids and hashes are compared as
 * `= CAST(? AS TEXT)`. Throws for Drizzle tables, columns and identifiers.
 */
export function compile(statement: SQL): CompiledStatement {
  const params: unknown[] = [];
  return { sql: append("", statement, params), params };
}

function append(text: string, chunk: unknown, params: unknown[]): string {
  if (chunk instanceof StringChunk) return text + (chunk.value.length === 1 ? chunk.value[0] : chunk.value.join(""));
  if (chunk instanceof SQL) {
    let longer = text;
    for (const part of chunk.queryChunks as readonly unknown[]) longer = append(longer, part, params);
    return longer;
  }
  if (Array.isArray(chunk)) {
    let longer = `${text}(`;
    for (const [i, one] of chunk.entries()) longer = append(i === 0 ? longer : `${longer}, `, one, params);
    return `${longer})`;
  }
  if (typeof chunk === "object" && chunk !== null && !ArrayBuffer.isView(chunk) && !(chunk instanceof ArrayBuffer))
    throw new TypeError("a statement holds something that is neither SQL nor a value");
  params.push(chunk);
  return text + (isComparedKey(text, chunk) ? "CAST(? AS TEXT)" : "?");
}

/** An id, alone or with the kind of its owner before it (`visitor:con_…`), or a hash. */
const KEY = /^(?:[a-z]+:)?[a-z]{3}_[0-9a-z]{26}$|^[0-9a-f]{64}$/;

/**
 * Whether the value is a key after `=`. In a statement on several tables SQLite estimates from the bound value how many rows match
 * `column = ?`, so it prepares the statement anew whenever a value is bound, which takes longer than running it. It does not look into a
 * CAST. Other values stay as they are: by looking at them SQLite finds out that it may use an index `WHERE status = 'open'`.
 */
function isComparedKey(text: string, value: unknown): boolean {
  return typeof value === "string" && text.endsWith("= ") && KEY.test(value);
}
