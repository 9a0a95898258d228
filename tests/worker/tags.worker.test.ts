// Tags: names, adding and removing, merging by a job, and what two members do at once.
import { runJob } from "#kernel/jobs/index.ts";
import { writeMovedPage } from "../../modules/tags/queries.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, type Handled, join, listRows, openConversation } from "./triage-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Tag {
  readonly id: string;
  readonly name: string;
  readonly hue: number;
  readonly state: string;
  readonly mergedInto: string | null;
  readonly conversations: number;
  readonly toMove: number | null;
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const dashboard = (at = world) => `/api/dashboard/projects/${at.projectId}/tags`;
const management = (id: string, rest = "", at = world) => `/api/management/projects/${at.projectId}/tags/${id}${rest}`;
const create = (name: string, more: Record<string, unknown> = {}, cookie?: string, at = world) =>
  at.as<{ tag: Tag; tagId?: string; error?: string }>(dashboard(at), { body: { clientId: crypto.randomUUID(), name, ...more } }, cookie);
const makeTag = async (name = crypto.randomUUID()): Promise<string> => (await create(name)).body.tag.id;
const list = async (at = world) => (await at.as<{ items: Tag[]; everybodyCreates: boolean }>(dashboard(at))).body;
const tagOf = async (id: string): Promise<Tag | undefined> => (await list()).items.find((tag) => tag.id === id);
const tag = (id: string, change: { add?: string[]; remove?: string[] }, cookie?: string): Promise<Answer<Handled>> =>
  act(world, id, "tags", change, cookie);
const change = (id: string, fields: Record<string, unknown>, cookie?: string) =>
  world.as<{ tag: Tag; error?: string }>(
    management(id),
    {
      method: "PATCH",
      body: { name: "A name", hue: 25, description: "", archived: false, ...fields },
    },
    cookie,
  );
const merge = (id: string, into: string, cookie?: string) =>
  world.as<{ tag: Tag; error?: string }>(management(id, "/merge"), { body: { into } }, cookie);
/** The tags of a conversation, in the order of their ids. */
const tagsOf = async (id: string): Promise<string[]> =>
  (await world.rows<{ tag_id: string }>("SELECT tag_id FROM conversation_tags WHERE conversation_id = ? ORDER BY tag_id", id)).map(
    (row) => row.tag_id,
  );

test("a tag has a name of its own without regard to case, width and spaces; a repetition gets its first answer", async () => {
  const clientId = crypto.randomUUID();
  const made = await create("Refund", { clientId });
  expect([made.status, made.body.tag]).toMatchObject([201, { name: "Refund", state: "active", conversations: 0 }]);
  const again = await create("Refund", { clientId });
  expect([again.status, again.body.tag.id]).toEqual([200, made.body.tag.id]);
  expect((await create("Something else", { clientId })).status).toBe(409);
  for (const name of ["refund", "REFUND", "ＲＥＦＵＮＤ", "  refund "]) {
    const taken = await create(name);
    expect([taken.status, taken.body.tagId, taken.body.error], name).toEqual([409, made.body.tag.id, "Another tag has this name."]);
  }
  const other = await create("Billing");
  expect(other.body.tag.hue).not.toBe(made.body.tag.hue);
  expect((await change(other.body.tag.id, { name: "reFund" })).status).toBe(409);
  expect((await create("x".repeat(41))).status).toBe(400);
});

test("adding and removing is one event with ids, that lifts nothing and makes no reply stale", async () => {
  const id = await openConversation(visitor);
  const [one, two] = [await makeTag(), await makeTag()];
  const [before] = await listRows(world);
  const added = await tag(id, { add: [one] });
  expect([added.status, added.body.event.name, added.body.event.data]).toEqual([201, "tagged", { added: [one], removed: [] }]);
  expect(added.body.conversation).toEqual({ ...before, revision: 2, fields: { tags: one } });
  const swapped = await tag(id, { add: [two], remove: [one] });
  expect(swapped.body.conversation.fields).toEqual({ tags: two });
  expect([(await tagOf(one))?.conversations, (await tagOf(two))?.conversations]).toEqual([0, 1]);
  expect((await act(world, id, "messages", { frontier: 1, content: "An answer" })).status).toBe(201);
  expect(await listRows(world, `?filter=tags:${two}`)).toMatchObject([{ id }]);
  expect(await listRows(world, `?filter=tags:${one}`)).toEqual([]);
  expect((await world.as(`${world.conversations}?filter=tags:nonsense`)).status).toBe(400);
});

test("what changes nothing, an archived tag, and more than 20 are refused and leave no trace", async () => {
  const id = await openConversation(visitor);
  const [one, archived] = [await makeTag(), await makeTag()];
  await tag(id, { add: [one] });
  expect((await tag(id, { add: [one] })).body).toMatchObject({ code: "conflict", error: "The conversation has this tag already." });
  expect((await tag(id, { remove: [archived] })).body.error).toBe("The conversation does not have this tag.");
  await tag(id, { add: [archived] });
  expect((await change(archived, { name: crypto.randomUUID(), archived: true })).body.tag.state).toBe("archived");
  expect(await tagsOf(id)).toEqual([one, archived].toSorted());
  expect((await tag(id, { remove: [archived] })).status).toBe(201);
  expect((await tag(id, { add: [archived] })).body.error).toBe("This tag is archived.");
  expect((await tag(id, {})).status).toBe(400);
  expect((await tag(id, { add: [one], remove: [one] })).status).toBe(400);
  const many = await Promise.all(Array.from({ length: 20 }, () => makeTag()));
  expect((await tag(id, { add: many })).body.error).toBe("A conversation can have 20 tags.");
  expect((await tag(id, { add: many, remove: [one] })).status).toBe(201);
  expect(await tagsOf(id)).toEqual(many.toSorted());
});

test("two members who tag at once have the outcome of one after the other", async () => {
  const other = await join(world);
  for (let round = 0; round < 5; round += 1) {
    const id = await openConversation(visitor);
    const [same, mine, theirs] = [await makeTag(), await makeTag(), await makeTag()];
    const both = await Promise.all([
      tag(id, { add: [same] }),
      tag(id, { add: [same] }, other.cookie),
      tag(id, { add: [mine] }),
      tag(id, { add: [theirs] }, other.cookie),
    ]);
    expect(
      both
        .slice(0, 2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([201, 409]);
    expect(both.slice(2).map(({ status }) => status)).toEqual([201, 201]);
    expect(await tagsOf(id)).toEqual([same, mine, theirs].toSorted());
    const removed = await Promise.all([tag(id, { remove: [same] }), tag(id, { remove: [same], add: [] }, other.cookie)]);
    expect(removed.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await tagOf(same))?.conversations).toBe(0);
    const [row] = await world.rows<{ revision: number; events: number }>(
      "SELECT revision, (SELECT count(*) FROM conversation_events WHERE conversation_id = conversations.id) AS events FROM conversations WHERE id = ?",
      id,
    );
    expect(row?.revision).toBe(row?.events);
  }
});

test("the same name created by two at once is one tag", async () => {
  const name = crypto.randomUUID();
  const both = await Promise.all([create(name), create(name.toUpperCase())]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const made = both.find(({ status }) => status === 201)?.body.tag.id;
  expect(both.find(({ status }) => status === 409)?.body.tagId).toBe(made);
});

test("a merge moves every conversation once, and the old name and old events lead to the new tag", async () => {
  const [from, into] = [(await create("Refnd")).body.tag.id, await makeTag()];
  const ids = await Promise.all(Array.from({ length: 5 }, () => openConversation(visitor)));
  for (const id of ids) await tag(id, { add: [from] });
  await tag(ids[0] ?? "", { add: [into] });
  const begun = await merge(from, into);
  expect([begun.status, begun.body.tag]).toMatchObject([202, { state: "merging", mergedInto: into, toMove: 5 }]);
  await world.tick();
  expect(await tagOf(from)).toMatchObject({ state: "merged", mergedInto: into, conversations: 0 });
  expect(await tagOf(into)).toMatchObject({ conversations: 5 });
  for (const id of ids) expect(await tagsOf(id)).toEqual([into]);
  expect((await create("refnd")).body).toMatchObject({ tagId: into });
  expect((await merge(from, into)).status).toBe(202);
  expect((await merge(into, from)).status).toBe(409);
  expect((await merge(into, into)).status).toBe(409);
  expect((await tag(ids[0] ?? "", { add: [from] })).status).toBe(409);
});

test("a merge in the middle counts as done: the tag is the other one wherever it stands, and removing it removes both", async () => {
  const [from, into] = [await makeTag(), await makeTag()];
  const id = await openConversation(visitor);
  await tag(id, { add: [from] });
  // The job has not run.
  await world.rows("UPDATE tags SET state = 'merging', merged_into = ? WHERE id = ?", into, from);
  expect((await tag(id, { add: [into] })).body.error).toBe("The conversation has this tag already.");
  expect((await tag(id, { remove: [into] })).status).toBe(201);
  expect(await tagsOf(id)).toEqual([]);
});

test("a merge continues where it stopped, and goes into what its target was merged into", async () => {
  const [first, second, third] = [await makeTag(), await makeTag(), await makeTag()];
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
     INSERT INTO conversation_tags (project_id, conversation_id, tag_id) SELECT ?, 'cnv_of_page_' || i, ? FROM n`,
    world.projectId,
    first,
  );
  // As a worker leaves it that died after its first page.
  await world.rows("UPDATE tags SET state = 'merging', merged_into = ?, to_move = 250 WHERE id = ?", second, first);
  await world.ctx().db.commit([...writeMovedPage(world.projectId as never, first as never, 100)]);
  expect([(await tagOf(first))?.conversations, (await tagOf(second))?.conversations]).toEqual([150, 100]);
  expect((await merge(second, third)).status).toBe(202);
  await world.tick();
  expect(await tagOf(second)).toMatchObject({ state: "merged", conversations: 0 });
  expect((await tagOf(third))?.conversations).toBe(100);
  // The request is repeated, and the job runs twice.
  expect((await merge(first, third)).status).toBe(202);
  await world.tick();
  const [job] = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE key = ?", `tags.merge:${first}`);
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE id = ?", job?.id);
  await runJob(world.ctx(), job?.id ?? "");
  expect([await tagOf(first), (await tagOf(third))?.conversations]).toMatchObject([
    { state: "merged", mergedInto: third, conversations: 0 },
    250,
  ]);
});

test("members hear of a tag and of a new name at once; visitors never hear of tags", async () => {
  const id = await openConversation(visitor);
  const one = await makeTag();
  const [member, guest] = [await world.socket(), await visitor.socket()];
  await Promise.all([member, guest].map((socket) => socket.until((frame) => frame.type === "live")));
  await tag(id, { add: [one] });
  const frame = await member.until(({ event }) => event?.kind === "activity");
  expect((frame["conversation"] as Handled["conversation"]).fields).toEqual({ tags: one });
  await change(one, { name: "Warranty" });
  expect(await member.until(({ type }) => type === "changed")).toEqual({ type: "changed", route: "listTags" });
  await visitor.postMessage(id, "Are you there?");
  await guest.until(({ event }) => event?.message?.content === "Are you there?");
  expect(JSON.stringify(guest.frames)).not.toMatch(/tag_|tagged|changed/);
  const own = await visitor.call(`/api/widget/conversations/${id}/events`);
  expect(JSON.stringify(own.body)).not.toMatch(/tag_|tagged/);
});

test("operators create tags unless the project leaves that to owners and admins; only those change and merge them", async () => {
  const { cookie } = await join(world);
  expect((await create(crypto.randomUUID(), {}, cookie)).status).toBe(201);
  const set = (everybodyCreates: boolean, as?: string) =>
    world.as(`/api/management/projects/${world.projectId}/tag-settings`, { method: "PUT", body: { everybodyCreates } }, as);
  expect((await set(false, cookie)).status).toBe(403);
  expect((await set(false)).body).toEqual({ everybodyCreates: false });
  const refused = await create(crypto.randomUUID(), {}, cookie);
  expect([refused.status, refused.body.error]).toEqual([403, "In this project only owners and admins create tags."]);
  expect((await create(crypto.randomUUID())).status).toBe(201);
  const id = await makeTag();
  expect((await change(id, {}, cookie)).status).toBe(403);
  expect((await merge(id, await makeTag(), cookie)).status).toBe(403);
  await set(true);
});

test("tags of another project can be neither named nor used, and a project has at most 500", async () => {
  const other = await makeWorld();
  const theirs = (await create("Refund", {}, undefined, other)).body.tag.id;
  const [id, mine] = [await openConversation(visitor), await makeTag()];
  expect((await tag(id, { add: [theirs] })).status).toBe(404);
  expect((await tag(id, { add: ["tag_00000000000000000000000000"] })).status).toBe(404);
  expect((await change(theirs, {})).status).toBe(404);
  expect((await merge(mine, theirs)).status).toBe(404);
  expect((await merge(theirs, mine)).status).toBe(404);
  expect((await list(other)).items).toHaveLength(1);
  await other.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
     INSERT INTO tags (project_id, id, name, name_key, hue, description, state, client_id, created_at) SELECT ?, 'tag_' || printf('%026d', i), 'n' || i, 'n' || i, 25, '', 'active', 'c' || i, 0 FROM n`,
    other.projectId,
  );
  const full = await create("One more", {}, undefined, other);
  expect([full.status, full.body.error]).toEqual([409, "A project can have 500 tags. Merge some first."]);
  expect((await list(other)).items).toHaveLength(500);
});

test("deleting the project deletes its tags", async () => {
  const other = await makeWorld();
  await create("Refund", {}, undefined, other);
  await other.as(`/api/management/projects/${other.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(await world.rows("SELECT 1 FROM tags WHERE project_id = ?", other.projectId)).toEqual([]);
});
