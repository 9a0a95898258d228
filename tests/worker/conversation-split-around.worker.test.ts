// What splitting messages off means elsewhere: mail, files, questions about satisfaction, response-time targets, reports, rules, webhooks, the
// assistant, programs, contacts that are merged or erased.
import { beforeAll, expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { triggersOf } from "../../modules/automation/engine/triggers.ts";
import { stillWaitsSince, waitsIn } from "../../modules/conversation-split/rules.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { after } from "../../modules/reports/counting/fold.ts";
import { typesOf } from "../../modules/webhooks/event-types.ts";
import { KEYS } from "./ai-kit.ts";
import { assistantWorld } from "./assistant-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { deliverRaw, mailWorld, messages, raw } from "./mail-kit.ts";
import { own, setUp } from "./satisfaction-kit.ts";
import { act, createdBy, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
const idsOf = async (at: World, id: string): Promise<string[]> =>
  (await at.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ? ORDER BY revision", id)).map((row) => row.id);
async function splitLast(at: World, from: string): Promise<string> {
  const answer = await act(at, from, "split", { messageId: (await idsOf(at, from)).at(-1) });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return createdBy(answer);
}
async function two(at: World, visitor: Visitor): Promise<string> {
  const from = await openConversation(visitor);
  at.clock.advance({ minutes: 1 });
  await visitor.postMessage(from, "Another matter");
  return from;
}
const answerIn = async (at: World, id: string, more: object = {}) =>
  act(at, id, "messages", { frontier: await at.revision(id), content: "Answer", ...more });

test("mail: a reply continues the thread of what was split off, and what the customer answers to it is stored there", async () => {
  const at = await mailWorld();
  let n = 0;
  const mail = (more: Record<string, string> = {}): string =>
    raw(
      { From: "Ada <ada@example.test>", To: at.at, Subject: "Two things", "Message-ID": `<c${(n += 1)}@example.test>`, ...more },
      `Words ${n}`,
    );
  await deliverRaw(at, mail());
  await deliverRaw(at, mail({ "In-Reply-To": "<c1@example.test>" }));
  const [first, second] = await messages(at);
  expect(second?.conversation_id).toBe(first?.conversation_id);
  const from = first?.conversation_id ?? "";
  const to = await splitLast(at, from);
  expect((await answerIn(at, to)).status).toBe(201);
  await tick(at);
  const [out] = await at.rows<{ subject: string; header_id: string | null }>(
    "SELECT subject, header_id FROM mails WHERE conversation_id = ? AND direction = 'out'",
    to,
  );
  expect(out).toBeDefined();
  const address = await replyAddress(at.ctx(), at.projectId as ProjectId, to as ConversationId, at.at);
  await deliverRaw(at, mail({ To: address, "In-Reply-To": "<c2@example.test>", References: "<c2@example.test>" }));
  expect((await messages(at)).at(-1)?.conversation_id).toBe(to);
  // What answers the other thread stays there.
  await deliverRaw(at, mail({ To: await replyAddress(at.ctx(), at.projectId as ProjectId, from as ConversationId, at.at) }));
  expect((await messages(at)).at(-1)?.conversation_id).toBe(from);
});

test("files of the message can be opened in both, by members and by their visitor", async () => {
  const visitor = await world.visitor();
  const from = await openConversation(visitor);
  const uploaded = await visitor.upload("a.txt", new TextEncoder().encode("words") as Uint8Array<ArrayBuffer>);
  const fileId = uploaded.body.file.id;
  expect((await visitor.postMessage(from, "With a file", { attachments: [fileId] })).status).toBe(201);
  const to = await splitLast(world, from);
  const thread = await world.as<{ events: { message?: { attachments: { id: string }[] } }[] }>(`${world.conversations}/${to}`);
  expect(thread.body.events[0]?.message?.attachments.map(({ id }) => id)).toEqual([fileId]);
  const seen = await visitor.call<{ items: { message?: { attachments: unknown[] } }[] }>(`/api/widget/conversations/${to}/events`);
  expect(seen.body.items[0]?.message?.attachments).toHaveLength(1);
  expect((await visitor.call(`/files/${fileId}`)).status).toBe(200);
});

test("satisfaction: what was split off is asked about once it is answered and closed", async () => {
  const at = await makeWorld();
  await setUp(at);
  const visitor = await at.visitor();
  const to = await splitLast(at, await two(at, visitor));
  await answerIn(at, to, { close: true });
  expect(await own(visitor, to)).not.toBeNull();
});

test("where the assistant answers, what was split off is the team’s", async () => {
  const w = await assistantWorld(KEYS);
  await w.save();
  const visitor = await w.world.visitor();
  const to = await splitLast(w.world, await two(w.world, visitor));
  const read = await w.world.as<{ conversation: { fields?: Record<string, string> } }>(`${w.world.conversations}/${to}`);
  expect(read.body.conversation.fields?.["answers"]).toBe("team");
});

test("response-time clocks begin with the split, end where nobody waits any more, and begin there again if it is undone", async () => {
  const at = await makeWorld();
  const policy = {
    ...{ id: crypto.randomUUID(), name: "All", priorities: [], teamId: null, tagId: null, channel: null, first: 30, next: 60 },
    ...{ resolution: 240, counts: "always", warn: 10, assistantCounts: false },
  };
  await at.as(`/api/management/projects/${at.projectId}/response-policies`, { method: "PUT", body: { policies: [policy], revision: 0 } });
  const visitor = await at.visitor();
  const from = await openConversation(visitor);
  await answerIn(at, from);
  at.clock.advance({ minutes: 1 });
  await visitor.postMessage(from, "Another matter");
  const open = async (id: string) =>
    (
      await at.rows<{ target: string }>(
        "SELECT target FROM response_clocks WHERE conversation_id = ? AND ended_how IS NULL ORDER BY target",
        id,
      )
    ).map(({ target }) => target);
  expect(await open(from)).toEqual(["next", "resolution"]);
  const to = await splitLast(at, from);
  expect([await open(from), await open(to)]).toEqual([["resolution"], ["first", "resolution"]]);
  at.clock.advance({ minutes: 1 });
  expect((await act(at, to, "undo-split", {})).status).toBe(201);
  expect([await open(from), await open(to)]).toEqual([["next", "resolution"], []]);
});

test("reports: begun by the team, its messages counted once, an answer is no first response, an undone one no resolution", () => {
  const happened = (revision: number, kind: string, role: string, at: number, data: Record<string, unknown> = {}) =>
    ({
      ...{ sequence: revision, revision, kind, role, actorId: role === "operator" ? "acc_1" : null, at, data },
      ...{ isAutomatic: false, isImported: false },
    }) as never;
  const fold = (events: readonly never[]) => {
    let thread: ReturnType<typeof after>["thread"];
    return events.flatMap((event) => {
      const next = after(thread, event);
      ({ thread } = next);
      return next.facts.map(({ measure, value }) => [measure, value]);
    });
  };
  const begun = [happened(1, "quoted", "visitor", 0), happened(2, "conversation_split_off", "operator", 0, { from: "cnv_1", waits: true })];
  expect(
    fold([
      ...begun,
      happened(3, "message", "operator", 60_000),
      happened(4, "status", "operator", 120_000, { status: "closed", until: null }),
    ]),
  ).toEqual([
    ["outbound_conversation", 0],
    ["reply", 0],
    ["wait", 60],
    ["resolution", 120],
  ]);
  expect(fold([...begun, happened(3, "split_undone", "operator", 60_000, { from: "cnv_1" })])).toEqual([["outbound_conversation", 0]]);
  // Where they were written, who waits for what was split off alone waits no longer, and again once it is undone.
  const there = [happened(1, "message", "visitor", 0), happened(2, "messages_split_off", "operator", 0, { to: "cnv_2", waits: false })];
  expect(fold([...there, happened(3, "message", "operator", 60_000)]).map(([measure]) => measure)).not.toContain("wait");
  expect(
    fold([
      ...there,
      happened(3, "messages_rejoined", "operator", 60_000, { to: "cnv_2", waits: true }),
      happened(4, "message", "operator", 90_000),
    ]),
  ).toContainEqual(["wait", 30]);
});

test("no rule fires, and webhooks hear of a conversation, not of its messages again", () => {
  expect(triggersOf({ kind: "quoted", revision: 1, role: "visitor", data: {} })).toEqual([]);
  expect(triggersOf({ kind: "conversation_split_off", revision: 2, role: "operator", data: {} })).toEqual([]);
  expect(typesOf({ kind: "quoted", revision: 1 })).toEqual(["conversation.created"]);
  expect(typesOf({ kind: "quoted", revision: 2 })).toEqual([]);
  expect(typesOf({ kind: "conversation_split_off", revision: 2 })).toEqual(["conversation.changed"]);
});

test("the search finds the message once, in the conversation where it was written", async () => {
  const visitor = await world.visitor();
  const from = await openConversation(visitor);
  await visitor.postMessage(from, "Quetzalcoatl invoice");
  await splitLast(world, from);
  for (let i = 0; i < 3; i += 1) await tick(world);
  const found = await world.rows<{ conversation_id: string }>(
    "SELECT e.conversation_id FROM conversation_search_entries e JOIN messages m ON m.id = e.message_id WHERE m.content LIKE 'Quetzalcoatl%'",
  );
  expect(found).toEqual([{ conversation_id: from }]);
});

test("who waits: since the first message that nobody answered; a wait that began elsewhere goes on", () => {
  const said = (role: "visitor" | "operator", at: number, isAutomatic = false) => ({ role, at, isAutomatic });
  expect(waitsIn([said("visitor", 1), said("visitor", 2)])).toBe(1);
  expect(waitsIn([said("visitor", 1), said("operator", 2)])).toBeNull();
  expect(waitsIn([said("visitor", 1), said("operator", 2), said("visitor", 3)])).toBe(3);
  expect(waitsIn([said("visitor", 1, true)])).toBeNull();
  const unanswered = [
    { id: "a", at: 5 },
    { id: "b", at: 6 },
  ];
  expect(stillWaitsSince(5, unanswered, new Set(["a"]))).toBe(6);
  expect(stillWaitsSince(5, unanswered, new Set(["a", "b"]))).toBeNull();
  expect(stillWaitsSince(5, unanswered, new Set(["b"]))).toBe(5);
  expect(stillWaitsSince(3, unanswered, new Set(["a", "b"]))).toBe(3);
  expect(stillWaitsSince(null, [], new Set(["a"]))).toBeNull();
});

test("erased, the text is gone in both, and neither can be split or rejoined; it follows its contact when that is merged", async () => {
  const visitor = await world.visitor();
  const from = await two(world, visitor);
  const to = await splitLast(world, from);
  await erase(world, { contactId: visitor.contactId });
  expect((await act(world, to, "undo-split", {})).body).toMatchObject({ code: "conflict" });
  expect((await act(world, from, "split", { messageId: (await idsOf(world, from))[0] })).body).toMatchObject({ code: "conflict" });
  for (let i = 0; i < 8; i += 1) await tick(world);
  const thread = await world.as<{ events: { message?: { content: string } }[]; conversation: { preview: string } }>(
    `${world.conversations}/${to}`,
  );
  expect([thread.body.events[0]?.message?.content, thread.body.conversation.preview]).toEqual(["", ""]);
  const [one, other] = [await world.visitor(), await world.visitor()];
  const moved = await splitLast(world, await two(world, one));
  const joined = await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${other.contactId}/merge`, {
    body: { from: one.contactId },
  });
  expect(joined.status, JSON.stringify(joined.body)).toBeLessThan(300);
  for (let i = 0; i < 8; i += 1) await tick(world);
  expect(await world.rows("SELECT contact_id FROM conversations WHERE id = ?", moved)).toEqual([{ contact_id: other.contactId }]);
  expect(await world.rows("SELECT DISTINCT contact_id FROM conversation_events WHERE conversation_id = ?", moved)).toEqual([
    { contact_id: other.contactId },
  ]);
});
