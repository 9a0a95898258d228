// The first-release journey on the emitted build: a company's first hour, and the boundaries that must hold.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, PNG, Socket, Visitor } from "../support/desk.ts";

const SITE = "http://localhost:5999";
let served: Served;
let owner: Operator;
let project: { id: string; key: string };
let visitor: Visitor;
let conversationId: string;
const at = (path: string): string => `/api/dashboard/projects/${project.id}/conversations/${conversationId}${path}`;

beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: { TEST_CHECK_REPLIES: "1" } });
});
afterAll(() => served.stop());

test("health reports both stores", async () => {
  const answer = await fetch(`${served.url}/health`);
  assert.equal(answer.status, 200);
  const { version, build, runtime, ...rest } = (await answer.json()) as Record<string, string>;
  assert.deepEqual(rest, { status: "ok", database: "ok", files: "ok" });
  assert.ok(version && runtime);
  assert.match(build ?? "", /^build_[0-9a-f]{16}$/);
  assert.equal(answer.headers.get("content-security-policy"), "frame-ancestors 'self'");
  assert.equal(answer.headers.get("x-frame-options"), "SAMEORIGIN");
});

test("the first owner sets up once, signs out, and signs in", async () => {
  owner = new Operator(served.url);
  const made = await owner.setup();
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.match(made.headers.get("set-cookie") ?? "", /^session=.*HttpOnly; SameSite=Lax$/);
  const again = await new Operator(served.url).setup("other@example.test");
  assert.equal(again.status, 409);
  assert.equal(again.body["code"], "setup_closed");
  assert.equal((await owner.call("/logout", { raw: "", headers: { "content-type": "application/x-www-form-urlencoded" } })).status, 303);
  assert.equal((await owner.call("/api/account/me")).status, 401);
  assert.equal((await owner.login("owner@example.test", "wrong password!!")).status, 401);
  assert.equal((await owner.login()).status, 200);
  assert.equal((await owner.call<{ person: { email: string } }>("/api/account/me")).body.person.email, "owner@example.test");
});

test("the owner creates a project, and another project sees nothing of it", async () => {
  project = await owner.project("Acme", SITE);
  const other = await owner.project("Other", "https://other.example");
  const operator = await owner.invite(other.id, "operator", "mia@example.test");
  assert.equal((await operator.call(`/api/dashboard/projects/${other.id}/conversations`)).status, 200);
  const foreign = await operator.call(`/api/dashboard/projects/${project.id}/conversations`);
  const missing = await operator.call(`/api/dashboard/projects/prj_${"0".repeat(26)}/conversations`);
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign.body, missing.body);
  const stranger = new Visitor(served.url, project.key, "https://evil.example");
  assert.equal((await stranger.start()).status, 403);
});

test("a visitor writes with an attachment; the operator sees it live and replies", async () => {
  visitor = new Visitor(served.url, project.key, SITE);
  assert.equal((await visitor.start()).status, 201);
  const members = await owner.socket(project.id);
  await members.until((f) => f.type === "live");
  const file = await visitor.upload("receipt.png", PNG);
  assert.equal(file.status, 201, JSON.stringify(file.body));
  assert.deepEqual([file.body.file.type, file.body.file.inline], ["image/png", true]);
  const clientId = randomUUID();
  const opened = await visitor.open("Hello, my **order** is late", { clientId, attachments: [file.body.file.id] });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
  conversationId = opened.body.conversation.id;
  const repeated = await visitor.open("Hello, my **order** is late", { clientId, attachments: [file.body.file.id] });
  assert.equal(repeated.status, 200);
  assert.equal(repeated.body.event.message.id, opened.body.event.message.id);
  assert.equal((await visitor.open("Something else", { clientId })).status, 409);

  const frame = await members.until((f) => f.type === "event" && f.conversationId === conversationId);
  assert.equal(frame.revision, 1);
  assert.equal(frame.event?.message?.content, "Hello, my **order** is late");
  const visitorSocket = await visitor.socket();
  await visitorSocket.until((f) => f.type === "live");
  const reply = await owner.post<{ event: { revision: number } }>(at("/messages"), {
    clientId: randomUUID(),
    frontier: 1,
    content: "Let me look",
  });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const got = await visitorSocket.until((f) => f.type === "event");
  assert.deepEqual([got.revision, got.previous, got.event?.message?.content], [2, 1, "Let me look"]);
  const image = await owner.call(`/files/${file.body.file.id}`);
  assert.equal(image.status, 200);
  assert.equal(image.headers.get("content-security-policy"), "sandbox; default-src 'none'; frame-ancestors 'self'");
  members.close();
  visitorSocket.close();
});

test("a note stays internal, and a stale frontier is refused with the missed events", async () => {
  const visitorSocket = await visitor.socket();
  await visitorSocket.until((f) => f.type === "live");
  const note = await owner.post(at("/notes"), { clientId: randomUUID(), content: "SECRET-NOTE" });
  assert.equal(note.status, 201);
  const news = await visitor.postMessage(conversationId, "Any news?");
  assert.equal(news.status, 201, JSON.stringify(news.body));
  const stale = await owner.post<{ code: string; revision: number; events: { kind: string }[] }>(at("/messages"), {
    clientId: randomUUID(),
    frontier: 2,
    content: "Here it is",
  });
  assert.equal(stale.status, 409);
  assert.equal(stale.body.code, "stale_frontier");
  // The reply also assigned the conversation.
  assert.equal(stale.body.revision, 5);
  assert.deepEqual(
    stale.body.events.map((e) => e.kind),
    ["assigned", "note", "message"],
  );
  const anyway = await owner.post(at("/messages"), {
    clientId: randomUUID(),
    frontier: stale.body.revision,
    content: "Here it is",
    close: true,
  });
  assert.equal(anyway.status, 201, JSON.stringify(anyway.body));
  await visitorSocket.until((f) => f.event?.kind === "status");
  const seen =
    JSON.stringify(visitorSocket.frames) + JSON.stringify((await visitor.call(`/api/widget/conversations/${conversationId}/events`)).body);
  assert.ok(!seen.includes("SECRET-NOTE"));
  assert.deepEqual(
    visitorSocket.events().map((f) => [f.revision, f.previous]),
    [
      [5, 2],
      [6, 5],
      [7, 6],
    ],
  );
  visitorSocket.close();
});

test("AI work without a provider is refused by name", async () => {
  const answer = await owner.post<{ code: string; variables: string[] }>(at("/ai-reply"), { clientId: randomUUID(), frontier: 7 });
  assert.equal(answer.status, 503);
  assert.equal(answer.body.code, "not_configured");
  assert.ok(answer.body.variables.includes("OPENAI_API_KEY"));
});

test("sockets replay missed events and continue from the cursor", async () => {
  const first = await owner.socket(project.id, 0);
  await first.until((f) => f.type === "live");
  assert.deepEqual(
    first.events().map((f) => f.seq),
    [1, 2, 3, 4, 5, 6, 7],
  );
  first.drop();
  await visitor.postMessage(conversationId, "while you were away");
  const second = await owner.socket(project.id, 7);
  const live = await second.until((f) => f.type === "live");
  // The visitor's message reopened the closed conversation: two events.
  assert.deepEqual([second.events().map((f) => f.seq), live.head], [[8, 9], 9]);
  const future = await owner.socket(project.id, 9999);
  assert.equal((await future.until((f) => f.type === "reset")).reason, "future_cursor");
  const mine = await visitor.socket(0);
  await mine.until((f) => f.type === "live");
  assert.deepEqual(
    mine.events().map((f) => f.revision),
    [1, 2, 5, 6, 7, 8, 9],
  );
  for (const socket of [second, future, mine]) socket.close();
});

test("a ticket works once, and only from its origin", async () => {
  const { body } = await owner.post<{ ticket: string }>(`/api/dashboard/projects/${project.id}/socket-ticket`, {});
  const url = `${served.url}/api/dashboard/projects/${project.id}/socket`;
  await assert.rejects(Socket.open(url, body.ticket, "https://evil.example"), /403/);
  const socket = await Socket.open(url, body.ticket, served.url);
  await assert.rejects(Socket.open(url, body.ticket, served.url), /401/);
  socket.close();
});

test("ending a session closes its socket and its access", async () => {
  const elsewhere = new Operator(served.url);
  await elsewhere.login();
  const socket = await elsewhere.socket(project.id);
  await socket.until((f) => f.type === "live");
  assert.equal((await owner.post("/api/account/sessions/end-others", {})).status, 200);
  assert.equal((await socket.until((f) => f.type === "closed")).reason, "session_revoked");
  assert.equal((await socket.untilClosed()).code, 4401);
  assert.equal((await elsewhere.call("/api/account/me")).status, 401);
});

test("a deleted project is gone for everybody at once", async () => {
  const doomed = await owner.project("Doomed", SITE);
  const admin = await owner.invite(doomed.id, "admin", "ada@example.test");
  const guest = new Visitor(served.url, doomed.key, SITE);
  await guest.start();
  const opened = await guest.open("hello");
  const [team, own] = [await admin.socket(doomed.id), await guest.socket()];
  await Promise.all([team.until((f) => f.type === "live"), own.until((f) => f.type === "live")]);
  const path = `/api/management/projects/${doomed.id}`;
  assert.equal((await admin.call(path, { method: "DELETE", body: { confirm: "Doomed" } })).status, 403);
  assert.equal((await owner.call(path, { method: "DELETE", body: { confirm: "doomed" } })).status, 409);
  assert.equal((await owner.call(path, { method: "DELETE", body: { confirm: "Doomed" } })).status, 200);
  assert.equal((await team.until((f) => f.type === "closed")).reason, "project_deleted");
  assert.equal((await own.until((f) => f.type === "closed")).reason, "project_deleted");
  assert.equal((await admin.call(`/api/dashboard/projects/${doomed.id}/conversations`)).status, 404);
  assert.equal((await owner.call(`/api/dashboard/projects/${doomed.id}`)).status, 404);
  assert.equal((await guest.postMessage(opened.body.conversation.id, "still there?")).status, 401);
  assert.equal((await new Visitor(served.url, doomed.key, SITE).start()).status, 403);
});
