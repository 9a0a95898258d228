import { expect, test } from "vitest";
import type { AccountId, TeamId } from "#kernel/ids/index.ts";
import { authorOf, contentOf, membersFor, placeAfter, placeOf, stateOf, tagsOf, teamsFor, waitingSince } from "./rules.ts";

const NONE = { replies: false, companies: false, ratings: false };
const OPTIONS = { statuses: {}, people: {}, tags: {}, fields: {}, teams: {}, files: true, everything: false, ...NONE };
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

test("teams are found by the mapping, else by their name; archived ones take nothing", () => {
  const theirs = [
    { id: "1", name: "Billing " },
    { id: "2", name: "Sales" },
    { id: "3", name: "Old" },
    { id: "4", name: "billing" },
  ];
  const team = (id: string, name: string, state = "active") => ({ id: id as TeamId, name, state });
  const ours = [team("tea_1", "billing"), team("tea_2", "Leads"), team("tea_3", "Old", "archived")];
  expect([...teamsFor(theirs, ours, { teams: { 2: "tea_2", 4: "" } })]).toEqual([
    ["1", "tea_1"],
    ["2", "tea_2"],
  ]);
  expect([...teamsFor(theirs, ours, {})]).toEqual([
    ["1", "tea_1"],
    ["4", "tea_1"],
  ]);
});

test("a run reads what was chosen in order, and goes on where an older one was", () => {
  const all = { replies: true, companies: true, ratings: true };
  expect(placeOf(null, all)).toEqual({ stage: "replies", at: null });
  expect(placeOf(null, NONE)).toEqual({ stage: "tickets", at: null });
  expect(placeOf("1700000000000|2", all)).toEqual({ stage: "tickets", at: "1700000000000|2" });
  expect(placeOf("tickets|1700|2", all)).toEqual({ stage: "tickets", at: "1700|2" });
  expect(placeOf("replies|0|20", NONE)).toEqual({ stage: "replies", at: "0|20" });
  expect(placeAfter("replies", "2", all)).toBe("replies|2");
  expect(placeAfter("replies", null, all)).toBe("companies|");
  expect(placeAfter("replies", null, { ratings: true })).toBe("tickets|");
  expect(placeAfter("tickets", null, all)).toBe("ratings|");
  expect(placeAfter("tickets", null, NONE)).toBeNull();
  expect(placeAfter("ratings", null, all)).toBeNull();
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
