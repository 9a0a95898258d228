// Checks that events which were committed but never published still reach their subscribers: with the next publish, when a subscriber
// reconnects, or by the minute schedule.
import { systemClock } from "#kernel/clock/index.ts";
import { makeApp } from "#kernel/http/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { evictDurableObject } from "cloudflare:test";
import { env as given } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registry } from "./manifest.ts";
import worker, { systemCtx } from "./worker.ts";
import { publishHeads } from "../modules/conversations/cron.ts";

const env = { ...(given as unknown as Env), TEST_SCRYPT_LOG_N: "10" } as Env;
const ORIGIN = "http://localhost";
const SITE = "http://localhost:5999";
const app = makeApp(registry, { clock: systemClock });

/** The same bindings, but the given call fails at the coordinators that match: `announce` publishes events, `nudge` sends the head. */
function failingCoordinators(matches: (object: string) => boolean, call: "announce" | "nudge" = "announce"): Env {
  const namespace = new Proxy(env.CONVERSATIONS, {
    get: (target, name) =>
      name === "getByName"
        ? (object: string) => {
            const stub = target.getByName(object) as unknown as Record<string, (...args: unknown[]) => unknown>;
            return {
              fetch: (request: Request) => stub["fetch"]?.(request),
              announce: (items: unknown) =>
                call === "announce" && matches(object) ? Promise.reject(new Error("lost")) : stub["announce"]?.(items),
              nudge: (head: unknown) => (call === "nudge" && matches(object) ? Promise.reject(new Error("broken")) : stub["nudge"]?.(head)),
            };
          }
        : (target[name as keyof DurableObjectNamespace] as unknown),
  });
  return { ...env, CONVERSATIONS: namespace };
}
const everyone = (): boolean => true;

/** Makes one call and waits for the work that continues after the response. */
async function call(bindings: Env, path: string, options: { body?: unknown; headers: Record<string, string> }): Promise<Response> {
  const after: Promise<unknown>[] = [];
  const init: RequestInit = {
    method: options.body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...options.headers },
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  const answer = await app.fetch(new Request(`${ORIGIN}${path}`, init), bindings, {
    waitUntil: (work: Promise<unknown>) => void after.push(work),
    passThroughOnException: () => undefined,
  } as unknown as ExecutionContext);
  await Promise.all(after);
  return answer;
}
const json = async <T>(answer: Promise<Response>): Promise<T> => await (await answer).json<T>();

let cookie: Record<string, string>;
let projectId: string;
let visitor: Record<string, string>;
let contactId: string;
let conversationId: string;
const at = (path: string): string => `/api/dashboard/projects/${projectId}/conversations/${conversationId}${path}`;
const send = (bindings: Env, content: string): Promise<Response> =>
  call(bindings, `/api/widget/conversations/${conversationId}/messages`, {
    body: { clientId: crypto.randomUUID(), content },
    headers: visitor,
  });
const note = (bindings: Env, content: string): Promise<Response> =>
  call(bindings, at("/notes"), { body: { clientId: crypto.randomUUID(), content }, headers: cookie });
async function reply(bindings: Env, content: string): Promise<Response> {
  const { conversation } = await json<{ conversation: { revision: number } }>(call(bindings, at(""), { headers: cookie }));
  return await call(bindings, at("/messages"), {
    body: { clientId: crypto.randomUUID(), frontier: conversation.revision, content },
    headers: cookie,
  });
}

interface Listener {
  revisions: number[];
  previous: (number | undefined)[];
  text: string;
  socket: WebSocket;
}
const open: WebSocket[] = [];
async function listen(kind: "member" | "visitor", after: number): Promise<Listener> {
  const base = kind === "member" ? `/api/dashboard/projects/${projectId}` : "/api/widget";
  const { ticket } = await json<{ ticket: string }>(
    call(env, `${base}/socket-ticket`, { body: {}, headers: kind === "member" ? cookie : visitor }),
  );
  const answer = await call(env, `${base}/socket?after=${after}`, {
    headers: { upgrade: "websocket", origin: kind === "member" ? ORIGIN : SITE, "sec-websocket-protocol": `seed.v1, ticket.${ticket}` },
  });
  const socket = answer.webSocket;
  if (!socket) throw new Error(`no socket: ${answer.status}`);
  const listener: Listener = { revisions: [], previous: [], text: "", socket };
  const live = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; revision: number; previous?: number };
    listener.text += String(data);
    if (frame.type === "live") live.resolve();
    if (frame.type !== "event") return;
    listener.revisions.push(frame.revision);
    listener.previous.push(frame.previous);
  });
  socket.accept();
  open.push(socket);
  await live.promise;
  return listener;
}
const head = async (): Promise<number> =>
  (await env.DB.prepare("SELECT coalesce(max(sequence), 0) AS sequence FROM conversation_events WHERE project_id = ?")
    .bind(projectId)
    .first<number>("sequence")) ?? 0;
const revision = async (): Promise<number> =>
  (await env.DB.prepare("SELECT revision FROM conversations WHERE id = ?").bind(conversationId).first<number>("revision")) ?? 0;
const tick = (bindings: Env): Promise<void> => publishHeads(systemCtx(bindings, { waitUntil: () => undefined }));

beforeAll(async () => {
  const setup = await call(env, "/setup", {
    body: { name: "Olga", email: "owner@example.test", password: "correct horse battery" },
    headers: { origin: ORIGIN },
  });
  cookie = { origin: ORIGIN, cookie: setup.headers.get("set-cookie")?.split(";")[0] ?? "" };
  ({
    project: { id: projectId },
  } = await json<{ project: { id: string } }>(
    call(env, "/api/account/projects", { body: { clientId: crypto.randomUUID(), name: "Acme", websiteOrigin: SITE }, headers: cookie }),
  ));
  const { key } = await json<{ key: string }>(call(env, `/api/dashboard/projects/${projectId}/widget`, { headers: cookie }));
  const session = await json<{ token: string; contactId: string }>(
    call(env, "/api/widget/sessions", { body: { key, clientId: crypto.randomUUID() }, headers: { origin: SITE } }),
  );
  contactId = session.contactId;
  visitor = { origin: SITE, authorization: `Bearer ${session.token}` };
  ({
    conversation: { id: conversationId },
  } = await json<{ conversation: { id: string } }>(
    call(env, "/api/widget/conversations", { body: { clientId: crypto.randomUUID(), content: "hello" }, headers: visitor }),
  ));
  // The first reply also assigns the conversation: an event of its own, which visitors do not get.
  expect((await reply(env, "welcome")).status).toBe(201);
  expect((await send(env, "thanks")).status).toBe(201);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close(1000);
});

test("the schedule sends unpublished events in order, and notes to members only", async () => {
  const [team, own] = [await listen("member", await head()), await listen("visitor", await head())];
  const from = await revision();
  expect((await reply(failingCoordinators(everyone), "first")).status).toBe(201);
  expect((await note(failingCoordinators(everyone), "SECRET-NOTE")).status).toBe(201);
  expect((await send(failingCoordinators(everyone), "second")).status).toBe(201);
  await scheduler.wait(50);
  expect([team.revisions, own.revisions]).toEqual([[], []]);
  await tick(env);
  await expect.poll(() => team.revisions).toEqual([from + 1, from + 2, from + 3]);
  await expect.poll(() => own.revisions).toEqual([from + 1, from + 3]);
  expect(own.previous).toEqual([from, from + 1]);
  expect(own.text).not.toContain("SECRET-NOTE");
  // A second run repeats nothing.
  await tick(env);
  await scheduler.wait(50);
  expect([team.revisions.length, own.revisions.length]).toEqual([3, 2]);
});

test("the next publish also sends what the one before it lost", async () => {
  const [team, own] = [await listen("member", await head()), await listen("visitor", await head())];
  const from = await revision();
  await reply(failingCoordinators(everyone), "lost");
  await note(failingCoordinators(everyone), "SECRET-NOTE");
  await send(env, "announced");
  await expect.poll(() => team.revisions).toEqual([from + 1, from + 2, from + 3]);
  await expect.poll(() => own.revisions).toEqual([from + 1, from + 3]);
  expect(own.text).not.toContain("SECRET-NOTE");
});

test("an evicted coordinator continues from the head that it stored", async () => {
  const [team, own] = [await listen("member", await head()), await listen("visitor", await head())];
  const from = await revision();
  await reply(env, "before");
  await expect.poll(() => own.revisions).toEqual([from + 1]);
  await evictDurableObject(env.CONVERSATIONS.getByName(`project:${projectId}`));
  await evictDurableObject(env.CONVERSATIONS.getByName(`contact:${projectId}:${contactId}`));
  await send(failingCoordinators(everyone), "lost while asleep");
  await tick(env);
  await expect.poll(() => team.revisions).toEqual([from + 1, from + 2]);
  await expect.poll(() => own.revisions).toEqual([from + 1, from + 2]);
});

test("a new subscriber gets the lost events, and so do those who were already connected", async () => {
  const start = await head();
  const early = await listen("member", start);
  const from = await revision();
  await send(failingCoordinators(everyone), "lost");
  const late = await listen("member", start);
  expect(late.revisions).toEqual([from + 1]);
  await expect.poll(() => early.revisions).toEqual([from + 1]);
  await send(env, "announced");
  await expect
    .poll(() => [early.revisions, late.revisions])
    .toEqual([
      [from + 1, from + 2],
      [from + 1, from + 2],
    ]);
});

test("one failing coordinator does not keep the schedule from the others", async () => {
  const own = await listen("visitor", await head());
  const from = await revision();
  await reply(failingCoordinators(everyone), "lost");
  await tick(failingCoordinators((object) => object.startsWith("project:"), "nudge"));
  await expect.poll(() => own.revisions).toEqual([from + 1]);
});

test("the worker's minute schedule includes sending lost events", async () => {
  const team = await listen("member", await head());
  const from = await revision();
  await send(failingCoordinators(everyone), "lost");
  await worker.scheduled({} as ScheduledController, env, { waitUntil: () => undefined } as unknown as ExecutionContext);
  await expect.poll(() => team.revisions).toEqual([from + 1]);
});
