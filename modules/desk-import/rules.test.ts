import { expect, test } from "vitest";
import type { AccountId } from "#kernel/ids/index.ts";
import { authorOf, contentOf, membersFor, stateOf, tagsOf, waitingSince } from "./rules.ts";

const OPTIONS = { statuses: {}, people: {}, tags: {}, fields: {}, files: true, replies: false, everything: false };
const me = "acc_1" as AccountId;

test("a status becomes what the mapping says, else what the desk's reader says, else open", () => {
  const reader = { statuses: { solved: "closed" } } as const;
  expect(stateOf({ status: "solved" }, OPTIONS, reader)).toBe("closed");
  expect(stateOf({ status: "solved" }, { ...OPTIONS, statuses: { solved: "skip" } }, reader)).toBe("skip");
  expect(stateOf({ status: "of their own" }, OPTIONS, reader)).toBe("open");
});

test("tags are renamed, left out and never doubled", () => {
  expect(tagsOf(["vip", "VIP ", "billing", "a\nb"], { ...OPTIONS, tags: { billing: "" } })).toEqual(["vip", "a b"]);
  expect(tagsOf(["x"], { ...OPTIONS, tags: { x: "Vip" } })).toEqual(["Vip"]);
});

test("people of the team are found by the mapping, else by their address", () => {
  const agents = [
    { id: "1", name: "A", email: "Me@acme.example" },
    { id: "2", name: "B", email: "gone@acme.example" },
    { id: "3", name: "C", email: "me@acme.example" },
  ];
  const members = [{ accountId: me, email: "me@acme.example" }];
  expect([...membersFor(agents, members, { people: { 2: "ME@acme.example", 3: "" } })]).toEqual([
    ["1", me],
    ["2", me],
  ]);
});

test("a customer waits since their first message after the last answer, notes aside", () => {
  const said = (by: "customer" | "team", at: number, internal = false) => ({ by, at, internal });
  const thread = [said("customer", 1), said("team", 2), said("customer", 3), said("customer", 4), said("team", 5, true)];
  expect(waitingSince(thread, "open")).toBe(3);
  expect(waitingSince(thread, "closed")).toBeNull();
  expect(waitingSince([...thread, said("team", 6)], "open")).toBeNull();
});

test("who has no account here keeps their name, and a customer needs none", () => {
  const customer = { sourceId: "9", contactId: "con_9" };
  const members = new Map([["1", me]]);
  const by = (change: object) => authorOf({ by: "team", authorId: "1", authorName: "Ann", internal: false, ...change }, customer, members);
  expect(by({})).toEqual({ role: "operator", authorId: me, by: undefined });
  expect(by({ authorId: "2" })).toEqual({ role: "operator", authorId: null, by: "Ann" });
  expect(by({ by: "customer", authorId: "9" })).toEqual({ role: "visitor", authorId: "con_9", by: undefined });
  expect(by({ by: "customer", authorId: "8" })).toEqual({ role: "visitor", authorId: "con_9", by: "Ann" });
  expect(by({ by: "customer", authorId: "8", internal: true })).toMatchObject({ role: "operator", by: "Ann" });
});

test("a text is cut at the maximum of a message", () => {
  expect(contentOf(" a\u0000b ", 10)).toEqual({ content: "ab", cut: false });
  expect(contentOf("x".repeat(11), 10)).toEqual({ content: `${"x".repeat(9)}…`, cut: true });
});
