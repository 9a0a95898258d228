import { beforeEach, expect, test } from "vitest";
import { clearSelection, heldSelection, isSelected, selectAll, selectLoaded, tellOrder, toggle } from "./selection.ts";

const ROWS = ["a", "b", "c", "d", "e"];
const selected = (): string[] => ROWS.filter((id) => isSelected(heldSelection(), id));
beforeEach(() => {
  clearSelection();
  tellOrder("one", ROWS);
});

test("a range goes from the last row that was chosen, in either direction, and does as its end does", () => {
  toggle("b");
  toggle("d", true);
  expect(selected()).toEqual(["b", "c", "d"]);
  toggle("c", true);
  expect(selected()).toEqual(["b"]);
  toggle("a", true);
  expect(selected()).toEqual(["a", "b", "c"]);
});

test("all of the view leaves out what is deselected, and what is loaded later is part of it", () => {
  selectLoaded();
  expect([selected(), isSelected(heldSelection(), "f")]).toEqual([ROWS, false]);
  selectAll();
  toggle("c");
  expect([selected(), isSelected(heldSelection(), "f")]).toEqual([["a", "b", "d", "e"], true]);
  toggle("c");
  expect(selected()).toEqual(ROWS);
});

test("another list begins without a selection, and rows that left the list are not selected any more", () => {
  toggle("a");
  toggle("b");
  tellOrder("one", ["b", "c"]);
  expect(selected()).toEqual(["b"]);
  tellOrder("one", ["c"]);
  expect([selected(), heldSelection().selecting]).toEqual([[], false]);
  toggle("c");
  tellOrder("two", ["c"]);
  expect([selected(), heldSelection().selecting]).toEqual([[], false]);
});

test("the same list can be selected from again after it was cleared, and what was selected before a list was known stays", () => {
  toggle("a");
  clearSelection();
  expect(selected()).toEqual([]);
  toggle("a");
  tellOrder("one", ROWS);
  expect(selected()).toEqual(["a"]);
});
