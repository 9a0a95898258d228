// An erasure tells the conversations of others that quote what is erased: by an event, for open screens, programs and kept copies.
import { expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { erase, gaps, stores, tick } from "./erasure-kit.ts";
import { deliverRaw, mailWorld, messages, raw } from "./mail-kit.ts";
import { act, createdBy, openConversation } from "./triage-kit.ts";
import { makeWorld, type World } from "./world.ts";

const replyTo = (world: Awaited<ReturnType<typeof mailWorld>>, id: string): Promise<string> =>
  replyAddress(world.ctx(), world.projectId as ProjectId, id as ConversationId, world.at);
const toldIn = async (world: World, id: string) =>
  (
    await world.rows<{ data: string; revision: number }>(
      "SELECT data, revision FROM conversation_events WHERE conversation_id = ? AND kind = 'message_erased'",
      id,
    )
  ).map(({ data }) => JSON.parse(data) as { revisions: number[] });
const finish = async (world: World) => {
  for (let i = 0; i < 8; i += 1) await tick(world);
};

test("conversations that a contact’s messages were moved to are told, also withdrawn ones and those that were moved on", async () => {
  const world = await makeWorld();
  const [former, other, third] = [await world.visitor(), await world.visitor(), await world.visitor()];
  const from = await openConversation(former);
  await former.postMessage(from, "Second");
  const withdrawn = createdBy(await act(world, from, "move", { contactId: third.contactId }));
  await act(world, withdrawn, "undo-move", {});
  const moved = createdBy(await act(world, from, "move", { contactId: other.contactId }));
  await act(world, moved, "messages", { frontier: await world.revision(moved), content: "For the other one" });
  const on = createdBy(await act(world, moved, "move", { contactId: third.contactId }));
  const bystander = await openConversation(other);

  const live = await world.socket(0);
  await live.until((frame) => frame.type === "live");
  await erase(world, { contactId: former.contactId });
  await finish(world);
  const frame = await live.until((one) => one.event?.kind === "message_erased");
  expect(frame.event).toMatchObject({ revisions: [1, 2] });
  expect([await toldIn(world, moved), await toldIn(world, on), await toldIn(world, withdrawn)]).toEqual(
    Array.from({ length: 3 }, () => [{ revisions: [1, 2] }]),
  );
  expect([await toldIn(world, from), await toldIn(world, bystander)]).toEqual([[], []]);
  expect(gaps(await stores(world))).toEqual([]);
  // Again, it tells nobody anything.
  await erase(world, { contactId: former.contactId });
  await finish(world);
  expect(await toldIn(world, moved)).toHaveLength(1);
  const [event] = await world.rows<{ id: string }>("SELECT id FROM conversation_events WHERE kind = 'message_erased' LIMIT 1");
  expect(event?.id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
  // What was written to the other contact stays.
  const thread = await world.as<{ events: { message?: { content: string } }[] }>(`${world.conversations}/${moved}`);
  expect(thread.body.events.flatMap(({ message }) => message?.content ?? [])).toEqual(["", "", "For the other one"]);
});

test("a third person’s mail that was moved along with a conversation is told there, too", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "anna@shop.example", To: world.at, "Message-ID": "<a1@shop.example>" }, "Words of Anna."));
  const [opened] = await messages(world);
  const id = opened?.conversation_id ?? "";
  await deliverRaw(world, raw({ From: "tim@third.example", To: world.at, "Message-ID": "<t1@third.example>" }, "Tim’s own"));
  const tim = (await messages(world)).at(-1)?.contact_id ?? "";
  await deliverRaw(
    world,
    raw({ From: "tim@third.example", To: await replyTo(world, id), "Message-ID": "<t2@third.example>" }, "Tim in Anna’s"),
  );
  expect((await messages(world)).filter((one) => one.conversation_id === id && one.origin.differentSender)).toHaveLength(1);
  const moved = createdBy(await act(world, id, "move", { contactId: (await world.visitor()).contactId }));
  await erase(world, { contactId: tim });
  await finish(world);
  expect(await toldIn(world, moved)).toEqual([{ revisions: [2] }]);
});

test("who quotes a message is found by an index", async () => {
  const world = await makeWorld();
  const plan = await world.rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT q.conversation_id FROM json_each('[]') k CROSS JOIN conversation_events q INDEXED BY conversation_events_quoted ON q.project_id = 'p' AND q.message_id = k.value AND q.kind = 'quoted'",
  );
  expect(plan.map(({ detail }) => detail).join()).toContain("conversation_events_quoted (project_id=? AND message_id=?)");
});
