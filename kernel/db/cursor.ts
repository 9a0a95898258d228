// Cursors of lists: opaque and keyset based, the sort keys of the last row as JSON in base64url.
import { invalidRequest } from "#kernel/errors/index.ts";
import { m } from "#messages";

export function encodeCursor(keys: readonly (string | number)[]): string {
  return btoa(JSON.stringify(keys)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a cursor to its keys: a time or number, and an id. Throws `invalid_request` for anything else. */
export function decodeCursor(cursor: string | undefined): { at: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
    if (Array.isArray(keys) && keys.length === 2 && Number.isFinite(keys[0]) && typeof keys[1] === "string")
      return { at: keys[0], id: keys[1] };
  } catch {
    // falls through to the refusal
  }
  throw invalidRequest([{ path: "cursor", message: m.kernel_not_a_cursor() }]);
}
