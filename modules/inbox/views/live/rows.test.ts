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

test("of a field with several values each one is found", () => {
  const both = row(1, "Amara Okafor", "Hello", 1, { fields: { tags: "tag_a,tag_b" } });
  expect(isListed(both, { view: "all", filter: "tags:tag_b" }, "me")).toBe(true);
  expect(isListed(both, { view: "all", filter: "tags:tag" }, "me")).toBe(false);
});
test("a silenced conversation is in no view but Closed with the filter of spam", () => {
  const spam = row(1, "Amara Okafor", "Hello", 1, { status: "closed", silenced: true, fields: { spam: "yes", priority: "low" } });
  expect(isListed(spam, { view: "closed" }, "me")).toBe(false);
  expect(isListed(spam, { view: "closed", filter: "spam:yes" }, "me")).toBe(true);
  expect(isListed(spam, { view: "closed", filter: "priority:low" }, "me")).toBe(false);
  expect(isListed(spam, { view: "all", filter: "spam:yes" }, "me")).toBe(false);
});
