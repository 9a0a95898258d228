// Fails with the first entries of a list that should be empty: a whole matrix of them would be unreadable.
import assert from "node:assert/strict";

const SHOWN = 25;

export function assertNone(found: readonly string[], what = "findings"): void {
  const lines = found.slice(0, SHOWN).map((line) => line.slice(0, 600));
  assert.ok(found.length === 0, `${found.length} ${what}:\n${lines.join("\n")}`);
}
