import { expect, test } from "vitest";
import { row } from "../inbox.fixtures.ts";
import { isListed } from "./rows.ts";

test("a filtered list contains the rows of its view whose field has the value", () => {
  const high = row(1, "Amara Okafor", "Hello", 1, { fields: { priority: "high" } });
  const scope = { view: "all", filter: "priority:high" } as const;
  expect(isListed(high, scope, "me")).toBe(true);
  expect(isListed({ ...high, status: "closed" }, scope, "me")).toBe(false);
  expect(isListed({ ...high, fields: { priority: "low" } }, scope, "me")).toBe(false);
  expect(isListed(row(2, "Li Na", "Hello", 1), scope, "me")).toBe(false);
  expect(isListed(row(2, "Li Na", "Hello", 1), { view: "all" }, "me")).toBe(true);
});
