// Following: by choice, by what a member does, the setting that turns that off, and who is notified.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addColleague, assign, notificationWorld } from "./notifications-kit.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let me: string;
beforeAll(async () => {
  world = await makeWorld();
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

test("another project's conversation is out of reach", async () => {
  const other = await makeWorld();
  const theirs = await openConversation(await other.visitor());
  expect((await follow(theirs, true)).status).toBe(404);
  expect((await world.as(`${world.conversations}/${theirs}/followers`)).status).toBe(404);
  expect(await world.rows("SELECT 1 FROM conversation_followers WHERE conversation_id = ?", theirs)).toEqual([]);
});

// Last, because their worlds take the other projects’ members away.
test("followers are mailed what customers write and that others wrote notes; nobody else is, and stopping takes it back", async () => {
  const desk = await notificationWorld();
  const [follower, writer] = [await addColleague(desk), await addColleague(desk)];
  const customer = await desk.visitor();
  const id = await openConversation(customer);
  await assign(desk, id, writer.id);
  for (const cookie of [desk.cookie, follower.cookie, writer.cookie])
    await desk.as(`${desk.conversations}/${id}/read`, { body: { revision: 2 } }, cookie);
  await desk.pass(10);
  expect(desk.sent).toEqual([]);
  const followed = (wants: boolean) =>
    desk.as(`${desk.conversations}/${id}/following`, { method: "PUT", body: { follow: wants } }, follower.cookie);
  await followed(true);
  await act(desk, id, "notes", { content: "What do **you** think?" }, writer.cookie);
  await desk.pass(10);
  expect(desk.sent.map(({ to, subject }) => [to, subject])).toEqual([[follower.email, "New note about Someone (Acme)"]]);
  expect(desk.sent[0]?.text).not.toContain("What do");
  await customer.postMessage(id, "Are you there?");
  await desk.pass(10);
  expect(
    desk.sent
      .slice(1)
      .map(({ to, subject }) => [to, subject])
      .toSorted(),
  ).toEqual(
    [
      [follower.email, "Someone wrote in a conversation that you follow (Acme)"],
      [writer.email, "Someone replied to you (Acme)"],
    ].toSorted(),
  );
  // A note of one's own is no news, and neither is what comes after one stopped, or just before.
  await act(desk, id, "notes", { content: "Mine" }, follower.cookie);
  await customer.postMessage(id, "Hello?");
  desk.clock.advance({ minutes: 2 });
  await desk.gather();
  await followed(false);
  await desk.pass(10);
  expect(desk.sent.slice(3).map(({ to }) => to)).toEqual([writer.email]);
});

test("a follower who is the assignee too gets one mail, and spam mails nobody", async () => {
  const desk = await notificationWorld();
  const both = await addColleague(desk);
  const customer = await desk.visitor();
  const [id, spam] = [await openConversation(customer), await openConversation(customer)];
  await desk.pass(10);
  for (const one of [id, spam]) {
    await assign(desk, one, both.id);
    await desk.as(`${desk.conversations}/${one}/read`, { body: { revision: 2 } }, both.cookie);
  }
  await desk.pass(10);
  await act(desk, spam, "spam", { frontier: 2 });
  const before = desk.sent.length;
  await customer.postMessage(id, "One more thing");
  await customer.postMessage(spam, "Buy now");
  await act(desk, spam, "notes", { content: "Spam again" });
  await desk.pass(10);
  expect(desk.sent.slice(before).map(({ to, subject }) => [to, subject])).toEqual([[both.email, "Someone replied to you (Acme)"]]);
});
