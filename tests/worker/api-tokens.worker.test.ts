// API tokens: created, shown once, used, revoked, and gone with the right of their creator or with the project.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type World } from "./world.ts";

interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly hint: string;
  readonly state: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
});
const path = (at = world): string => `/api/management/projects/${at.projectId}/api-tokens`;
const create = (more: object = {}, at = world): Promise<Answer<{ token: Token; secret: string | null }>> =>
  at.as(path(at), { body: { clientId: crypto.randomUUID(), name: "Assistant", scopes: ["notes:write"], validDays: null, ...more } });
const list = async (at = world) => (await at.as<{ items: Token[]; scopes: { name: string }[] }>(path(at))).body;
const ping = (secret: string | null, at = world): Promise<Answer> =>
  at.call("/api/mcp", { body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: { authorization: `Bearer ${secret}` } });

test("a token is shown once, stored as a hash, and listed without its text", async () => {
  const { status, body } = await create({ scopes: ["conversations:read", "knowledge:read", "knowledge:read"], validDays: 30 });
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^sdt_[0-9A-Za-z]{46}$/);
  expect(body.token).toMatchObject({
    ...{ name: "Assistant", scopes: ["knowledge:read", "conversations:read"], hint: body.secret?.slice(-4), state: "valid" },
    ...{ expiresAt: "2030-01-31T00:00:00.000Z", lastUsedAt: null },
  });
  for (const table of ["api_tokens", "audit_log"]) {
    const rows = await world.rows(`SELECT * FROM ${table}`);
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain(body.secret?.slice(4, 20));
  }
  const { items, scopes } = await list();
  expect(items[0]).toEqual(body.token);
  expect(scopes.map(({ name }) => name)).toEqual(["api:read", "api:write", "knowledge:read", "conversations:read", "notes:write"]);
  expect((await ping(body.secret)).status).toBe(200);
});

test("a repetition gets the token without its text; another use of the clientId is a conflict", async () => {
  const clientId = crypto.randomUUID();
  const first = await create({ clientId });
  const again = await create({ clientId });
  expect([again.status, again.body]).toEqual([200, { token: first.body.token, secret: null }]);
  for (const other of [{ name: "Other" }, { scopes: ["knowledge:read"] }, { validDays: 7 }])
    expect((await create({ clientId, ...other })).status).toBe(409);
  expect((await create({ scopes: [] })).status).toBe(400);
  expect((await create({ scopes: ["erasure:write"] })).status).toBe(400);
});

test("the last use is stored at most once an hour", async () => {
  const { token, secret } = (await create()).body;
  const lastUsed = async () => (await list()).items.find(({ id }) => id === token.id)?.lastUsedAt;
  await ping(secret);
  expect(await lastUsed()).toBe(new Date(world.clock.now()).toISOString());
  const before = await lastUsed();
  world.clock.advance({ minutes: 59 });
  await ping(secret);
  expect(await lastUsed()).toBe(before);
  world.clock.advance({ minutes: 2 });
  await ping(secret);
  expect(await lastUsed()).toBe(new Date(world.clock.now()).toISOString());
});

test("a wrong, expired or revoked token is refused alike, with the header that asks for one", async () => {
  const { token, secret } = (await create({ validDays: 1 })).body;
  const wrong = `${secret?.slice(0, -1)}${secret?.endsWith("0") ? "1" : "0"}`;
  const refused = await ping(wrong);
  expect([refused.status, refused.body["code"], refused.headers.get("www-authenticate")]).toEqual([
    ...[401, "unauthenticated"],
    'Bearer error="invalid_token"',
  ]);
  const without = await world.call("/api/mcp", { body: {} });
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  world.clock.advance({ days: 1 });
  expect(await ping(secret)).toMatchObject({ status: 401, body: refused.body });
  expect((await list()).items.find(({ id }) => id === token.id)?.state).toBe("expired");
  const other = (await create()).body;
  expect((await ping(other.secret)).status).toBe(200);
  const revoke = () => world.as(`${path()}/${other.token.id}`, { method: "DELETE" });
  expect((await revoke()).status).toBe(200);
  expect((await ping(other.secret)).body).toEqual(refused.body);
  expect((await revoke()).status).toBe(404);
  const audit = await world.rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit_log WHERE project_id = ? AND action LIKE 'token.%' ORDER BY rowid DESC LIMIT 2",
    world.projectId,
  );
  expect(audit.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
    ["token.revoked", { name: "Assistant", scopes: '["notes:write"]' }],
    ["token.created", { name: "Assistant", scopes: '["notes:write"]' }],
  ]);
});

test("a token is limited by the minute, and no call beyond is counted or answered", async () => {
  const { secret, token } = (await create()).body;
  const call = () =>
    world.call("/api/mcp", {
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "propose_reply" } },
      headers: { authorization: `Bearer ${secret}` },
    });
  expect((await call()).status).toBe(200);
  await world.rows("UPDATE abuse_counters SET n = 119 WHERE key = ?", `apiTokenCallsPerMinute:${token.id}`);
  expect((await call()).status).toBe(200);
  const refused = await call();
  expect([refused.status, refused.body["code"], refused.body["limit"]]).toEqual([429, "rate_limited", "apiTokenCallsPerMinute"]);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect(await world.rows("SELECT n FROM abuse_counters WHERE key = ?", `apiTokenCallsPerMinute:${token.id}`)).toEqual([{ n: 120 }]);
  world.clock.advance({ minutes: 1 });
  expect((await call()).status).toBe(200);
});

test("a project has at most 50 tokens, and they end with it", async () => {
  const own = await makeWorld();
  for (let i = 0; i < 50; i += 1) expect((await create({}, own)).status).toBe(201);
  expect((await create({}, own)).status).toBe(409);
  const [one] = (await list(own)).items;
  expect((await own.as(`${path(own)}/${one?.id}`, { method: "DELETE" })).status).toBe(200);
  const { secret } = (await create({}, own)).body;
  expect((await ping(secret, own)).status).toBe(200);
  const [project] = await own.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", own.projectId);
  const deleted = await own.as(`/api/management/projects/${own.projectId}`, { method: "DELETE", body: { confirm: project?.name } });
  expect(deleted.status).toBe(200);
  expect((await ping(secret, own)).status).toBe(401);
  expect(await own.rows("SELECT id FROM api_tokens WHERE project_id = ?", own.projectId)).toEqual([]);
});

// --- programs that act for the member who created their token ---------------------
const asProgram = <T = { readonly code?: string }>(secret: string | null, to: string, more: { method?: string; body?: object } = {}) =>
  world.call<T>(to, { ...more, headers: { authorization: `Bearer ${secret}` } });
const inProject = (more: string, at = world): string => `/api/dashboard/projects/${at.projectId}${more}`;

test("with api:write a program does what its creator may, in their name, and with api:read it only reads", async () => {
  const [reads, writes] = [(await create({ scopes: ["api:read"] })).body.secret, (await create({ scopes: ["api:write"] })).body.secret];
  const visitor = await world.visitor();
  const { id } = (await visitor.open("Where is my order?")).body.conversation;
  for (const secret of [reads, writes]) {
    const thread = await asProgram<{ conversation: { id: string } }>(secret, inProject(`/conversations/${id}`));
    expect([thread.status, thread.body.conversation.id]).toEqual([200, id]);
    expect((await asProgram(secret, `/api/management/projects/${world.projectId}/audit-log`)).status).toBe(200);
  }
  const reply = (secret: string | null) =>
    asProgram<{ code?: string; event?: { actor: { role: string; name?: string } } }>(secret, inProject(`/conversations/${id}/messages`), {
      body: { clientId: crypto.randomUUID(), frontier: 1, content: "On its way" },
    });
  expect([(await reply(reads)).status, (await reply(reads)).body.code]).toEqual([403, "forbidden"]);
  const sent = await reply(writes);
  expect([sent.status, sent.body.event?.actor]).toMatchObject([201, { role: "operator" }]);
  const own = await world.call(`/api/dashboard/projects/${world.projectId}/conversations/${id}`);
  expect(own.status).toBe(401);
});

test("an erasure that a program begins names its token in the audit log", async () => {
  const { secret } = (await create({ name: "Cleaner", scopes: ["api:write"] })).body;
  const { contactId } = await world.visitor();
  const begun = await asProgram(secret, `/api/management/projects/${world.projectId}/contacts/${contactId}/erase`, { body: {} });
  expect(begun.status).toBe(202);
  const entries = await world.rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE project_id = ? AND action = 'contact.erased'",
    world.projectId,
  );
  expect(entries.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([{ contact: contactId, program: "Cleaner" }]);
});

test("a program reaches nothing beyond its project, its creator's role, and what is left to people", async () => {
  const { token, secret } = (await create({ scopes: ["api:write"] })).body;
  const other = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const missing = await asProgram(secret, inProject("/conversations").replace(world.projectId, "prj_00000000000000000000000000"));
  const foreign = await asProgram(secret, inProject("/conversations", other));
  expect([foreign.status, { ...foreign.body, requestId: "" }]).toEqual([404, { ...missing.body, requestId: "" }]);
  for (const [method, to, body] of [
    ["GET", path(), undefined],
    ["POST", path(), { clientId: crypto.randomUUID(), name: "More", scopes: ["api:write"], validDays: null }],
    ["DELETE", `${path()}/${token.id}`, undefined],
    ["POST", inProject("/live-ticket"), {}],
  ] as const) {
    const answer = await asProgram(secret, to, { method, ...(body && { body }) });
    expect([method, to, answer.status >= 400]).toEqual([method, to, true]);
  }
  // What a token may not do at all, and without a scope of the API.
  const notes = (await create({ scopes: ["notes:write"] })).body.secret;
  const unscoped = await asProgram<{ error: string }>(notes, inProject("/conversations"));
  expect([unscoped.status, unscoped.headers.get("www-authenticate")]).toEqual([403, 'Bearer error="insufficient_scope", scope="api:read"']);
  expect(unscoped.body.error).toContain("api:read");
  // Without the scope too, another project is answered like one that there is not.
  expect((await asProgram(notes, inProject("/conversations", other))).status).toBe(404);
  // What is no token at all is told so, and not to sign in.
  const mistyped = await asProgram<{ error: string }>("sdt_mistyped", inProject("/conversations"));
  expect([mistyped.status, mistyped.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  expect(mistyped.body.error).toMatch(/API token/);
  await world.as(`${path()}/${token.id}`, { method: "DELETE" });
  expect((await asProgram(secret, inProject("/conversations"))).status).toBe(401);
});

test("too many calls in a minute are refused, and the next minute is open", async () => {
  const { secret } = (await create({ scopes: ["api:read"] })).body;
  await asProgram(secret, inProject("/conversations"));
  await world.rows("UPDATE abuse_counters SET n = 120 WHERE key LIKE 'apiTokenCallsPerMinute:%'");
  const refused = await asProgram(secret, inProject("/conversations"));
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toMatchObject([429, "rate_limited", expect.any(String)]);
  world.clock.advance({ minutes: 1 });
  expect((await asProgram(secret, inProject("/conversations"))).status).toBe(200);
});

test("calls at once do not exceed the limit", async () => {
  const { secret } = (await create({ scopes: ["api:read"] })).body;
  await asProgram(secret, inProject("/conversations"));
  await world.rows("UPDATE abuse_counters SET n = 115 WHERE key LIKE 'apiTokenCallsPerMinute:%'");
  const answers = await Promise.all(Array.from({ length: 20 }, () => asProgram(secret, inProject("/conversations"))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});
