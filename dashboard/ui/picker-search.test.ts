import { expect, test } from "vitest";
import { fits } from "./picker-search.ts";

test("every word typed has to be in the label, whatever its case and accents", () => {
  const item = { label: "Crédit Refund" };
  for (const query of ["", "refund", "CREDIT", "fun cre", "  crédit  "]) expect(fits(item, query), query).toBe(true);
  for (const query of ["refunds", "credit card"]) expect(fits(item, query), query).toBe(false);
});
test("another word for the item finds it too, but words of two names do not mix", () => {
  const item = { label: "Refund", also: ["Money back"] };
  expect(fits(item, "money")).toBe(true);
  expect(fits(item, "money refund")).toBe(false);
});
