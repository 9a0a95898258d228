import type { ConversationEvent } from "#modules/conversations/contract";
import type { Refusal } from "../api.ts";
import type { Session } from "../session.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { failureOf } from "./refusals.ts";
import { makeSender } from "./sending.ts";
import { makeStore, NEW } from "./state.ts";

type Sent = { path: string; body: { clientId: string; opening?: string; content: string; attachments: string[] } };
const explain = ({ status, error }: Refusal) => error || (status ? "refused" : "noAnswer");

/** A sender with a test server: a refusal is thrown, "lose" stores the message without a response, anything else stores it. */
function scene() {
  const sent: Sent[] = [];
  const answers: (Refusal | "store" | "lose")[] = [];
  /** What the server has stored, by conversation: ids of openings in order of arrival, each with its messages. */
  const stored = new Map<string, string[]>();
  const store = makeStore({});
  const world = { beforeSending: async () => {}, drafts: undefined as unknown, session: {} as Session };
  const session = {
    queue: () => world.beforeSending(),
    draft: { write: (drafts: unknown) => void (world.drafts = drafts) },
    stored: () => ({ token: "t", until: 1 }),
    async request(path: string, body: Sent["body"]) {
      sent.push({ path, body });
      const answer = answers.shift() ?? "store";
      if (typeof answer === "object") throw answer;
      const opening = /conversations\/cnv_([^/]+)/.exec(path)?.[1] ?? body.opening ?? "";
      const messages = stored.get(opening) ?? [];
      const repeated = messages.includes(body.clientId);
      if (!repeated) stored.set(opening, [...messages, body.clientId]);
      if (answer === "lose") throw gone;
      const revision = (stored.get(opening) ?? []).indexOf(body.clientId) + 1;
      const event = {
        kind: "message",
        revision,
        createdAt: "2030-01-01T00:00:00.000Z",
        message: { clientId: body.clientId, content: body.content, authorRole: "visitor" },
      };
      return { conversation: { id: `cnv_${opening}`, revision, lastActivityAt: event.createdAt, unread: 0 }, event, repeated };
    },
  } as unknown as Session; // only what sending uses
  world.session = session;
  const sender = makeSender(store, session, explain, () => undefined);
  const outgoing = (key: string) => store.thread(key).outgoing;
  const ids = (contents: string[]) => contents.map((content) => sent.find(({ body }) => body.content === content)?.body.clientId);
  return { sent, answers, stored, store, sender, outgoing, world, ids };
}
const settled = () => new Promise((done) => setTimeout(done));
const limited: Refusal = { status: 429, code: "rate_limited", error: "Too many messages.", retryAfter: 7 };
const gone: Refusal = { status: 0, code: "offline", error: "" };

describe("the first message", () => {
  test("opens a conversation and shows it", async () => {
    const { sent, store, sender } = scene();
    await sender.send(NEW, "hello", []);
    expect(sent.map(({ path }) => path)).toEqual(["/api/widget/conversations"]);
    const id = `cnv_${sent[0]?.body.clientId}`;
    expect([store.get().view, Object.keys(store.get().threads), store.get().list.length]).toEqual([id, [id], 1]);
    expect(store.thread(id)).toMatchObject({ frontier: 1, outgoing: [] });
  });

  test("and a second one written at the same time become one conversation, in order", async () => {
    const { sent, store, stored, sender, ids } = scene();
    void sender.send(NEW, "one", []);
    await sender.send(NEW, "two", []);
    const [one] = ids(["one"]);
    expect(sent.map(({ path, body }) => [path, body.content])).toEqual([
      ["/api/widget/conversations", "one"],
      [`/api/widget/conversations/cnv_${one}/messages`, "two"],
    ]);
    expect(stored).toEqual(new Map([[one, ids(["one", "two"])]]));
    expect(store.thread(`cnv_${one}`).events.length).toBe(2);
  });

  for (const [what, first] of [
    ["was stored without an answer", "lose"],
    ["never arrived", gone],
  ] as const)
    test(`when it ${what}, it is sent again before the next message, into the same conversation`, async () => {
      const { answers, sent, stored, store, sender, outgoing, ids } = scene();
      answers.push(first);
      await sender.send(NEW, "one", []);
      expect(outgoing(NEW)).toMatchObject([{ failure: { waiting: true } }]);
      await sender.send(NEW, "two", []);
      const [one = "", two] = ids(["one", "two"]);
      const id = `cnv_${one}`;
      expect(sent.map(({ body }) => body.clientId)).toEqual([one, one, two]);
      expect(stored).toEqual(new Map([[one, [one, two]]]));
      expect([store.get().view, outgoing(id), store.get().list.length, store.thread(id).events.length]).toEqual([id, [], 1, 2]);
    });

  test("may be retried after the second one if neither got a response", async () => {
    const next = scene();
    const failure = { error: "noAnswer", retryAt: 0 };
    for (const clientId of ["one", "two"])
      next.store.act(NEW, { type: "send", outgoing: { clientId, content: clientId, attachments: [], at: 0, target: "one", failure } });
    next.sender.retry("two");
    await settled();
    expect(next.sent.map(({ body }) => [body.clientId, body.opening])).toEqual([["two", "one"]]);
  });
});

test("moves the draft written meanwhile into its conversation", async () => {
  const { store, sender, world } = scene();
  const sent = sender.send(NEW, "one", []);
  store.set({ drafts: { [NEW]: "and by the", cnv_9: "other" } });
  await sent;
  expect(store.get().drafts).toEqual({ [store.get().view]: "and by the", cnv_9: "other" });
  expect(world.drafts).toEqual(store.get().drafts);
});

test("moves files attached meanwhile into its conversation, but not those of other threads", async () => {
  const { store, sender } = scene();
  const sent = sender.send(NEW, "one", []);
  const upload = { clientId: "u", file: new File([], "a"), progress: 0, done: null, failure: null };
  store.set({
    uploads: [
      { ...upload, thread: NEW },
      { ...upload, thread: "cnv_9" },
    ],
  });
  await sent;
  expect(store.get().uploads.map(({ thread }) => thread)).toEqual([store.get().view, "cnv_9"]);
});

test("a message that another tab has sent is no longer shown as unsent, and a running attempt continues", async () => {
  const { answers, sender, outgoing } = scene();
  answers.push(gone);
  await sender.send(NEW, "one", []);
  const { clientId = "" } = outgoing(NEW)[0] ?? {};
  const stored = { kind: "message", message: { clientId } } as unknown as ConversationEvent; // only what confirm reads
  answers.push(gone);
  sender.retry(clientId);
  sender.confirm([stored]);
  expect(outgoing(NEW).length).toBe(1);
  await settled();
  sender.confirm([stored]);
  expect(outgoing(NEW)).toEqual([]);
});

test("openings that were never sent become one conversation, in order, when one is retried", async () => {
  const { sent, answers, stored, store, sender, outgoing, world } = scene();
  world.beforeSending = () => Promise.reject(gone);
  await sender.send(NEW, "one", []);
  await sender.send(NEW, "two", []);
  vi.stubGlobal("navigator", { onLine: false });
  world.beforeSending = async () => {};
  answers.push(gone);
  sender.retry(outgoing(NEW)[0]?.clientId ?? "");
  await settled();
  expect(outgoing(NEW)).toMatchObject([
    { failure: {}, target: undefined },
    { failure: {}, target: undefined },
  ]);
  vi.unstubAllGlobals();
  const [one, two] = outgoing(NEW).map(({ clientId }) => clientId);
  sender.retry(two ?? "");
  await settled();
  expect(sent.slice(1).map(({ path }) => path)).toEqual(["/api/widget/conversations", `/api/widget/conversations/cnv_${one}/messages`]);
  expect(stored).toEqual(new Map([[one, [one, two]]]));
  expect([store.get().view, store.get().list.length, store.thread(`cnv_${one}`).events.length]).toEqual([`cnv_${one}`, 1, 2]);
});

test("a message whose author logged out before it was sent is not sent by the next visitor", async () => {
  const { sent, store, sender, world } = scene();
  world.beforeSending = async () => store.set({ threads: {} });
  await sender.send(NEW, "words of the one before", []);
  expect(sent).toEqual([]);
});

describe("a message without a connection", () => {
  afterEach(() => void vi.useRealTimers());
  /** A scene in which the connection is gone: nothing reaches the server until `back` is called. */
  const offline = () => {
    const it = scene();
    const { request } = it.world.session;
    it.world.session.request = async () => {
      throw gone;
    };
    return { ...it, back: () => void (it.world.session.request = request) };
  };

  test("waits, and is sent again once, in the order of writing, when the connection is back", async () => {
    const { sent, sender, outgoing, store, back } = offline();
    for (const content of ["one", "two", "three"]) await sender.send("cnv_9", content, []);
    expect(outgoing("cnv_9").map(({ failure }) => failure?.waiting)).toEqual([true, true, true]);
    const written = outgoing("cnv_9").map(({ clientId }) => clientId);
    back();
    sender.resend();
    sender.resend();
    await settled();
    expect(sent.map(({ body }) => body.clientId)).toEqual(written);
    expect([outgoing("cnv_9"), store.thread("cnv_9").events.length]).toEqual([[], 3]);
  });

  test("holds back what is written after it, which is not attempted before", async () => {
    const { answers, sent, sender, outgoing } = scene();
    answers.push(gone, gone);
    await sender.send("cnv_9", "one", []);
    await sender.send("cnv_9", "two", []);
    expect(sent.map(({ body }) => body.content)).toEqual(["one", "one"]);
    expect(outgoing("cnv_9").map(({ failure }) => failure?.waiting)).toEqual([true, true]);
  });

  test("is not sent again if the server refuses it then, and what comes after it is", async () => {
    const { answers, sent, sender, outgoing } = scene();
    answers.push(gone, gone, limited);
    await sender.send("cnv_9", "one", []);
    await sender.send("cnv_9", "two", []);
    sender.resend();
    await settled();
    expect(sent.map(({ body }) => body.content)).toEqual(["one", "one", "one", "two"]);
    expect(outgoing("cnv_9")).toMatchObject([{ content: "one", failure: { error: "Too many messages.", waiting: false } }]);
    sender.resend();
    await settled();
    expect(sent.length).toBe(4);
  });

  test("can be discarded, and is not sent then", async () => {
    const { sent, sender, outgoing, back } = offline();
    await sender.send("cnv_9", "one", []);
    sender.discard(outgoing("cnv_9")[0]?.clientId ?? "");
    back();
    sender.resend();
    await settled();
    expect([sent, outgoing("cnv_9")]).toEqual([[], []]);
  });

  test("is attempted again ever more slowly, and not for ever", async () => {
    vi.useFakeTimers();
    const { sender, world } = offline();
    const request = vi.spyOn(world.session, "request");
    void sender.send("cnv_9", "one", []);
    await vi.advanceTimersByTimeAsync(5000);
    const soon = request.mock.calls.length;
    expect(soon).toBeGreaterThan(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const all = request.mock.calls.length;
    expect(all).toBe(9);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(request.mock.calls.length).toBe(all);
    sender.resend();
    await vi.advanceTimersByTimeAsync(100);
    expect(request.mock.calls.length).toBe(all + 1);
  });

  test("is not attempted while the browser knows that it is offline", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { onLine: false });
    const { sender, world } = offline();
    const request = vi.spyOn(world.session, "request");
    void sender.send("cnv_9", "one", []);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(request.mock.calls.length).toBe(1);
    vi.unstubAllGlobals();
  });
});

describe("a refused message", () => {
  test("stays with the server's message and retry time, and is not sent again automatically", async () => {
    const { sent, answers, sender, outgoing } = scene();
    answers.push(limited);
    await sender.send("cnv_9", "hello", []);
    expect(outgoing("cnv_9")).toMatchObject([{ content: "hello", failure: { error: "Too many messages." } }]);
    expect(outgoing("cnv_9")[0]?.failure?.retryAt).toBeGreaterThan(Date.now() + 6000);
    await sender.send("cnv_9", "another", []);
    expect(sent.map(({ body }) => body.content)).toEqual(["hello", "another"]);
  });

  test("is retried manually under the same id until it is stored", async () => {
    const { sent, answers, sender, outgoing } = scene();
    answers.push(limited);
    await sender.send("cnv_9", "hello", []);
    const clientId = outgoing("cnv_9")[0]?.clientId ?? "";
    sender.retry(clientId);
    sender.retry(clientId);
    await sender.send("cnv_9", "later", []);
    expect(sent.filter(({ body }) => body.clientId === clientId).length).toBe(2);
    expect(outgoing("cnv_9")).toEqual([]);
    sender.retry(clientId);
    expect(sent.length).toBe(3);
  });

  test("can be discarded", async () => {
    const { answers, sender, outgoing } = scene();
    answers.push(limited);
    await sender.send("cnv_9", "hello", []);
    sender.discard(outgoing("cnv_9")[0]?.clientId ?? "");
    expect(outgoing("cnv_9")).toEqual([]);
  });
});

test("two tabs that each open a conversation get two, and the second tab follows its own", async () => {
  const { stored, store, sender, outgoing } = scene();
  const out = { content: "x", attachments: [], at: 0, failure: { error: "noAnswer", retryAt: 0 } };
  for (const tab of ["a", "b"]) store.act(NEW, { type: "send", outgoing: { ...out, clientId: tab, target: tab } });
  sender.retry("a");
  await settled();
  expect(outgoing("cnv_a")).toMatchObject([{ clientId: "b" }]);
  sender.retry("b");
  await settled();
  expect([store.get().view, outgoing("cnv_a"), store.thread("cnv_b").events.length]).toEqual(["cnv_b", [], 1]);
  expect(stored).toEqual(
    new Map([
      ["a", ["a"]],
      ["b", ["b"]],
    ]),
  );
});

test("a refusal without a message gets one", () => {
  expect(failureOf(gone, explain).error).toBe("noAnswer");
  expect(failureOf({ status: 500, code: "", error: "" }, explain)).toEqual({ error: "refused", retryAt: 0 });
  expect(failureOf(new Error("x"), explain).error).toBe("noAnswer");
});

test("a retry is offered after no response, a server error, a limit or an ended session, and not otherwise", () => {
  const again = [0, 401, 429, 500, 503, 400, 403, 404, 409, 413].map(
    (status) => failureOf({ status, code: "", error: "x" }, explain).retryAt,
  );
  expect(again).toEqual([0, 0, 0, 0, 0, null, null, null, null, null]);
});
