import { expect, test } from "vitest";
import { filtersIn, withFilters } from "./state.ts";

test("filters keep the order that was chosen where they allow it, and else take the one that they need", () => {
  expect(withFilters({ hidden: false, sort: "name" }, { hidden: true, address: "proved" })).toEqual({
    hidden: true,
    address: "proved",
    sort: "name",
  });
  expect(withFilters({ hidden: false, sort: "name" }, { hidden: false, language: "de" })).toEqual({ hidden: false, language: "de" });
  expect(withFilters({ hidden: false }, { hidden: false, seenAfter: "2026-01-01T00:00:00.000Z" })).toEqual({
    hidden: false,
    seenAfter: "2026-01-01T00:00:00.000Z",
    sort: "seen",
  });
});

test("counts the filters that are set, not the search and the order", () => {
  expect(filtersIn({ hidden: false, q: "a", sort: "name" })).toBe(0);
  expect(filtersIn({ hidden: true, attribute: "plan", value: "Pro" })).toBe(2);
});
