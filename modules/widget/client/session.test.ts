import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession } from "./session.ts";

type Call = { path: string; token: string | undefined; body: Record<string, unknown> | undefined };
const KEY = "pk_test";
let calls: Call[];
let answer: (path: string) => { status?: number; body?: unknown };
let disk: Map<string, string>;
let storage: ((event: { key: string | null }) => void) | undefined;
let tokens: number;
let { ensure } = await import("./sign-in.ts");
let { identify } = await import("./identify.ts");

const jwt = (sub: string, iat: number) => `h.${Buffer.from(JSON.stringify({ sub, iat })).toString("base64url")}.s`;
const paths = () => calls.map(({ path }) => path.replace("/api/widget/", ""));
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const area = () => ({
  getItem: (key: string) => disk.get(key) ?? null,
  setItem: (key: string, value: string) => void disk.set(key, value),
  removeItem: (key: string) => void disk.delete(key),
});

beforeEach(async () => {
  // Claims that wait for a session are module state, one widget per page, so every test simulates a new page.
  vi.resetModules();
  ({ ensure } = await import("./sign-in.ts"));
  ({ identify } = await import("./identify.ts"));
  vi.useFakeTimers();
  calls = [];
  disk = new Map();
  tokens = 0;
  answer = () => ({});
  vi.stubGlobal("window", { localStorage: area(), sessionStorage: area() });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", (name: string, heard: typeof storage) => void (name === "storage" && (storage = heard)));
  vi.stubGlobal("fetch", async (url: string, init: { headers: Record<string, string>; body?: string }) => {
    const path = new URL(url).pathname;
    calls.push({ path, token: init.headers["authorization"], body: init.body ? JSON.parse(init.body) : undefined });
    const {
      status = 200,
      body = path.endsWith("/sessions")
        ? { token: `t${++tokens}`, expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
        : { ok: true },
    } = answer(path);
    return Response.json(body, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opening the panel starts no session; two simultaneous needs start one, which the next page finds", async () => {
  const session = createSession(KEY, "https://desk.example");
  expect(calls).toEqual([]);
  await Promise.all([ensure(session), ensure(session)]);
  expect(paths()).toEqual(["sessions"]);
  expect(createSession(KEY, "https://desk.example").stored()?.token).toBe("t1");
  expect(createSession("pk_other", "https://desk.example").stored()).toBeUndefined();
});

test("without storage the session is kept in memory", async () => {
  vi.stubGlobal("window", {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const session = createSession("pk_memory", "https://desk.example");
  await ensure(session);
  expect(session.stored()?.token).toBe("t1");
  session.keep(undefined);
});

test("a 401 ends the session once, and a late 401 for an earlier token ends nothing", async () => {
  const session = createSession(KEY, "https://desk.example");
  await ensure(session);
  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  answer = () => ({ status: 401, body: { error: "Ended.", code: "unauthenticated" } });
  await expect(session.request("/api/widget/conversations")).rejects.toMatchObject({ status: 401, error: "Ended." });
  session.keep({ token: "newer", until: Date.now() + 1000 });
  session.end("expired", "t1");
  expect([changes, session.stored()?.token]).toEqual([["expired"], "newer"]);
});

test("a final refusal is reported once, keeps token and drafts, and starts nothing new", async () => {
  const session = createSession(KEY, "https://desk.example");
  await ensure(session);
  session.draft.write({ new: "half a sentence" });
  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  answer = () => ({ status: 401, body: { error: "Ended by the team.", code: "unauthenticated", final: true } });
  for (const _ of [1, 2]) await expect(session.request("/api/widget/conversations")).rejects.toMatchObject({ final: true });
  await ensure(session);
  expect([changes, session.final()?.error, session.stored()?.token]).toEqual([["blocked"], "Ended by the team.", "t1"]);
  expect(session.draft.read()).toEqual({ new: "half a sentence" });
  // The next page asks again, because the server's decision may have changed.
  const next = createSession(KEY, "https://desk.example");
  expect([next.final(), next.stored()?.token]).toEqual([undefined, "t1"]);
  expect(paths().filter((path) => path === "sessions").length).toBe(1);
});

test("a visitor who is blocked by identity cannot continue anonymously", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const session = createSession(KEY, "https://desk.example");
  answer = () => ({ status: 403, body: { error: "Ended by the team.", code: "forbidden", final: true } });
  await identify(session, { token: jwt("ana", 1) });
  await expect(ensure(session)).rejects.toMatchObject({ error: "Ended by the team." });
  expect(paths()).toEqual(["sessions"]);
});

test("a signed identity begins one session per person, not one per page view", async () => {
  const session = createSession(KEY, "https://desk.example");
  await identify(session, { token: jwt("ana", 1) });
  await identify(session, { token: jwt("ana", 2) });
  expect(paths()).toEqual(["sessions"]);
  await identify(session, { token: jwt("ben", 3) });
  expect([paths().length, session.stored()?.token]).toEqual([2, "t2"]);
});

test("when an identity is refused, another person's session is not shown", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const session = createSession(KEY, "https://desk.example");
  await identify(session, { token: jwt("ana", 1) });
  answer = () => ({ status: 401, body: { error: "This token has expired.", code: "unauthenticated" } });
  await identify(session, { token: jwt("ben", 2) });
  expect(session.stored()).toBeUndefined();
  expect(warn.mock.calls.flat().join()).toContain("This token has expired.");
});

test("a claim waits for a session, is sent with it, and is not repeated on the next page", async () => {
  const session = createSession(KEY, "https://desk.example");
  await identify(session, { email: "a@b.example", metadata: { plan: "pro" } });
  vi.advanceTimersByTime(5000);
  expect(calls).toEqual([]);
  await ensure(session);
  vi.advanceTimersByTime(1500);
  await settle();
  expect(calls.at(-1)?.body).toEqual({
    events: [
      { kind: "claim", email: "a@b.example" },
      { kind: "metadata", metadata: { plan: "pro" } },
    ],
  });
  const next = createSession(KEY, "https://desk.example");
  await identify(next, { email: "a@b.example", metadata: { plan: "pro" } });
  vi.advanceTimersByTime(1500);
  await settle();
  expect(paths()).toEqual(["sessions", "events"]);
});

test("page views within a second are sent as one, and without a session none are sent", async () => {
  const session = createSession(KEY, "https://desk.example");
  const view = (url: string) => session.track({ kind: "page", page: { url, title: "" } });
  view("https://a.example/0");
  vi.advanceTimersByTime(2000);
  await ensure(session);
  view("https://a.example/1");
  view("https://a.example/2");
  vi.advanceTimersByTime(2000);
  await settle();
  expect(calls.at(-1)?.body).toEqual({ events: [{ kind: "page", page: { url: "https://a.example/2", title: "" } }] });
  expect(calls.at(-1)?.token).toBe("Bearer t1");
});

test("logging out ends the session on the server and clears the storage", async () => {
  const session = createSession(KEY, "https://desk.example");
  await ensure(session);
  session.draft.write({ new: "half a sentence" });
  session.unsent.write([]);
  await session.logout();
  expect([paths().at(-1), disk.size, session.stored()]).toEqual(["logout", 0, undefined]);
});

test("changes by another tab are applied", async () => {
  const session = createSession(KEY, "https://desk.example");
  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  const write = (token?: string) => {
    if (token) disk.set(`seed-desk:${KEY}`, JSON.stringify({ token, until: Date.now() + 9999 }));
    else disk.delete(`seed-desk:${KEY}`);
    storage?.({ key: `seed-desk:${KEY}` });
  };
  write("a");
  write("b");
  write("b");
  write();
  expect(changes).toEqual(["started", "replaced", "left"]);
});

test("a response that arrives after the visitor has logged out is discarded", async () => {
  const session = createSession(KEY, "https://desk.example");
  await ensure(session);
  const asked = session.request("/api/widget/conversations").then(
    () => "told",
    () => "not told",
  );
  await Promise.resolve();
  session.end("left");
  expect(await asked).toBe("not told");
  await ensure(session);
  expect(await session.request("/api/widget/conversations").then(() => "told")).toBe("told");
});
