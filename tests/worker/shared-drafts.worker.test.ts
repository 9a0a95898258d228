// Drafts: which conversations have one of the member's own, and those that members share.
import { beforeAll, expect, test } from "vitest";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let mate: { cookie: string; accountId: string };
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  visitor = await world.visitor();
  mate = await join();
});
async function join(): Promise<typeof mate> {
  const made = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const email = `${crypto.randomUUID()}@mates.example`;
  const joined = await world.call(new URL(made.body.link).pathname, { body: { name: "Max", email, password: "seven quiet lamps" } });
  const [account] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
  return { cookie: (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "", accountId: account?.id ?? "" };
}
interface Shared {
  readonly own: boolean;
  readonly others: readonly { readonly accountId: string; readonly content: string; readonly files: number }[];
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
  expect((await share(id, true)).body).toEqual({ own: true, others: [] });
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
  const leaver = await join();
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
