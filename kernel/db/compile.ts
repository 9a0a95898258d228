// Compiles a statement to text and parameters. Drizzle's own compiler rebuilds every part at each level, which makes a send seven times as
// expensive, and pulls in its table and column code, which our statements do not use. This one walks the parts once.
import { SQL, StringChunk } from "drizzle-orm";

export interface CompiledStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * The same text and parameters as `SQLiteSyncDialect.sqlToQuery`, except that ids, hashes and languages are compared as
 * `= CAST(? AS TEXT)` and limits are part of the text. Throws for Drizzle tables, columns and identifiers.
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
  if (isLimit(text, chunk)) return text + chunk;
  params.push(chunk);
  return text + (isComparedKey(text, chunk) ? "CAST(? AS TEXT)" : "?");
}

// SQLite looks at the values bound to `column = ?`, in a statement on several tables, and to `LIMIT ?`, to estimate how many rows there will
// be. From then on it prepares the statement anew whenever a value is bound, which takes longer than running it.

/** An id, alone, with a kind before it (`visitor:con_…`, `help.render:job_…`) or a language after it (`art_…/en`), or a hash. */
const KEY = /^(?:[a-z.]+:)?[a-z]{3}_[0-9a-z]{26}(?:\/[a-zA-Z-]+)?$|^[0-9a-f]{64}$/;

/**
 * Whether the value is a key or a language after `=`: SQLite does not look into a CAST. Other values stay as they are, because by looking at them it finds
 * out that it may use an index `WHERE status = 'open'`.
 */
function isComparedKey(text: string, value: unknown): boolean {
  return typeof value === "string" && (text.endsWith("locale = ") || (text.endsWith("= ") && KEY.test(value)));
}
/** Whether the value is a limit. There are few different ones, and SQLite can estimate with a number in the text too. */
function isLimit(text: string, value: unknown): value is number {
  return typeof value === "number" && text.endsWith("LIMIT ") && Number.isSafeInteger(value) && value >= 0;
}
