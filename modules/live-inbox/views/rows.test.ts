import { expect, test } from "vitest";
import type { Condition, ConversationSummary } from "#modules/conversations/contract";
import { isListed, placeRow } from "./rows.ts";

const AT = Date.parse("2030-01-08T12:00:00Z");
/** An open conversation that nobody works on, whose contact wrote this many minutes ago. */
const row = (n: number, name: string, preview: string, minutes: number, change: Partial<ConversationSummary> = {}): ConversationSummary => {
  const lastActivityAt = new Date(AT - minutes * 60_000).toISOString();
  return {
    id: `cnv_${n}`,
    contact: { id: `con_${n}`, name, email: null, emailVerified: false, state: "active" },
    ...{ status: "open", snoozedUntil: null, assigneeId: null, revision: 7, subject: null },
    ...{ preview, previewRole: "visitor", previewAutomatic: false },
    ...{ createdAt: lastActivityAt, lastActivityAt, waitingSince: lastActivityAt },
    ...{ visitorMessages: 3, unread: 0, door: "widget" },
    ...change,
  } as ConversationSummary;
};

test("a filtered list contains the rows of its view whose field has the value", () => {
  const high = row(1, "Amara Okafor", "Hello", 1, { fields: { priority: "high" } });
  const scope = { view: "all", filter: "priority:high" } as const;
  expect(isListed(high, scope, "me")).toBe(true);
  expect(isListed({ ...high, status: "closed" }, scope, "me")).toBe(false);
  expect(isListed({ ...high, fields: { priority: "low" } }, scope, "me")).toBe(false);
  expect(isListed(row(2, "Li Na", "Hello", 1), scope, "me")).toBe(false);
  expect(isListed(row(2, "Li Na", "Hello", 1), { view: "all" }, "me")).toBe(true);
});

test("a view with conditions contains what meets them; where a row does not say, only the server knows", () => {
  const other = (...conditions: Condition[]) => ({ conditions, sort: "activity" as const });
  const listed = (row: ConversationSummary, ...conditions: Condition[]) => isListed(row, { view: "svw_1" }, "me", other(...conditions));
  const urgent = row(1, "Amara Okafor", "Hello", 1, { fields: { priority: "urgent", tags: "a,b" } });
  const open: Condition = { field: "status", is: "any", values: ["open"] };
  const german: Condition = { field: "language", is: "any", values: ["de"] };
  expect(listed(urgent, open, { field: "priority", is: "any", values: ["urgent"] })).toBe(true);
  expect(listed(urgent, { field: "tags", is: "all", values: ["a", "b"] })).toBe(true);
  expect(listed(urgent, { field: "tags", is: "all", values: ["a", "c"] })).toBe(false);
  expect(listed(urgent, open, german)).toBeUndefined();
  expect(listed({ ...urgent, status: "closed" }, open, german)).toBe(false);
  expect(isListed(urgent, { view: "svw_1" }, "me")).toBeUndefined();
});

test("a row stands where the order of its list puts it", () => {
  const page = (...items: ConversationSummary[]) => [{ items, next: null }];
  const names = (pages: readonly { readonly items: readonly ConversationSummary[] }[]) =>
    pages.flatMap(({ items }) => items.map(({ contact }) => contact.name));
  const old = row(1, "Old", "Hello", 90);
  const young = row(2, "Young", "Hello", 5);
  const held = page(old, young);
  const longer = row(3, "Between", "Hello", 30);
  expect(names(placeRow(held, longer, true, "waiting"))).toEqual(["Old", "Between", "Young"]);
  expect(names(placeRow(held, { ...young, revision: 8, rank: 4 }, true, "priority"))).toEqual(["Young", "Old"]);
  // One that waits no longer comes after those who do.
  expect(names(placeRow(held, { ...old, revision: 8, waitingSince: null }, true, "waiting"))).toEqual(["Young", "Old"]);
  // What is due first stands above what is due later and what has no target, also if only that changed.
  const due = (minutes: number) => ({ fields: { target: `running,next,${AT + minutes * 60_000}` } });
  const running = page(row(1, "Old", "Hello", 90, due(30)), row(2, "Young", "Hello", 5));
  expect(names(placeRow(running, { ...young, ...due(5) }, true, "due"))).toEqual(["Young", "Old"]);
  expect(names(placeRow(running, { ...old, fields: {} }, true, "due"))).toEqual(["Young", "Old"]);
  // Unknown: it stays where it is listed, and out of a list where it is not.
  expect(names(placeRow(held, { ...old, revision: 8 }, undefined))).toHaveLength(2);
  expect(placeRow(held, longer, undefined)).toBe(held);
});

test("of a field with several values each one is found", () => {
  const both = row(1, "Amara Okafor", "Hello", 1, { fields: { tags: "tag_a,tag_b" } });
  expect(isListed(both, { view: "all", filter: "tags:tag_b" }, "me")).toBe(true);
  expect(isListed(both, { view: "all", filter: "tags:tag" }, "me")).toBe(false);
});
test("a silenced conversation is in no view but one that asks for such", () => {
  const spam = row(1, "Amara Okafor", "Hello", 1, { status: "closed", silenced: true, fields: { spam: "yes", priority: "low" } });
  expect(isListed(spam, { view: "closed" }, "me")).toBe(false);
  expect(isListed(spam, { view: "closed", filter: "priority:low" }, "me")).toBe(false);
  const view = (value: string) => ({ conditions: [{ field: "status", is: "any" as const, values: [value] }], sort: "activity" as const });
  expect(isListed(spam, { view: "spam" }, "me", view("silenced"))).toBe(true);
  expect(isListed(spam, { view: "svw_1" }, "me", view("closed"))).toBe(false);
});
