// Following: by choice, by what a member does, the setting that turns that off, and who is notified.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bitOf } from "../../modules/notifications/events.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let me: string;
beforeAll(async () => {
  world = await makeWorld({
    now: "2026-11-24T10:00:00.000Z",
    vars: { EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_test", EMAIL_FROM: "desk@acme.example", APP_ORIGIN: "http://localhost:8787" },
  });
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const followersOf = async (id: string): Promise<string[]> =>
  (await world.as<{ accountIds: string[] }>(`${world.conversations}/${id}/followers`)).body.accountIds.toSorted();
const follow = (id: string, wants: boolean, cookie?: string) =>
  world.as<{ accountIds: string[] }>(`${world.conversations}/${id}/following`, { method: "PUT", body: { follow: wants } }, cookie);
const settings = (automatic: boolean, cookie?: string) =>
  world.as(`/api/dashboard/projects/${world.projectId}/follow-settings`, { method: "PUT", body: { automatic } }, cookie);
const noticesOf = async (accountId: string) =>
  await world.rows<{ conversation_id: string; events: number }>(
    "SELECT conversation_id, events FROM notices WHERE account_id = ?",
    accountId,
  );
/** Gathers the notices of everything that has happened. */
async function gather(): Promise<void> {
  world.clock.advance({ minutes: 2 });
  await world.tick();
}

test("a member follows and stops by their own choice, as often as they like", async () => {
  const id = await openConversation(visitor);
  const { accountId, cookie } = await join(world);
  expect((await follow(id, true, cookie)).body.accountIds).toEqual([accountId]);
  expect((await follow(id, true, cookie)).body.accountIds).toEqual([accountId]);
  expect((await follow(id, true)).status).toBe(200);
  expect(await followersOf(id)).toEqual([accountId, me].toSorted());
  expect((await follow(id, false, cookie)).body.accountIds).toEqual([me]);
  const [row] = await world.rows<{ revision: number }>("SELECT revision FROM conversations WHERE id = ?", id);
  expect(row?.revision).toBe(1);
});

test("a reply, a note and an assignment make followers in their own batch, unless they turned it off", async () => {
  const id = await openConversation(visitor);
  const [replies, notes, assigned, quiet] = [await join(world), await join(world), await join(world), await join(world)];
  await settings(false, quiet.cookie);
  await act(world, id, "messages", { frontier: 1, content: "An answer" }, replies.cookie);
  await act(world, id, "notes", { content: "A note" }, notes.cookie);
  await act(world, id, "assign", { frontier: await world.revision(id), assigneeId: assigned.accountId });
  await act(world, id, "notes", { content: "Another note" }, quiet.cookie);
  expect(await followersOf(id)).toEqual([replies, notes, assigned].map(({ accountId }) => accountId).toSorted());
  // A refused reply makes no follower.
  const refused = await act(world, id, "messages", { frontier: 1, content: "Too late" });
  expect(refused.status).toBe(409);
  expect(await followersOf(id)).not.toContain(me);
});

test("followers are notified of customers and of the notes of others; nobody else is", async () => {
  const id = await openConversation(visitor);
  const [follower, writer, bystander] = [await join(world), await join(world), await join(world)];
  for (const { email } of [follower, writer, bystander])
    await world.rows("UPDATE accounts SET email_confirmed_at = 1 WHERE email = ?", email);
  await act(world, id, "assign", { frontier: 1, assigneeId: writer.accountId });
  await gather();
  await world.rows("DELETE FROM notices");
  await follow(id, true, follower.cookie);
  await act(world, id, "notes", { content: "What do you think?" }, writer.cookie);
  await visitor.postMessage(id, "Are you there?");
  await gather();
  const ours = bitOf("replyToFollowed") | bitOf("noteInFollowed");
  expect(await noticesOf(follower.accountId)).toEqual([{ conversation_id: id, events: ours }]);
  expect(await noticesOf(writer.accountId)).toEqual([{ conversation_id: id, events: bitOf("replyToMine") }]);
  expect(await noticesOf(bystander.accountId)).toEqual([]);
  await follow(id, false, follower.cookie);
  expect(await noticesOf(follower.accountId)).toEqual([{ conversation_id: id, events: 0 }]);
});

test("spam notifies no follower", async () => {
  const id = await openConversation(visitor);
  const follower = await join(world);
  await world.rows("UPDATE accounts SET email_confirmed_at = 1 WHERE email = ?", follower.email);
  await follow(id, true, follower.cookie);
  await gather();
  await world.rows("DELETE FROM notices");
  await act(world, id, "spam", { frontier: 1 });
  await visitor.postMessage(id, "Buy now");
  await act(world, id, "notes", { content: "Spam again" });
  await gather();
  expect(await noticesOf(follower.accountId)).toEqual([]);
});

test("who leaves the project follows nothing any more", async () => {
  const id = await openConversation(visitor);
  const leaver = await join(world);
  await follow(id, true, leaver.cookie);
  await settings(false, leaver.cookie);
  await world.as(`/api/management/projects/${world.projectId}/members/${leaver.accountId}`, { method: "DELETE" });
  await world.tick();
  expect(await world.rows("SELECT 1 FROM conversation_followers WHERE account_id = ?", leaver.accountId)).toEqual([]);
  expect(await world.rows("SELECT 1 FROM follower_settings WHERE account_id = ?", leaver.accountId)).toEqual([]);
});

test("members hear at once; another project's conversation is out of reach", async () => {
  const other = await makeWorld();
  const theirs = await openConversation(await other.visitor());
  expect((await follow(theirs, true)).status).toBe(404);
  expect((await world.as(`${world.conversations}/${theirs}/followers`)).status).toBe(404);
  expect(await world.rows("SELECT 1 FROM conversation_followers WHERE conversation_id = ?", theirs)).toEqual([]);
});
