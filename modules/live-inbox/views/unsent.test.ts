import { beforeEach, expect, test, vi } from "vitest";
import { clearBrowserStorage, hasUnsavedText, hasUnstored, openBrowserStorage } from "#dashboard/browser-storage.ts";
import type { Outgoing } from "./outgoing.ts";
import { bounded, keepUnsent, tidyUnsent } from "./keep-unsent.ts";
import { dropOutgoing, outboxOf } from "./outbox.ts";
import { giveBack, hasWaiting, rereadUnsent, unstoredWaiting } from "./outbox-returns.ts";
import { putOutgoing, setReturned } from "./put-outgoing.ts";
import { dropUnsent, readUnsent } from "./unsent.ts";

const NOW = Date.parse("2030-01-08T00:00:00Z");
const context = { me: "acc_1", projectId: "prj_1", conversationId: "cnv_1" };
const out = (clientId: string, change: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  kind: "reply",
  content: `text of ${clientId}`,
  attachments: [],
  close: false,
  createdAt: new Date(NOW).toISOString(),
  state: "sending",
  problem: undefined,
  ...change,
});
/** As in a browser, its own keys are those that are stored. */
const disk: Record<string, string> = Object.create({
  getItem: (key: string) => disk[key] ?? null,
  setItem: (key: string, value: string) => void (disk[key] = value),
  removeItem: (key: string) => void delete disk[key],
});

beforeEach(() => {
  for (const key of Object.keys(disk)) delete disk[key];
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("localStorage", disk);
  openBrowserStorage("acc_1");
});

test("a message is stored once, in its latest state, until it is dropped", () => {
  keepUnsent(context, out("a"));
  keepUnsent(context, out("b"));
  keepUnsent(context, out("a", { state: "failed", problem: "No line." }));
  expect(readUnsent(context).map(({ clientId, problem }) => [clientId, problem])).toEqual([
    ["a", "No line."],
    ["b", undefined],
  ]);
  dropUnsent(context, "a");
  expect(readUnsent(context).map(({ clientId }) => clientId)).toEqual(["b"]);
});

test.each([{ me: "acc_2" }, { projectId: "prj_2" }, { conversationId: "cnv_2" }])("a stored message is not shown for %o", (other) => {
  keepUnsent(context, out("a"));
  expect(readUnsent({ ...context, ...other })).toEqual([]);
});

test("nothing is stored after the sign-out, nor for the next person", () => {
  keepUnsent(context, out("a"));
  clearBrowserStorage();
  keepUnsent(context, out("late"));
  expect(Object.values(disk).join("")).not.toMatch(/text of/);
  openBrowserStorage("acc_1");
  keepUnsent(context, out("b"));
  openBrowserStorage("acc_2");
  expect(Object.values(disk).join("")).not.toMatch(/text of/);
});

test("old messages and those beyond the limit are dropped, and the latest stay", () => {
  const one = (clientId: string, change: Partial<Outgoing> = {}) => {
    const { state: _, ...rest } = out(clientId, change);
    return { ...rest, attachments: [], problem: "", projectId: "p", conversationId: "c", n: 1 };
  };
  const ids = (list: Parameters<typeof bounded>[0]): string[] => bounded(list, NOW).map(({ clientId }) => clientId);
  expect(ids([one("old", { createdAt: "2029-12-31T23:59:59Z" }), one("new")])).toEqual(["new"]);
  expect(ids(Array.from({ length: 60 }, (_, n) => one(String(n))))).toHaveLength(50);
  const long = "x".repeat(200_000);
  expect(ids([one("1", { content: long }), one("2", { content: long }), one("3", { content: long })])).toEqual(["2", "3"]);
});

test("an unexpected value in the storage is ignored", () => {
  disk["seed.own"] = JSON.stringify({ account: "acc_1", items: { unsent: [{ clientId: 1 }] } });
  expect(readUnsent(context)).toEqual([]);
  disk["seed.own"] = "{";
  expect(readUnsent(context)).toEqual([]);
});

test("what waits is never dropped for what failed, nor for its number", () => {
  const one = (clientId: string, state: "waiting" | "failed" | "returned" | undefined) => {
    const { state: _, ...rest } = out(clientId);
    return { ...rest, attachments: [], projectId: "p", conversationId: "c", n: 1, state };
  };
  const waiting = Array.from({ length: 55 }, (_, n) => one(String(n), "waiting"));
  expect(bounded([...waiting, one("failed", "failed")], NOW)).toEqual(waiting);
  // Nor what is on its way, or goes back to the composer.
  const others = [one("back", "returned"), one("on its way", undefined)];
  expect(bounded([...others, ...waiting], NOW)).toEqual([...others, ...waiting]);
});

test("two windows that store at the same time keep both, and what an earlier release stored is read and removed", () => {
  const { state: _, ...earlier } = { ...out("early"), projectId: "prj_1", conversationId: "cnv_1" };
  disk["seed.own"] = JSON.stringify({ account: "acc_1", items: { unsent: [earlier] } });
  const before = disk["seed.own"];
  keepUnsent(context, out("a", { state: "waiting", frontier: 3 }));
  // The other window writes the value that both share as it was.
  disk["seed.own"] = before;
  tidyUnsent("acc_1");
  expect(readUnsent(context).map(({ clientId, state, problem, frontier }) => [clientId, state, problem, frontier])).toEqual([
    ["early", undefined, "", undefined],
    ["a", "waiting", undefined, 3],
  ]);
  dropUnsent(context, "early");
  expect(readUnsent(context).map(({ clientId }) => clientId)).toEqual(["a"]);
  expect(disk["seed.own"]).not.toContain("early");
});

test("of a note and a reply that came back before their conversation was opened, the composer gets both, one after the other", () => {
  const closed = { ...context, conversationId: "cnv_closed" };
  giveBack(closed, [out("note", { kind: "note" })]);
  giveBack(closed, [out("reply")]);
  expect(outboxOf(closed).returned?.clientId).toBe("reply");
  setReturned(closed, undefined);
  expect([outboxOf(closed).returned?.clientId, readUnsent(closed).map(({ clientId }) => clientId)]).toEqual(["note", ["note"]]);
  setReturned(closed, undefined);
  expect([outboxOf(closed).returned, readUnsent(closed)]).toEqual([undefined, []]);
});

test("a waiting message that another window has tried may have arrived, here too; one that it put back into its composer is gone here", () => {
  const shared = { ...context, conversationId: "cnv_shared" };
  for (const id of ["tried", "edited"]) putOutgoing(shared, out(id, { state: "waiting" }));
  keepUnsent(shared, out("tried", { state: "waiting", attempted: true }));
  keepUnsent(shared, out("edited", { state: "waiting" }), true);
  rereadUnsent("acc_1");
  expect(outboxOf(shared).outgoing.map(({ clientId, state, attempted }) => [clientId, state, attempted])).toEqual([
    ["tried", "waiting", true],
  ]);
});

test("a waiting message for which the browser has no room stays, and is known to be in this window only", () => {
  const full = { ...context, conversationId: "cnv_full" };
  putOutgoing(full, out("stored", { state: "waiting" }));
  const { setItem } = Object.getPrototypeOf(disk) as { setItem(key: string, value: string): void };
  Object.getPrototypeOf(disk).setItem = (key: string, value: string) => {
    if (value.includes("too large")) throw new Error("QuotaExceededError");
    setItem(key, value);
  };
  try {
    putOutgoing(full, out("large", { state: "waiting", content: "too large" }));
    expect([hasUnstored(), hasUnsavedText()]).toEqual([true, true]);
    dropUnsent(full, "stored");
    // Another window has sent the one that it could see.
    rereadUnsent("acc_1");
    expect(outboxOf(full).outgoing.map(({ clientId, unstored }) => [clientId, unstored])).toEqual([["large", true]]);
    expect(unstoredWaiting("acc_1").map((one) => one.out.clientId)).toEqual(["large"]);
  } finally {
    Object.getPrototypeOf(disk).setItem = setItem;
  }
  // As soon as there is room, the next change stores it.
  putOutgoing(full, { ...(outboxOf(full).outgoing[0] as Outgoing), attempted: true });
  expect([outboxOf(full).outgoing[0]?.unstored, hasUnstored(), readUnsent(full).length]).toEqual([false, false, 1]);
  dropOutgoing(full, "large");
});

test("only what waits for a connection gives a hidden window a reason to ask for one", () => {
  const other = { ...context, projectId: "prj_2", conversationId: "cnv_2" };
  keepUnsent(context, out("failed", { state: "failed", problem: "No." }));
  keepUnsent(other, out("back", { state: "waiting" }), true);
  expect(hasWaiting("acc_1")).toBe(false);
  keepUnsent(other, out("waits", { state: "waiting" }));
  expect([hasWaiting("acc_1"), hasWaiting("acc_2")]).toEqual([true, false]);
  dropUnsent(other, "waits");
  expect(hasWaiting("acc_1")).toBe(false);
});
