import { beforeEach, expect, test, vi } from "vitest";
import { clearBrowserStorage, openBrowserStorage } from "#dashboard/browser-storage.ts";
import type { Outgoing } from "./outgoing.ts";
import { bounded, dropUnsent, keepUnsent, readUnsent } from "./unsent.ts";

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
const disk = new Map<string, string>();

beforeEach(() => {
  disk.clear();
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  });
  openBrowserStorage("acc_1");
});

test("a message is stored once, in its latest state, until it is dropped", () => {
  keepUnsent(context, out("a"));
  keepUnsent(context, out("b"));
  keepUnsent(context, out("a", { state: "failed", problem: "No line." }));
  expect(readUnsent(context).map(({ clientId, problem }) => [clientId, problem])).toEqual([
    ["b", undefined],
    ["a", "No line."],
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
  expect([...disk.values()].join("")).not.toMatch(/text of/);
  openBrowserStorage("acc_1");
  keepUnsent(context, out("b"));
  openBrowserStorage("acc_2");
  expect([...disk.values()].join("")).not.toMatch(/text of/);
});

test("old messages and those beyond the limit are dropped, and the latest stay", () => {
  const one = (clientId: string, change: Partial<Outgoing> = {}) => {
    const { state: _, ...rest } = out(clientId, change);
    return { ...rest, attachments: [], problem: "", projectId: "p", conversationId: "c" };
  };
  const ids = (list: Parameters<typeof bounded>[0]): string[] => bounded(list, NOW).map(({ clientId }) => clientId);
  expect(ids([one("old", { createdAt: "2029-12-31T23:59:59Z" }), one("new")])).toEqual(["new"]);
  expect(ids(Array.from({ length: 25 }, (_, n) => one(String(n))))).toHaveLength(20);
  const long = "x".repeat(90_000);
  expect(ids([one("1", { content: long }), one("2", { content: long }), one("3", { content: long })])).toEqual(["2", "3"]);
});

test("an unexpected value in the storage is ignored", () => {
  disk.set("seed.own", JSON.stringify({ account: "acc_1", items: { unsent: [{ clientId: 1 }] } }));
  expect(readUnsent(context)).toEqual([]);
  disk.set("seed.own", "{");
  expect(readUnsent(context)).toEqual([]);
});
