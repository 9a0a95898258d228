// Drafts: which conversations have one of the member's own, those that members share, and those that programs write by MCP.
import { beforeAll, expect, test } from "vitest";
import { join } from "./member-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let mate: { cookie: string; accountId: string };
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  visitor = await world.visitor();
  mate = await join(world, "operator");
});
interface Shared {
  readonly own: boolean;
  readonly others: readonly { readonly accountId: string; readonly content: string; readonly files: number }[];
  readonly programs: readonly { readonly tokenId: string; readonly name: string; readonly content: string; readonly isBehind: boolean }[];
}
const begin = async (): Promise<string> => (await visitor.open("Hello")).body.conversation.id;
const draft = (id: string, content: string, cookie?: string, kind = "reply") =>
  world.as(`${world.conversations}/${id}/drafts/${kind}`, { method: "PUT", body: { content, attachments: [] } }, cookie);
const share = (id: string, on: boolean, cookie?: string) =>
  world.as<Shared>(`${world.conversations}/${id}/draft-sharing`, { method: "PUT", body: { share: on } }, cookie);
const shared = async (id: string, cookie?: string): Promise<Shared> =>
  (await world.as<Shared>(`${world.conversations}/${id}/shared-drafts`, {}, cookie)).body;
const own = async (cookie?: string): Promise<string[]> =>
  (await world.as<{ conversationIds: string[] }>(`/api/dashboard/projects/${world.projectId}/drafts`, {}, cookie)).body.conversationIds;

test("the list names the member's own drafts, each conversation once", async () => {
  const [a, b] = [await begin(), await begin()];
  expect(await own()).toEqual([]);
  await draft(a, "A reply");
  await draft(a, "A note", undefined, "note");
  await draft(b, "Another", mate.cookie);
  expect([await own(), await own(mate.cookie)]).toEqual([[a], [b]]);
  await draft(a, "");
  expect(await own()).toEqual([a]);
  await draft(a, "", undefined, "note");
  expect(await own()).toEqual([]);
  const rows = await world.rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT DISTINCT conversation_id FROM drafts INDEXED BY drafts_account WHERE project_id = 'p' AND account_id = 'a' LIMIT 200",
  );
  expect(rows.map(({ detail }) => detail).join()).toContain("drafts_account (project_id=? AND account_id=?)");
});

test("a shared reply is read by members as it is now, until its author stops, sends, or empties it", async () => {
  const id = await begin();
  expect((await share(id, true)).status).toBe(409);
  await draft(id, "Fir");
  await draft(id, "For the team only", undefined, "note");
  expect((await share(id, true)).body).toEqual({ own: true, others: [], programs: [] });
  await draft(id, "First words");
  expect((await shared(id, mate.cookie)).others).toMatchObject([{ content: "First words", files: 0 }]);
  const theirs = await visitor.call(`/api/widget/conversations/${id}/events`);
  expect(JSON.stringify(theirs.body)).not.toContain("First words");
  expect((await share(id, false)).body.own).toBe(false);
  expect((await shared(id, mate.cookie)).others).toEqual([]);

  await share(id, true);
  await draft(id, "");
  await draft(id, "A new one");
  expect((await shared(id, mate.cookie)).others).toEqual([]);

  await share(id, true);
  await world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier: 1, content: "A new one" } });
  expect(await world.rows("SELECT 1 FROM shared_drafts")).toEqual([]);
});

test("sharing ends with the membership, and a foreign conversation has none", async () => {
  const id = await begin();
  const leaver = await join(world, "operator");
  await draft(id, "Before I go", leaver.cookie);
  await share(id, true, leaver.cookie);
  expect((await shared(id)).others).toMatchObject([{ accountId: leaver.accountId }]);
  await world.as(`/api/dashboard/projects/${world.projectId}/leave`, { body: {} }, leaver.cookie);
  expect((await shared(id)).others).toEqual([]);
  expect(await world.rows("SELECT 1 FROM shared_drafts WHERE account_id = ?", leaver.accountId)).toEqual([]);
  const other = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  expect((await world.as(`${other.conversations}/${id}/shared-drafts`)).status).toBe(404);
  expect((await world.as(`${other.conversations}/${id}/draft-sharing`, { method: "PUT", body: { share: true } })).status).toBe(404);
});

interface Token {
  readonly id: string;
  readonly secret: string;
}
async function makeToken(name = "Answer helper", scopes: readonly string[] = ["conversations:read", "notes:write"]): Promise<Token> {
  const { body } = await world.as<{ secret: string; token: { id: string } }>(`/api/management/projects/${world.projectId}/api-tokens`, {
    body: { clientId: crypto.randomUUID(), name, scopes, validDays: null },
  });
  return { id: body.token.id, secret: body.secret };
}
interface Drafted {
  readonly isError?: boolean;
  readonly structuredContent?: { readonly isBehind: boolean };
  readonly content: readonly { readonly text: string }[];
}
async function write(token: Token, conversationId: string, reply: string, revision = 1): Promise<Drafted> {
  const { body } = await world.call<{ result: Drafted }>("/api/mcp", {
    raw: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "draft_reply", arguments: { conversationId, reply, revision } },
    }),
    headers: { "content-type": "application/json", authorization: `Bearer ${token.secret}` },
  });
  return body.result;
}
const listed = async (): Promise<string[]> =>
  (await world.as<{ byPrograms: string[] }>(`/api/dashboard/projects/${world.projectId}/drafts`)).body.byPrograms;
const discard = (id: string, token: Token, discarded: boolean) =>
  world.as<Shared>(`${world.conversations}/${id}/program-drafts/${token.id}`, { method: "PUT", body: { discarded } });

test("a program keeps one draft in a conversation, which members see and discard, and which never leaves the team", async () => {
  const token = await makeToken();
  const id = await begin();
  expect((await write(token, id, "First words")).structuredContent).toMatchObject({ isBehind: false });
  await write(token, id, "Better words");
  expect((await shared(id, mate.cookie)).programs).toMatchObject([
    { tokenId: token.id, name: "Answer helper", content: "Better words", isBehind: false },
  ]);
  expect(await listed()).toEqual([id]);
  const theirs = await visitor.call(`/api/widget/conversations/${id}/events`);
  expect(JSON.stringify(theirs.body)).not.toContain("Better words");

  expect((await discard(id, token, true)).body.programs).toEqual([]);
  expect([(await shared(id)).programs, await listed()]).toEqual([[], []]);
  expect((await discard(id, token, false)).body.programs).toMatchObject([{ content: "Better words" }]);
  await discard(id, token, true);
  await write(token, id, "Yet another");
  expect((await shared(id)).programs).toMatchObject([{ content: "Yet another" }]);
  await write(token, id, "");
  expect([(await shared(id)).programs, await listed()]).toEqual([[], []]);
});

test("a program's draft says when the customer wrote since, and ends with anybody's answer", async () => {
  const token = await makeToken();
  const id = await begin();
  await write(token, id, "An answer to the first message");
  await visitor.postMessage(id, "And one more thing");
  expect((await shared(id)).programs).toMatchObject([{ isBehind: true }]);
  expect((await write(token, id, "Read only the first")).structuredContent).toMatchObject({ isBehind: true });
  expect((await write(token, id, "An answer to both", 2)).structuredContent).toMatchObject({ isBehind: false });
  // A revision that does not exist yet hides nothing that comes later.
  await write(token, id, "From the future", 1_000_000);
  await visitor.postMessage(id, "A third thing");
  expect((await shared(id)).programs).toMatchObject([{ isBehind: true }]);
  await world.as(`${world.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content: "A note is no answer" } });
  expect((await shared(id)).programs).toHaveLength(1);
  await world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier: 3, content: "Done" } });
  expect(await world.rows("SELECT 1 FROM program_drafts WHERE conversation_id = ?", id)).toEqual([]);
});

test("a program drafts nothing without its scope, in foreign conversations, for blocked people, or with a revoked token", async () => {
  const [token, reader] = [await makeToken(), await makeToken("Reader", ["conversations:read"])];
  const id = await begin();
  expect((await write(reader, id, "No")).content[0]?.text).toContain("notes:write");
  const other = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  const foreign = (await (await other.visitor()).open("Hello")).body.conversation.id;
  const missing = await write(token, `cnv_${"0".repeat(26)}`, "No");
  expect(missing.isError).toBe(true);
  expect(await write(token, foreign, "No")).toEqual(missing);
  expect(
    (await world.as(`${world.conversations}/${foreign}/program-drafts/${token.id}`, { method: "PUT", body: { discarded: true } })).status,
  ).toBe(404);

  await write(token, id, "Before");
  await world.as(`/api/management/projects/${world.projectId}/api-tokens/${token.id}`, { method: "DELETE" });
  expect((await shared(id)).programs).toEqual([]);

  const blocked = await world.visitor();
  const theirs = (await blocked.open("Hello")).body.conversation.id;
  const last = await makeToken();
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", theirs);
  expect(await write(last, theirs, "No")).toEqual(missing);
});

test("a contact's erasure takes the programs' drafts with it", async () => {
  const token = await makeToken();
  const person = await world.visitor();
  const id = (await person.open("Hello")).body.conversation.id;
  expect((await write(token, id, "Dear Amara")).isError).toBeUndefined();
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(await world.rows("SELECT 1 FROM program_drafts WHERE conversation_id = ?", id)).toEqual([]);
});
