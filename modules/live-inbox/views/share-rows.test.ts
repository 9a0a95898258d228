import { expect, test } from "vitest";
import { shareRows } from "./share-rows.ts";

const rows = (...ids: string[]) => ids.map((id) => ({ id, fields: { priority: "high" }, unread: 0 }));
const list = (...pages: ReturnType<typeof rows>[]) => ({
  pages: pages.map((items, at) => ({ items, next: at === pages.length - 1 ? null : `${at}`, view: { sort: "activity" } })),
  pageParams: pages.map((_, at) => (at === 0 ? undefined : `${at - 1}`)),
});

test("what is read again and has not changed is the same list", () => {
  const before = list(rows("a", "b"), rows("c"));
  expect(shareRows(before, list(rows("a", "b"), rows("c")))).toBe(before);
  expect(shareRows(undefined, before)).toBe(before);
});

test("the rows after one that left, came or moved are the same rows", () => {
  const before = list(rows("a", "b", "c"), rows("d"));
  const [a, b, c] = before.pages[0]?.items ?? [];
  expect(shareRows(before, list(rows("b", "c"), rows("d"))).pages[0]?.items[0]).toBe(b);
  expect(shareRows(before, list(rows("b", "c"), rows("d"))).pages[0]?.items[1]).toBe(c);
  expect(shareRows(before, list(rows("b", "c"), rows("d"))).pages[1]).toBe(before.pages[1]);
  expect(shareRows(before, list(rows("n", "a", "b", "c"), rows("d"))).pages[0]?.items[1]).toBe(a);
  expect(shareRows(before, list(rows("c", "a"), rows("b", "d"))).pages[1]?.items[0]).toBe(b);
});

test("a row that changed is another one, with what of it did not change", () => {
  const before = list(rows("a", "b"));
  const come = list(rows("a", "b"));
  const changed = { ...come, pages: [{ ...come.pages[0], items: [{ ...rows("a")[0], unread: 2 }, ...rows("b")] }] } as typeof before;
  const [first, second] = shareRows(before, changed).pages[0]?.items ?? [];
  expect(first).toMatchObject({ id: "a", unread: 2 });
  expect(first?.fields).toBe(before.pages[0]?.items[0]?.fields);
  expect(second).toBe(before.pages[0]?.items[1]);
});

test("what a page says beside its rows counts too", () => {
  const before = list(rows("a"));
  const come = { ...before, pages: [{ ...before.pages[0], next: "more" }] } as unknown as typeof before;
  const after = shareRows(before, come);
  expect(after.pages[0]?.next).toBe("more");
  expect(after.pages[0]?.items).toBe(before.pages[0]?.items);
});
