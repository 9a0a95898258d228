// The outbox's state machine with faults at every step: whatever is cut off, each message is stored once, in order, or is back with its author.
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallError } from "#kernel/wire/route.ts";
import { deliver, type DeliveryPorts, MOST_FAILURES, outcomeOf, TAKEN_OVER_AFTER } from "./delivery.ts";
import { KEPT_FOR } from "./keep-unsent.ts";
import type { Unsent } from "./unsent.ts";

const NOW = Date.parse("2030-01-08T00:00:00Z");
const message = (clientId: string, n: number, change: Partial<Unsent> = {}): Unsent => ({
  ...{ projectId: "prj_1", conversationId: "cnv_1", clientId, kind: "reply", content: clientId, attachments: [], close: false },
  ...{ createdAt: new Date(NOW).toISOString(), state: "waiting", n },
  ...change,
});
const refusal = (status: number, code = "conflict", more: object = {}): CallError =>
  new CallError(status, { error: "No.", code, ...more }, undefined);

class Died extends Error {}
/** A device with two windows at most, a server that stores by client id, and faults that a test puts in. */
class Device {
  readonly storage = new Map<string, Unsent>();
  /** What the server has stored, in order. */
  readonly server: string[] = [];
  readonly back: string[][] = [];
  readonly failed: string[][] = [];
  signedOut = 0;
  open = new Set<string>();
  requests = 0;
  /** What becomes of each request: before the server has it, after, or with which refusal. */
  fault: (clientId: string, n: number) => "before" | "after" | CallError | undefined = () => undefined;
  /** Whether the window dies here: then it does nothing any more. */
  diesAt: (at: string) => boolean = () => false;
  #dead = false;
  #lock = Promise.resolve();

  constructor(...messages: readonly Unsent[]) {
    for (const one of messages) this.storage.set(one.clientId, one);
  }
  step(at: string): void {
    this.#dead ||= this.diesAt(at);
    if (this.#dead) throw new Died();
  }
  ports(): DeliveryPorts<string> {
    return {
      stored: () => [...this.storage.values()].toSorted((a, b) => a.n - b.n),
      isOpen: async (window) => this.open.has(window),
      now: () => NOW,
      begin: (one) => {
        this.step("begin");
        this.storage.set(one.clientId, { ...one, state: undefined, by: "this", attempted: true });
      },
      send: async ({ clientId }) => {
        this.step("send");
        const fault = this.fault(clientId, this.requests++);
        await Promise.resolve();
        if (fault === "before") throw refusal(0, "offline");
        if (fault instanceof CallError) throw fault;
        if (!this.server.includes(clientId)) this.server.push(clientId);
        this.step("stored");
        await Promise.resolve();
        if (fault === "after") throw refusal(0, "offline");
        return clientId;
      },
      accepted: ({ clientId }) => {
        this.step("accepted");
        this.storage.delete(clientId);
      },
      waits: (one) => {
        this.step("waits");
        this.storage.set(one.clientId, { ...one, state: "waiting", attempted: true });
      },
      back: (messages) => {
        this.step("back");
        this.back.push(messages.map(({ clientId }) => clientId));
        for (const one of messages) this.storage.set(one.clientId, { ...one, state: "returned" });
      },
      failed: (messages) => {
        this.step("failed");
        this.failed.push(messages.map(({ clientId }) => clientId));
        for (const one of messages) this.storage.set(one.clientId, { ...one, state: "failed", problem: "No." });
      },
      erased: ({ clientId }) => {
        this.step("erased");
        this.storage.delete(clientId);
      },
      signedOut: () => void this.signedOut++,
      alone: async (run) => {
        const before = this.#lock;
        let release = (): void => undefined;
        this.#lock = new Promise((done) => (release = done));
        await before;
        try {
          await run();
        } finally {
          release();
        }
      },
    };
  }
  /** The window is gone; what it was sending is older than a reply can be taken back. */
  reopen(): void {
    this.diesAt = () => false;
    this.#dead = false;
    for (const [id, one] of this.storage)
      this.storage.set(id, { ...one, createdAt: new Date(Date.parse(one.createdAt) - TAKEN_OVER_AFTER - 1).toISOString() });
  }
  round = (failures = new Map<string, number>()) => deliver(this.ports(), failures);
}
const abc = (): Unsent[] => [message("a", 1), message("b", 2), message("c", 3)];

test("what waits is sent once, in order, and leaves the storage", async () => {
  const device = new Device(...abc().toReversed());
  expect(await device.round()).toEqual({ left: false, soon: false });
  expect(device.server).toEqual(["a", "b", "c"]);
  expect(device.storage.size).toBe(0);
});

test("without a connection everything waits, and nothing overtakes", async () => {
  const device = new Device(...abc());
  device.fault = () => "before";
  expect(await device.round()).toMatchObject({ left: true });
  expect(device.requests).toBe(1);
  expect([...device.storage.values()].map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
  device.fault = () => undefined;
  await device.round();
  expect(device.server).toEqual(["a", "b", "c"]);
});

test("a lost answer makes no second message", async () => {
  const device = new Device(...abc());
  device.fault = (_, n) => (n === 1 ? "after" : undefined);
  await device.round();
  expect(device.server).toEqual(["a", "b"]);
  await device.round();
  expect(device.server).toEqual(["a", "b", "c"]);
  expect(device.storage.size).toBe(0);
});

test("two windows deliver each message once", async () => {
  const device = new Device(...abc());
  await Promise.all([device.round(), device.round()]);
  expect(device.server).toEqual(["a", "b", "c"]);
  expect(device.requests).toBe(3);
});

test.each(["begin", "send", "stored", "accepted", "waits"])(
  "a window that dies at “%s” loses nothing and sends nothing twice",
  async (where) => {
    for (let nth = 1; nth <= 3; nth++) {
      const device = new Device(...abc());
      if (where === "waits") device.fault = (clientId) => (clientId === "abc"[nth - 1] ? "after" : undefined);
      let times = 0;
      device.diesAt = (at) => at === where && (where === "waits" || ++times === nth);
      await device.round().catch(() => undefined);
      device.fault = () => undefined;
      device.reopen();
      await device.round();
      expect(device.server).toEqual(["a", "b", "c"]);
      expect(device.storage.size).toBe(0);
    }
  },
);

test("what another window is sending is left alone while it is open, and taken over when it is gone", async () => {
  const device = new Device(
    message("a", 1, { state: undefined, by: "other", createdAt: new Date(NOW - 60_000).toISOString() }),
    message("b", 2),
  );
  device.open.add("other");
  expect(await device.round()).toMatchObject({ soon: true });
  expect(device.server).toEqual([]);
  device.open.clear();
  await device.round();
  expect(device.server).toEqual(["a", "b"]);
});

test("a stale reply comes back with the replies behind it; notes and other conversations go on", async () => {
  const device = new Device(...abc(), message("note", 4, { kind: "note" }), message("other", 5, { conversationId: "cnv_2" }));
  device.fault = (clientId) => (clientId === "b" ? refusal(409, "stale_frontier") : undefined);
  await device.round();
  expect(device.server).toEqual(["a", "note", "other"]);
  expect(device.back).toEqual([["b", "c"]]);
  await device.round();
  expect(device.requests).toBe(4);
});

test("a refused note stands alone: the notes and replies behind it go on", async () => {
  const notes = ["n1", "n2", "n3"].map((id, n) => message(id, n + 1, { kind: "note" }));
  const device = new Device(...notes, message("reply", 4));
  device.fault = (clientId) => (clientId === "n1" ? refusal(400, "invalid") : undefined);
  await device.round();
  expect([device.server, device.back]).toEqual([["n2", "n3", "reply"], [["n1"]]]);
});

test("a server that fails holds back one conversation, and after some times the message is shown as not sent", async () => {
  const device = new Device(...abc(), message("other", 4, { conversationId: "cnv_2" }));
  device.fault = (clientId) => (clientId === "a" ? refusal(503, "unavailable") : undefined);
  const failures = new Map<string, number>();
  for (let times = 1; times < MOST_FAILURES; times++) expect(await device.round(failures)).toMatchObject({ left: true });
  expect(device.server).toEqual(["other"]);
  expect(await device.round(failures)).toMatchObject({ left: false });
  expect(device.failed).toEqual([["a", "b", "c"]]);
});

test("at the end of the session everything is left to its author", async () => {
  const device = new Device(...abc());
  device.fault = () => refusal(401, "unauthenticated");
  await device.round();
  expect([device.signedOut, device.requests, device.storage.size]).toEqual([1, 1, 3]);
});

test("what has waited for more than a week is not sent any more, but shown", async () => {
  const device = new Device(message("old", 1, { createdAt: new Date(NOW - KEPT_FOR - 1).toISOString() }));
  await device.round();
  expect(device.requests).toBe(0);
  expect(device.failed).toEqual([["old"]]);
});

test("the text about an erased contact goes", async () => {
  const device = new Device(message("a", 1));
  device.fault = () => refusal(409, "conflict", { erased: true });
  await device.round();
  expect(device.storage.size).toBe(0);
  expect(device.back).toEqual([]);
});

test("outcomes of refusals", () => {
  expect([0, 401, 429, 500, 503, 400, 403, 404, 409].map((status) => outcomeOf(refusal(status)))).toEqual([
    ...["unreachable", "signed out", "later", "later", "later", "refused", "refused", "refused", "refused"],
  ]);
});

test("with any faults, each message ends stored once and in order, or with its author", async () => {
  const fault = fc.constantFrom(undefined, undefined, "before", "after", "busy", "stale", "die before", "die after");
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (faults, count) => {
      const all = Array.from({ length: count }, (_, n) => message(`m${n}`, n + 1, { conversationId: `cnv_${n % 2}` }));
      const device = new Device(...all);
      const failures = new Map<string, number>();
      let dies: string | undefined;
      device.fault = (_, n) => {
        const what = faults[n];
        dies = what === "die before" ? "waits" : what === "die after" ? "stored" : undefined;
        if (what === "busy") return refusal(503, "unavailable");
        if (what === "stale") return refusal(409, "stale_frontier");
        return what === "before" || what === "after" ? what : what === "die before" ? "before" : undefined;
      };
      for (let rounds = 0; rounds < 20; rounds++) {
        device.diesAt = (at) => at === dies;
        await Promise.all([device.round(failures), device.round(failures)]).catch(() => undefined);
        device.reopen();
        dies = undefined;
      }
      const returned = [...device.storage.values()]
        .filter(({ state }) => state === "returned" || state === "failed")
        .map((one) => one.clientId);
      expect([...new Set(device.server)]).toEqual(device.server);
      expect([...device.server, ...returned].toSorted()).toEqual(expect.arrayContaining(all.map((one) => one.clientId)));
      for (const of of ["cnv_0", "cnv_1"]) {
        const sent = device.server.filter((id) => all.some((one) => one.clientId === id && one.conversationId === of));
        expect(sent).toEqual(sent.toSorted());
      }
    }),
    { numRuns: 300 },
  );
});
