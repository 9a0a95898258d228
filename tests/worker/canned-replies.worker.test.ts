// Canned replies: who may change which, shortcuts, files and their copies, the count of uses, and their end.
import { beforeAll, expect, test } from "vitest";
import type { CannedReply } from "#modules/canned-replies/contract";
import { untilMinute } from "./triage-kit.ts";
import { type Answer, makeWorld, PNG, type World } from "./world.ts";

type Replied = { readonly reply: CannedReply; readonly error?: string };
const PASSWORD = "seven quiet lamps";

let world: World;
let operator: string;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  operator = await join(world, "operator");
});

async function join(at: World, role: string): Promise<string> {
  const made = await at.as<{ link: string }>(`/api/management/projects/${at.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role },
  });
  const body = { name: "Max", email: `${crypto.randomUUID()}@mates.example`, password: PASSWORD };
  const joined = await at.call(new URL(made.body.link).pathname, { body });
  return (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}
const at = (of = world): string => `/api/dashboard/projects/${of.projectId}/canned-replies`;
const fields = (title: string, more: object = {}) => ({ title, shortcut: "", text: `Text of ${title}`, files: [], ...more });
const create = (reply: object, { shared = true, cookie = world.cookie, clientId = crypto.randomUUID() as string } = {}) =>
  world.as<Replied>(at(), { body: { clientId, shared, reply } }, cookie);
const list = async (cookie = world.cookie): Promise<CannedReply[]> =>
  (await world.as<{ items: CannedReply[] }>(at(), {}, cookie)).body.items;
const titles = async (cookie?: string): Promise<string[]> => (await list(cookie)).map(({ title }) => title);
const change = (id: string, version: number, reply: object, cookie = world.cookie): Promise<Answer<Replied>> =>
  world.as<Replied>(`${at()}/${id}`, { method: "PUT", body: { version, reply } }, cookie);
const remove = (id: string, cookie = world.cookie) => world.as(`${at()}/${id}`, { method: "DELETE" }, cookie);
const restore = (id: string, cookie = world.cookie) => world.as<Replied>(`${at()}/${id}/restore`, { body: {} }, cookie);
const upload = async (name: string, cookie = world.cookie): Promise<string> => {
  const headers = { "content-length": String(PNG.byteLength) };
  const path = `${at()}/files?name=${name}&clientId=${crypto.randomUUID()}`;
  return (await world.as<{ file: { id: string } }>(path, { raw: PNG, headers }, cookie)).body.file.id;
};
const stateOf = async (file: string): Promise<string | undefined> =>
  (await world.rows<{ state: string }>("SELECT state FROM files WHERE id = ?", file))[0]?.state;

test("every member reads shared replies and nobody else's own ones; operators change their own alone", async () => {
  const shared = (await create(fields("Shared"))).body.reply;
  const own = (await create(fields("Of the owner"), { shared: false })).body.reply;
  const theirs = await create(fields("Of the operator"), { shared: false, cookie: operator });
  expect(theirs.status).toBe(201);
  expect(await titles()).toEqual(["Of the owner", "Shared"]);
  expect(await titles(operator)).toEqual(["Of the operator", "Shared"]);

  expect((await create(fields("Not theirs to share"), { cookie: operator })).status).toBe(403);
  expect((await change(shared.id, 1, fields("Changed"), operator)).status).toBe(403);
  expect((await remove(shared.id, operator)).status).toBe(403);
  expect((await change(own.id, 1, fields("Changed"), operator)).status).toBe(404);
  expect((await remove(own.id, operator)).status).toBe(404);
  expect((await change(theirs.body.reply.id, 1, fields("Mine"), operator)).body.reply).toMatchObject({ title: "Mine", version: 2 });

  const rival = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  expect((await rival.as(`${at(rival)}/${shared.id}`, { method: "DELETE" })).status).toBe(404);
  for (const { id } of await list()) await remove(id);
  for (const { id } of await list(operator)) await remove(id, operator);
});

test("a repetition gets the first answer, and a shortcut stands for one reply of its scope", async () => {
  const clientId = crypto.randomUUID();
  const first = await create(fields("Refund", { shortcut: "Refund" }), { clientId });
  expect([first.status, first.body.reply.shortcut]).toEqual([201, "refund"]);
  const again = await create(fields("Refund", { shortcut: "refund" }), { clientId });
  expect([again.status, again.body.reply.id]).toEqual([200, first.body.reply.id]);
  expect((await create(fields("Something else"), { clientId })).status).toBe(409);

  const taken = await create(fields("Other", { shortcut: "REFUND" }));
  expect([taken.status, taken.body.error]).toEqual([409, "Another reply has the shortcut /refund. Choose a different one."]);
  expect((await create(fields("My refund", { shortcut: "refund" }), { shared: false })).status).toBe(201);
  const free = (await create(fields("Free", { shortcut: "other" }))).body.reply;
  expect((await change(free.id, 1, fields("Free", { shortcut: "refund" }))).status).toBe(409);
  expect((await create(fields("Bad word", { shortcut: "two words" }))).status).toBe(400);
  expect((await create(fields("Blank", { text: "  \n" }))).status).toBe(400);
  // Without a shortcut there may be many.
  expect((await create(fields("None"))).status).toBe(201);
  expect((await create(fields("None too"))).status).toBe(201);
});

test("a change that is based on an older version is refused", async () => {
  const { id } = (await create(fields("Versions"))).body.reply;
  expect((await change(id, 1, fields("Second"))).body.reply).toMatchObject({ title: "Second", version: 2 });
  // The same request again, such as after a lost answer.
  expect((await change(id, 1, fields("Second"))).status).toBe(200);
  expect((await change(id, 1, fields("Third"))).status).toBe(409);
  expect((await list()).find((reply) => reply.id === id)?.title).toBe("Second");
});

test("a deletion can be undone until its shortcut is given away or a day has passed", async () => {
  const { id } = (await create(fields("Gone", { shortcut: "gone" }))).body.reply;
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
  expect(await titles()).not.toContain("Gone");
  expect((await restore(id, operator)).status).toBe(403);
  expect((await restore(id)).body.reply).toMatchObject({ id, title: "Gone" });
  await remove(id);
  const heir = (await create(fields("Heir", { shortcut: "gone" }))).body.reply;
  expect((await restore(id)).status).toBe(409);
  await remove(heir.id);
  world.clock.advance({ hours: 25 });
  untilMinute(world, 38);
  await world.tick();
  expect((await restore(id)).status).toBe(404);
  expect(await world.rows("SELECT id FROM canned_replies WHERE id IN (?, ?)", id, heir.id)).toEqual([]);
});

test("files belong to the reply; a use copies them for the conversation and is counted once", async () => {
  const [one, two] = [await upload("one.png"), await upload("two.png")];
  const { reply } = (await create(fields("With files", { files: [one, two] }))).body;
  expect(reply.files.map(({ name }) => name)).toEqual(["one.png", "two.png"]);
  // A file of a reply can't be taken into another one, nor somebody else's upload.
  expect((await create(fields("Thief", { files: [one] }))).status).toBe(409);
  expect((await create(fields("Thief", { files: [await upload("x.png", operator)] }))).status).toBe(409);

  const visitor = await world.visitor();
  const id = (await visitor.open("Hello")).body.conversation.id;
  const clientId = crypto.randomUUID();
  const use = (conversation = id) =>
    world.as<{ attachments: { id: string; name: string }[] }>(
      `${world.conversations}/${conversation}/canned-replies/${reply.id}`,
      { body: { clientId } },
      operator,
    );
  const used = await use();
  expect(used.body.attachments.map(({ name }) => name)).toEqual(["one.png", "two.png"]);
  expect((await use()).body).toEqual(used.body);
  expect((await list()).find((each) => each.id === reply.id)).toMatchObject({ uses: 1 });

  const attachments = used.body.attachments.map((file) => file.id);
  expect(attachments.some((file) => file === one || file === two)).toBe(false);
  const sent = await world.as<{ event: { message: { attachments: unknown[] } } }>(
    `${world.conversations}/${id}/messages`,
    { body: { clientId: crypto.randomUUID(), frontier: 1, content: "Here", attachments } },
    operator,
  );
  expect([sent.status, sent.body.event.message.attachments.length]).toEqual([201, 2]);
  const bytes = await visitor.call(`/files/${attachments[0]}`);
  expect(bytes.status).toBe(200);
  // What the reply keeps is for members.
  expect((await visitor.call(`/files/${one}`)).status).toBe(404);

  const third = await upload("three.png");
  const changed = await change(reply.id, 1, fields("With files", { files: [two, third] }));
  expect(changed.body.reply.files.map(({ name }) => name)).toEqual(["two.png", "three.png"]);
  expect([await stateOf(one), await stateOf(two), await stateOf(third)]).toEqual(["removing", "attached", "attached"]);
  await remove(reply.id);
  world.clock.advance({ hours: 25 });
  untilMinute(world, 38);
  await world.tick();
  untilMinute(world, 38);
  await world.tick();
  expect([await stateOf(one), await stateOf(two), await stateOf(third)]).toEqual([undefined, undefined, undefined]);
  expect((await visitor.call(`/files/${attachments[0]}`)).status).toBe(200);
});

test("a use for a conversation of another project, or of somebody else's reply, is answered like a missing one", async () => {
  const { reply } = (await create(fields("Own"), { shared: false })).body;
  const rival = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  const foreign = (await (await rival.visitor()).open("Hello")).body.conversation.id;
  const own = (await (await world.visitor()).open("Hello")).body.conversation.id;
  const use = (conversation: string, cookie?: string) =>
    world.as(`${world.conversations}/${conversation}/canned-replies/${reply.id}`, { body: { clientId: crypto.randomUUID() } }, cookie);
  expect((await use(foreign)).status).toBe(404);
  expect((await use(own, operator)).status).toBe(404);
  expect((await use(own)).status).toBe(200);
  expect((await list()).find((each) => each.id === reply.id)?.uses).toBe(1);
});

test("personal replies end with the membership, all of them with the project", async () => {
  const mine = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  const leaving = await join(mine, "operator");
  const body = (title: string, shared: boolean) => ({ body: { clientId: crypto.randomUUID(), shared, reply: fields(title) } });
  await mine.as(at(mine), body("Leaves too", false), leaving);
  await mine.as(at(mine), body("Stays", true));
  await mine.as(at(mine), body("Also stays", false));
  const [member] = await mine.rows<{ account_id: string }>(
    "SELECT account_id FROM memberships WHERE project_id = ? AND role = 'operator'",
    mine.projectId,
  );
  const removed = await mine.as(`/api/management/projects/${mine.projectId}/members/${member?.account_id}`, { method: "DELETE" });
  expect(removed.status).toBe(200);
  const left = () =>
    mine.rows<{ title: string }>(
      "SELECT title FROM canned_replies WHERE project_id = ? AND deleted_at IS NULL ORDER BY title",
      mine.projectId,
    );
  expect(await left()).toEqual([{ title: "Also stays" }, { title: "Stays" }]);
  const deleted = await mine.as(`/api/management/projects/${mine.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(deleted.status).toBe(200);
  expect(await left()).toEqual([]);
});

test("what happens to shared replies is in the audit log once each, and personal ones are not", async () => {
  const of = await world.rows<{ n: number }>("SELECT count(*) AS n FROM audit_log WHERE action LIKE 'canned_replies.%'");
  const clientId = crypto.randomUUID();
  const [shared, own] = [await create(fields("Audited"), { clientId }), await create(fields("Mine"), { shared: false })];
  await create(fields("Audited"), { clientId });
  const { id, version } = shared.body.reply;
  await change(id, version, fields("Audited too"));
  await change(id, version, fields("Audited too"));
  await change(own.body.reply.id, own.body.reply.version, fields("Still mine"));
  for (let i = 0; i < 2; i += 1) await remove(id);
  await restore(id);
  await remove(own.body.reply.id);
  const rows = await world.rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit_log WHERE action LIKE 'canned_replies.%' ORDER BY rowid LIMIT -1 OFFSET ?",
    of[0]?.n ?? 0,
  );
  expect(rows.map(({ action, detail }) => [action, (JSON.parse(detail) as { title: string }).title])).toEqual([
    ["canned_replies.created", "Audited"],
    ["canned_replies.changed", "Audited too"],
    ["canned_replies.deleted", "Audited too"],
    ["canned_replies.restored", "Audited too"],
  ]);
});

test("the audit log names the files that a shared reply had before and has after", async () => {
  const since = (await world.rows<{ n: number }>("SELECT max(rowid) AS n FROM audit_log"))[0]?.n ?? 0;
  const [price, guide] = [await upload("prices.png"), await upload("guide.png")];
  const { id, version } = (await create(fields("With files", { files: [price] }))).body.reply;
  expect((await change(id, version, fields("With files", { files: [guide] }))).status).toBe(200);
  await remove(id);
  const rows = await world.rows<{ changes: string }>(
    "SELECT changes FROM audit_log WHERE action LIKE 'canned_replies.%' AND rowid > ?",
    since,
  );
  const files = rows.map(({ changes }) => (JSON.parse(changes) as { field: string }[]).find(({ field }) => field === "files"));
  expect(files).toEqual([
    { field: "files", from: null, to: "prices.png" },
    { field: "files", from: "prices.png", to: "guide.png" },
    { field: "files", from: "guide.png", to: null },
  ]);
});
