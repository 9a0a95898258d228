import { expect, test } from "vitest";
import { commentOf, isCountLabel, labelOf } from "./count-text.ts";

test("labels go up by steps, and only ours are known as ours", () => {
  expect([1, 2, 4, 5, 9, 10, 24, 25, 50, 99, 100, 4000].map(labelOf)).toEqual([
    ...["customers: 1", "customers: 2+", "customers: 2+", "customers: 5+", "customers: 5+", "customers: 10+", "customers: 10+"],
    ...["customers: 25+", "customers: 50+", "customers: 50+", "customers: 100+", "customers: 100+"],
  ]);
  expect(["Customers: 5+", "customers: 3", "customers", "bug"].map(isCountLabel)).toEqual([true, false, false, false]);
});

test("a comment has the number, the desk's address, and its mark", () => {
  expect(commentOf(1, "m", "https://desk.example/x")).toBe(
    "One customer has reported this.\n\n[Open the support desk (members of the support team only)](https://desk.example/x)\n\n<!-- desk-count:m -->",
  );
  expect(commentOf(7, "m", "d")).toContain("7 customers have reported this.");
  expect(commentOf(1000, "m", "d")).toContain("1,000 or more customers");
});
