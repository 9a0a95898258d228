// The rows of several pages as one list, also where a row is in two of them.
import { expect, test } from "vitest";
import type { ConversationSummary } from "#modules/conversations/contract";
import { uniqueRows } from "./unique-rows.ts";

const row = (id: string, revision: number): ConversationSummary => ({ id, revision }) as unknown as ConversationSummary;

test("each conversation is there once: the newer row where it was in two pages, else the first", () => {
  const [a, b] = [row("a", 1), row("b", 1)];
  const apart = [a, b];
  expect(uniqueRows(apart)).toBe(apart);
  expect(uniqueRows([a, b, row("a", 1), row("c", 1)]).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  // The same object twice.
  expect(uniqueRows([a, b, a])).toEqual([a, b]);
  const newer = row("a", 2);
  expect(uniqueRows([a, b, newer])).toEqual([b, newer]);
});
