import { expect, test } from "vitest";
import { isOld } from "./check-kept.ts";
import { firstPage, isOfContact, type Kept, keptAs, KEPT_FOR, MOST_CONVERSATIONS, projectOf, surplus } from "./kept.ts";

const NOW = Date.parse("2030-01-08T00:00:00Z");
const thread = (id: string): readonly unknown[] => ["conversations", "prj_1", "thread", id];
const kept = (key: readonly unknown[], change: Partial<Kept> = {}): Kept => ({
  ...{ id: JSON.stringify(key), account: "acc_1", key, data: {}, at: NOW, openedAt: NOW },
  ...change,
});

test("kept are conversations, lists, and what the frame reads, but no lists of a contact or a filter, and nothing else", () => {
  expect(keptAs(thread("cnv_1"))).toBe("thread");
  expect(keptAs(["conversations", "prj_1", "list", "all", null, null, null])).toBe("list");
  expect(keptAs(["conversations", "prj_1", "list", "all", "ctc_1", null, null])).toBeUndefined();
  expect(keptAs(["conversations", "prj_1", "list", "all", null, "tag:x", null])).toBeUndefined();
  expect(keptAs(["conversations", "prj_1", "counts"])).toBe("frame");
  expect(keptAs(["readMe", {}])).toBe("frame");
  for (const other of ["listContacts", "readContact", "searchMessages", "listNotifications", "readSignupSettings"])
    expect(keptAs([other, {}])).toBeUndefined();
});

test("what belongs to somebody else, is too old, or beyond the limit goes, the longest unopened first", () => {
  const all = Array.from({ length: MOST_CONVERSATIONS + 2 }, (_, n) => kept(thread(`cnv_${n}`), { openedAt: NOW - n }));
  const other = kept(["readMe", {}], { account: "acc_2" });
  const old = kept(["readProject", { params: { projectId: "prj_1" } }], { openedAt: NOW - KEPT_FOR - 1 });
  expect(surplus([...all, other, old], "acc_1", NOW).toSorted()).toEqual([...all.slice(-2), other, old].map(({ id }) => id).toSorted());
});

test("the first page of a list stays, without the rows of an erased contact", () => {
  const row = (id: string, contact: string) => ({ id, contact: { id: contact } });
  const data = { pages: [{ items: [row("a", "x"), row("b", "y")], next: "c" }, { items: [row("c", "x")] }], pageParams: [undefined, "c"] };
  expect(firstPage(data, ({ contact }) => contact.id === "x")).toEqual({
    pages: [{ items: [row("b", "y")], next: "c" }],
    pageParams: [undefined],
  });
});

test("the project of what is kept", () => {
  expect(projectOf(thread("cnv_1"))).toBe("prj_1");
  expect(projectOf(["readProject", { params: { projectId: "prj_2" } }])).toBe("prj_2");
  expect(projectOf(["readMe", {}])).toBeUndefined();
});

test("a copy of a conversation is asked for after a day", () => {
  expect(isOld(kept(thread("a"), { at: NOW - 25 * 3600_000 }), NOW)).toBe(true);
  expect(isOld(kept(thread("a")), NOW)).toBe(false);
  expect(isOld(kept(["readMe", {}], { at: 0 }), NOW)).toBe(false);
});

test("a kept thread is of its contact, and of whom it was moved from", () => {
  const events = [{ message: { quotedFrom: "cnv_a", authorId: "con_a" } }, { message: { authorId: "con_c" } }];
  const data = { contact: { id: "con_b" }, events };
  expect(["con_a", "con_b", "con_c"].map((id) => isOfContact(data, id))).toEqual([true, true, false]);
  expect([isOfContact([{ id: "prj_1" }], "con_a"), isOfContact(undefined, "con_a")]).toEqual([false, false]);
});
