import { expect, test } from "vitest";
import type { Session, Unsent } from "../session.ts";
import { makeStore, NEW } from "./state.ts";
import type { Outgoing } from "./thread-state.ts";
import { keepUnsent } from "./unsent.ts";

/** Storage shared by several pages; each call is a new page. */
function makeBrowser(held: Unsent[] | undefined = undefined) {
  const unsent = { key: "", read: () => held, write: (value: Unsent[] | undefined) => void (held = structuredClone(value)) };
  return {
    held: () => held,
    page() {
      const store = makeStore({});
      const reread = keepUnsent(store, { unsent } as unknown as Session, "no answer", "not kept"); // only what keepUnsent uses
      return Object.assign(store, { reread });
    },
  };
}
const out = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  content: `text ${clientId}`,
  attachments: [],
  at: Date.now(),
  target: "cnv_1",
  failure: { error: "Too many.", retryAt: 5 },
  ...more,
});

test("the next page shows a refused message with its text, id and target until it is stored or discarded", () => {
  const browser = makeBrowser();
  browser.page().act("cnv_1", { type: "send", outgoing: out("a") });
  const next = browser.page();
  expect(next.thread("cnv_1").outgoing).toEqual([out("a", { at: expect.any(Number) as number })]);
  next.act("cnv_1", { type: "discard", clientId: "a" });
  expect(browser.held()).toBeUndefined();
});

test("a message that was pending when the page was left counts as not sent, and waits for a connection", () => {
  const browser = makeBrowser();
  browser.page().act(NEW, { type: "send", outgoing: out("a", { failure: null }) });
  expect(browser.page().thread(NEW).outgoing).toMatchObject([
    { clientId: "a", failure: { error: "no answer", retryAt: 0, waiting: true } },
  ]);
});

test("messages that are a week old, too many or too long are dropped, oldest first", () => {
  const browser = makeBrowser([{ ...out("old", { at: Date.now() - 8 * 86_400_000 }), thread: NEW }]);
  const page = browser.page();
  expect(page.thread(NEW).outgoing).toEqual([]);
  for (let n = 0; n < 25; n++) page.act(NEW, { type: "send", outgoing: out(`${n}`) });
  expect(browser.held()?.map(({ clientId }) => clientId)).toEqual(Array.from({ length: 20 }, (_, n) => `${n + 5}`));
  expect(page.get().hint).toBe("not kept");
  for (let n = 0; n < 13; n++) page.act("cnv_1", { type: "send", outgoing: out(`long ${n}`, { content: "x".repeat(16_000) }) });
  expect(browser.held()?.length).toBe(12);
  expect(page.thread("cnv_1").outgoing.length).toBe(13);
});

test("messages within the limits are stored without a notice", () => {
  const browser = makeBrowser();
  const page = browser.page();
  for (let n = 0; n < 4; n++) page.act("cnv_1", { type: "send", outgoing: out(`long ${n}`, { content: "x".repeat(16_000) }) });
  expect([browser.held()?.length, page.get().hint]).toEqual([4, ""]);
});

test("another tab's messages are left alone", () => {
  const browser = makeBrowser();
  const [one, two] = [browser.page(), browser.page()];
  one.act("cnv_1", { type: "send", outgoing: out("one") });
  two.act("cnv_1", { type: "send", outgoing: out("two") });
  two.act("cnv_1", { type: "discard", clientId: "two" });
  expect(browser.held()?.map(({ clientId }) => clientId)).toEqual(["one"]);
});

test("a message that waits for a connection still waits on the next page, but not a day later", () => {
  const waiting = { error: "no answer", retryAt: 0, waiting: true };
  const browser = makeBrowser([
    { ...out("new", { failure: waiting }), thread: NEW },
    { ...out("yesterday", { failure: waiting, at: Date.now() - 25 * 3_600_000 }), thread: NEW },
    { ...out("refused"), thread: NEW },
  ]);
  const restored = browser.page().thread(NEW).outgoing;
  expect(restored.map(({ clientId, failure }) => [clientId, failure?.waiting ?? false])).toEqual([
    ["new", true],
    ["yesterday", false],
    ["refused", false],
  ]);
});

test("what another tab has sent or discarded no longer waits here, and what is still stored does", () => {
  const browser = makeBrowser();
  const here = browser.page();
  const waiting = { error: "no answer", retryAt: 0, waiting: true };
  for (const id of ["a", "b"]) here.act("cnv_1", { type: "send", outgoing: out(id, { failure: waiting }) });
  const there = browser.page();
  there.act("cnv_1", { type: "discard", clientId: "a" });
  here.reread();
  expect(here.thread("cnv_1").outgoing.map(({ clientId, failure }) => [clientId, failure?.waiting])).toEqual([
    ["a", false],
    ["b", true],
  ]);
});
