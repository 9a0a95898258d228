import type { ConversationEvent } from "#modules/conversations/contract";
import type { Refusal } from "../api.ts";
import type { Session } from "../session.ts";
import { describe, expect, test, vi } from "vitest";
import { failureOf } from "./refusals.ts";
import { makeSender } from "./sending.ts";
import { makeStore, NEW } from "./state.ts";

type Sent = { path: string; body: { clientId: string; content: string; attachments: string[] } };
const text = (word: string) => word;

/** A sender whose server answers as the test says; a refusal is thrown, anything else stored. */
function scene() {
  const sent: Sent[] = [];
  const answers: (Refusal | "store")[] = [];
  let revision = 0;
  const store = makeStore({});
  const world = { beforeSending: async () => {}, drafts: undefined as unknown };
  const session = {
    queue: () => world.beforeSending(),
    draft: { write: (drafts: unknown) => void (world.drafts = drafts) },
    stored: () => ({ token: "t", until: 1 }),
    async request(path: string, body: Sent["body"]) {
      sent.push({ path, body });
      const answer = answers.shift() ?? "store";
      if (answer !== "store") throw answer;
      const id = /conversations\/([^/]+)/.exec(path)?.[1] ?? `cnv_${sent.length}`;
      const event = {
        kind: "message",
        revision: ++revision,
        createdAt: "2030-01-01T00:00:00.000Z",
        message: { clientId: body.clientId, content: body.content, authorRole: "visitor" },
      };
      return { conversation: { id, revision, lastActivityAt: event.createdAt, unread: 0 }, event };
    },
  } as unknown as Session; // only what sending uses
  const sender = makeSender(store, session, text, () => undefined);
  const outgoing = (key: string) => store.thread(key).outgoing;
  return { sent, answers, store, sender, outgoing, world };
}
const settled = () => new Promise((done) => setTimeout(done));
const limited: Refusal = { status: 429, code: "rate_limited", error: "Too many messages.", retryAfter: 7 };
const gone: Refusal = { status: 0, code: "offline", error: "" };

describe("the first message", () => {
  test("opens a conversation, and the view follows it", async () => {
    const { sent, store, sender } = scene();
    await sender.send(NEW, "hello", []);
    expect(sent.map(({ path }) => path)).toEqual(["/api/widget/conversations"]);
    expect([store.get().view, Object.keys(store.get().threads), store.get().list.length]).toEqual(["cnv_1", ["cnv_1"], 1]);
    expect(store.thread("cnv_1")).toMatchObject({ frontier: 1, outgoing: [] });
  });

  test("two written at once become one conversation, in order", async () => {
    const { sent, store, sender } = scene();
    void sender.send(NEW, "one", []);
    await sender.send(NEW, "two", []);
    expect(sent.map(({ path, body }) => [path, body.content])).toEqual([
      ["/api/widget/conversations", "one"],
      ["/api/widget/conversations/cnv_1/messages", "two"],
    ]);
    expect(store.thread("cnv_1").events.length).toBe(2);
  });
});

test("what is written while the first message is on its way goes on in its conversation", async () => {
  const { store, sender, world } = scene();
  const sent = sender.send(NEW, "one", []);
  store.set({ drafts: { [NEW]: "and by the", cnv_9: "other" } });
  await sent;
  expect(store.get().drafts).toEqual({ cnv_1: "and by the", cnv_9: "other" });
  expect(world.drafts).toEqual(store.get().drafts);
});

test("files that are attached to the first message meanwhile go along, those of other threads stay", async () => {
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
  expect(store.get().uploads.map(({ thread }) => thread)).toEqual(["cnv_1", "cnv_9"]);
});

test("what another tab has sent stands here as not sent no longer, but what is being tried goes on", async () => {
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

test("openings that never left the browser become one conversation when both are tried again", async () => {
  const { sent, answers, store, sender, outgoing, world } = scene();
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
  for (const { clientId } of outgoing(NEW)) sender.retry(clientId);
  await settled();
  expect(sent.slice(1).map(({ path }) => path)).toEqual(["/api/widget/conversations", "/api/widget/conversations/cnv_2/messages"]);
  expect([store.get().view, store.get().list.length, store.thread("cnv_2").events.length]).toEqual(["cnv_2", 1, 2]);
});

test("a message whose writer left before it went is not sent by whoever comes next", async () => {
  const { sent, store, sender, world } = scene();
  world.beforeSending = async () => store.set({ threads: {} });
  await sender.send(NEW, "words of the one before", []);
  expect(sent).toEqual([]);
});

describe("a refused message", () => {
  test("stays with the server's words and its time, and is not sent again by itself", async () => {
    const { sent, answers, sender, outgoing } = scene();
    answers.push(limited);
    await sender.send("cnv_9", "hello", []);
    expect(outgoing("cnv_9")).toMatchObject([{ content: "hello", failure: { error: "Too many messages." } }]);
    expect(outgoing("cnv_9")[0]?.failure?.retryAt).toBeGreaterThan(Date.now() + 6000);
    await sender.send("cnv_9", "another", []);
    expect(sent.map(({ body }) => body.content)).toEqual(["hello", "another"]);
  });

  test("is repeated by hand under the same id, until it is stored", async () => {
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

  test("can be thrown away", async () => {
    const { answers, sender, outgoing } = scene();
    answers.push(limited);
    await sender.send("cnv_9", "hello", []);
    sender.discard(outgoing("cnv_9")[0]?.clientId ?? "");
    expect(outgoing("cnv_9")).toEqual([]);
  });
});

test("an opening that got no answer is repeated as an opening, even when the thread has another conversation by now", async () => {
  const { sent, answers, store, sender, outgoing } = scene();
  answers.push(gone);
  await sender.send(NEW, "first", []);
  await sender.send(NEW, "second", []);
  const lost = outgoing("cnv_2")[0]?.clientId ?? "";
  expect(outgoing("cnv_2")).toMatchObject([{ content: "first", target: null }]);
  sender.retry(lost);
  await settled();
  // Whoever looks at it goes along.
  expect([store.get().view, store.thread("cnv_3").events.length]).toEqual(["cnv_3", 1]);
  await sender.send("cnv_2", "third", []);
  expect(sent.filter(({ body }) => body.clientId === lost).map(({ path }) => path)).toEqual([
    "/api/widget/conversations",
    "/api/widget/conversations",
  ]);
  expect(outgoing("cnv_2")).toEqual([]);
  expect(store.get().list.length).toBe(2);
});

test("a refusal without words gets some", () => {
  expect(failureOf(gone, text).error).toBe("noAnswer");
  expect(failureOf({ status: 500, code: "", error: "" }, text)).toEqual({ error: "refused", retryAt: 0 });
  expect(failureOf(new Error("x"), text).error).toBe("noAnswer");
});
