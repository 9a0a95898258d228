// What merging conversations means elsewhere: mail, questions about satisfaction, response-time targets, reports, bulk actions, programs,
// contacts that are merged or erased.
import { beforeAll, expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { after } from "../../modules/reports/counting/fold.ts";
import { stateAfter } from "../../modules/conversation-merge/rules.ts";
import { erase, tick } from "./erasure-kit.ts";
import { deliverRaw, mailWorld, messages, raw } from "./mail-kit.ts";
import { closed, own, setUp } from "./satisfaction-kit.ts";
import { act, openConversation } from "./triage-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
const merge = (at: World, from: string, into: string) => act(at, from, "merge", { into });
const undo = (at: World, from: string) => act(at, from, "undo-merge", {});

test("mail by the thread or the reply address of the one that goes is stored in the one that stays, and only from its contact", async () => {
  const at = await mailWorld();
  let n = 0;
  const mail = (more: Record<string, string> = {}, from = "Ada <ada@example.test>"): string =>
    raw({ From: from, To: at.at, Subject: "S", "Message-ID": `<c${(n += 1)}@example.test>`, ...more }, `Words ${n}`);
  await deliverRaw(at, mail());
  await deliverRaw(at, mail());
  const [first, second] = await messages(at);
  if (!first || !second) throw new Error("no mails");
  expect(first.conversation_id).not.toBe(second.conversation_id);
  expect((await merge(at, first.conversation_id, second.conversation_id)).status).toBe(201);
  await deliverRaw(at, mail({ "In-Reply-To": "<c1@example.test>" }));
  expect((await messages(at)).at(-1)?.conversation_id).toBe(second.conversation_id);
  const to = await replyAddress(at.ctx(), at.projectId as ProjectId, first.conversation_id as ConversationId, at.at);
  await deliverRaw(at, mail({ To: to }));
  expect((await messages(at)).at(-1)?.conversation_id).toBe(second.conversation_id);
  const mails = await at.rows<{ conversation_id: string }>("SELECT conversation_id FROM mails WHERE direction = 'in' ORDER BY created_at");
  expect(mails.filter(({ conversation_id: id }) => id === first.conversation_id)).toHaveLength(1);
  // Another sender who knows the address is shown as somebody else, as ever.
  await deliverRaw(at, mail({ To: to }, "Eve <eve@example.test>"));
  const eve = (await messages(at)).at(-1);
  expect([eve?.conversation_id, eve?.origin.differentSender]).toEqual([second.conversation_id, true]);
  expect((await undo(at, first.conversation_id)).status).toBe(201);
  await deliverRaw(at, mail({ To: to }));
  expect((await messages(at)).at(-1)?.conversation_id).toBe(first.conversation_id);
});

test("no question about satisfaction follows a merge, and one that waits is taken back", async () => {
  const at = await makeWorld();
  await setUp(at);
  const visitor = await at.visitor();
  const asked = await closed(at, visitor);
  expect(await own(visitor, asked)).not.toBeNull();
  const into = await openConversation(visitor);
  await act(at, into, "messages", { frontier: await at.revision(into), content: "Answer" });
  await merge(at, asked, into);
  expect(await own(visitor, asked)).toBeNull();
  expect(await at.rows("SELECT state FROM satisfaction_requests WHERE conversation_id = ?", asked)).toEqual([{ state: "cancelled" }]);
  expect(await at.rows("SELECT 1 FROM satisfaction_requests WHERE conversation_id = ?", into)).toEqual([]);
});

test("its response-time clocks end, and who waits begins one in the one that stays", async () => {
  const at = await makeWorld();
  const policy = {
    ...{ id: crypto.randomUUID(), name: "All", priorities: [], teamId: null, tagId: null, channel: null, first: 30, next: 60 },
    ...{ resolution: 240, counts: "always", warn: 10, assistantCounts: false },
  };
  const set = await at.as(`/api/management/projects/${at.projectId}/response-policies`, {
    method: "PUT",
    body: { policies: [policy], revision: 0 },
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const visitor = await at.visitor();
  const [from, into] = [await openConversation(visitor), await openConversation(visitor)];
  await act(at, into, "messages", { frontier: await at.revision(into), content: "Done", close: true });
  at.clock.advance({ minutes: 5 });
  await merge(at, from, into);
  const clocks = (id: string) =>
    at.rows("SELECT target, ended_how FROM response_clocks WHERE conversation_id = ? ORDER BY started_at, target", id);
  expect(await clocks(from)).toEqual([
    { target: "first", ended_how: "cancelled" },
    { target: "resolution", ended_how: "cancelled" },
  ]);
  expect((await clocks(into)).filter((clock) => clock["ended_how"] === null).map(({ target }) => target)).toEqual(["next", "resolution"]);
  at.clock.advance({ minutes: 5 });
  await undo(at, from);
  // What the merge began ends without an outcome, and here it begins again.
  expect((await clocks(into)).filter((clock) => clock["ended_how"] === "cancelled").map(({ target }) => target)).toEqual([
    "next",
    "resolution",
  ]);
  expect((await clocks(from)).filter((clock) => clock["ended_how"] === null).map(({ target }) => target)).toEqual(["first", "resolution"]);
});

test("clocks follow who waits and what is snoozed: undone, no answer is due where nobody waits; merged into, a snooze pauses nothing", async () => {
  const at = await makeWorld();
  const policy = {
    ...{ id: crypto.randomUUID(), name: "All", priorities: [], teamId: null, tagId: null, channel: null, first: 30, next: 60 },
    ...{ resolution: 240, counts: "always", warn: 10, assistantCounts: false },
  };
  await at.as(`/api/management/projects/${at.projectId}/response-policies`, { method: "PUT", body: { policies: [policy], revision: 0 } });
  const open = (id: string) =>
    at.rows<{ target: string; paused: number }>(
      "SELECT target, paused_at IS NOT NULL AS paused FROM response_clocks WHERE conversation_id = ? AND ended_how IS NULL ORDER BY target",
      id,
    );
  const visitor = await at.visitor();
  const [from, into] = [await openConversation(visitor), await openConversation(visitor)];
  await act(at, into, "messages", { frontier: await at.revision(into), content: "Answered" });
  expect(await open(into)).toEqual([{ target: "resolution", paused: 0 }]);
  await merge(at, from, into);
  expect((await open(into)).map(({ target }) => target)).toEqual(["next", "resolution"]);
  at.clock.advance({ minutes: 5 });
  await undo(at, from);
  expect(await open(into)).toEqual([{ target: "resolution", paused: 0 }]);
  const snooze = async (id: string) =>
    act(at, id, "status", {
      ...{ frontier: await at.revision(id), status: "snoozed" },
      until: new Date(at.clock.now() + 3_600_000).toISOString(),
    });
  await snooze(into);
  expect(await open(into)).toEqual([{ target: "resolution", paused: 1 }]);
  await merge(at, from, into);
  expect(await open(into)).toEqual([
    { target: "next", paused: 0 },
    { target: "resolution", paused: 0 },
  ]);
  await undo(at, from);
  expect(await open(into)).toEqual([{ target: "resolution", paused: 1 }]);
  // What is snoozed while its customer waits is so again after the merge is undone.
  at.clock.advance({ minutes: 5 });
  await snooze(from);
  await merge(at, from, into);
  at.clock.advance({ minutes: 5 });
  await undo(at, from);
  expect((await open(from)).at(-1)).toEqual({ target: "resolution", paused: 1 });
});

test("reports: no resolution by a merge, none counted twice, and the wait goes on in the one that stays", () => {
  const happened = (revision: number, kind: string, role: string, at: number, data: Record<string, unknown> = {}) =>
    ({
      ...{ sequence: revision, revision, kind, role, actorId: role === "operator" ? "acc_1" : null, at, data },
      isAutomatic: false,
      isImported: false,
    }) as never;
  const fold = (events: readonly never[]) => {
    let thread: ReturnType<typeof after>["thread"];
    return events.flatMap((event) => {
      const next = after(thread, event);
      ({ thread } = next);
      return next.facts.map(({ measure, value }) => [measure, value]);
    });
  };
  expect(fold([happened(1, "message", "visitor", 0), happened(2, "conversation_merged", "operator", 60_000, { into: "cnv_2" })])).toEqual([
    ["new_conversation", 0],
    ["customer_message", 0],
  ]);
  expect(
    fold([
      happened(1, "message", "visitor", 0),
      happened(2, "message", "operator", 60_000),
      happened(3, "status", "operator", 60_000, { status: "closed", until: null }),
      happened(4, "conversation_joined", "operator", 120_000, { from: "cnv_1", status: "open", waits: true }),
      happened(5, "message", "operator", 180_000),
      happened(6, "status", "operator", 180_000, { status: "closed", until: null }),
    ]),
  ).toEqual([
    ...[
      ["new_conversation", 0],
      ["customer_message", 0],
      ["reply", 0],
      ["wait", 60],
      ["first_response", 60],
      ["resolution", 60],
    ],
    ...[
      ["reply", 0],
      ["wait", 60],
      ["resolution", 60],
    ],
  ]);
  // Undone, nobody waits where nobody did; and snoozed by a merge, it is not closed any more.
  const answered = [happened(1, "message", "visitor", 0), happened(2, "message", "operator", 60_000)];
  expect(
    fold([
      ...answered,
      happened(3, "conversation_joined", "operator", 120_000, { from: "cnv_1", waits: true }),
      happened(4, "conversation_parted", "operator", 130_000, { from: "cnv_1", status: "open", until: null, waits: false }),
      happened(5, "message", "operator", 180_000),
    ]).filter(([measure]) => measure === "wait"),
  ).toEqual([["wait", 60]]);
  expect(
    fold([
      ...answered,
      happened(3, "status", "operator", 60_000, { status: "closed", until: null }),
      happened(4, "conversation_joined", "operator", 120_000, { from: "cnv_1", status: "snoozed", until: null }),
      happened(5, "status", "system", 180_000, { status: "open", until: null }),
    ]).map(([measure]) => measure),
  ).not.toContain("reopened");
  // Undone, its resolution counts from when it was opened.
  expect(
    fold([
      happened(1, "message", "visitor", 0),
      happened(2, "conversation_merged", "operator", 60_000, { into: "cnv_2" }),
      happened(3, "conversation_unmerged", "operator", 90_000, { into: "cnv_2", status: "open", until: null }),
      happened(4, "status", "operator", 120_000, { status: "closed", until: null }),
    ]).at(-1),
  ).toEqual(["resolution", 120]);
});

test("the more open status and the longer wait go on", () => {
  const of = (status: "open" | "snoozed" | "closed", snoozedUntil: number | null, waitingSince: number | null) => ({
    status,
    snoozedUntil,
    waitingSince,
  });
  expect(stateAfter(of("closed", null, null), of("open", null, 5))).toEqual(of("open", null, 5));
  expect(stateAfter(of("open", null, 3), of("closed", null, null))).toEqual(of("open", null, 3));
  expect(stateAfter(of("snoozed", 9, null), of("closed", null, null))).toEqual(of("snoozed", 9, null));
  expect(stateAfter(of("snoozed", 9, null), of("snoozed", 7, null))).toEqual(of("snoozed", 7, null));
  expect(stateAfter(of("open", null, 6), of("open", null, 4))).toEqual(of("open", null, 4));
});

test("bulk actions change nothing in a merged conversation, and the counts of the inbox are right", async () => {
  const visitor = await world.visitor();
  const [from, into] = [await openConversation(visitor), await openConversation(visitor)];
  await merge(world, from, into);
  const body = {
    clientId: crypto.randomUUID(),
    action: "status",
    value: { status: "open" },
    conversations: [{ id: from, revision: await world.revision(from) }],
  };
  await world.as(`/api/dashboard/projects/${world.projectId}/bulk-actions`, { body });
  await world.tick();
  expect(await world.rows("SELECT status, merged_into FROM conversations WHERE id = ?", from)).toEqual([
    { status: "closed", merged_into: into },
  ]);
  const counted = await world.rows(
    "SELECT list, conversations FROM conversation_counts WHERE project_id = ? AND list IN ('open', 'closed') ORDER BY list",
    world.projectId,
  );
  expect(counted).toEqual([
    { list: "closed", conversations: 1 },
    { list: "open", conversations: 1 },
  ]);
});

test("both conversations of a contact that is erased are emptied, and neither can be merged or parted afterwards", async () => {
  const visitor = await world.visitor();
  const [from, into, third] = [await openConversation(visitor), await openConversation(visitor), await openConversation(visitor)];
  await merge(world, from, into);
  await erase(world, { contactId: visitor.contactId });
  expect((await undo(world, from)).body).toMatchObject({ code: "conflict" });
  expect((await merge(world, third, into)).body).toMatchObject({ code: "conflict" });
  for (let i = 0; i < 8; i += 1) await tick(world);
  const left = await world.rows("SELECT 1 FROM messages WHERE conversation_id IN (?, ?) AND erased_at IS NULL", from, into);
  expect(left).toEqual([]);
  expect((await undo(world, from)).status).toBe(409);
});

test("conversations of contacts that were merged can be merged, and those follow where their contact goes", async () => {
  const [one, two] = [await world.visitor(), await world.visitor()];
  const [a, b, c] = [await openConversation(one), await openConversation(one), await openConversation(two)];
  await merge(world, a, b);
  const joined = await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${two.contactId}/merge`, {
    body: { from: one.contactId },
  });
  expect(joined.status, JSON.stringify(joined.body)).toBeLessThan(300);
  for (let i = 0; i < 8; i += 1) await tick(world);
  expect((await merge(world, b, c)).status).toBe(201);
  expect((await two.postMessage(a, "Along both")).body.conversation.id).toBe(c);
});

test("a conversation of another project can be neither merged nor named", async () => {
  const other = await makeWorld();
  const foreign = await openConversation(await other.visitor());
  const mine = await openConversation(await world.visitor());
  expect((await merge(world, mine, foreign)).status).toBe(404);
  expect((await world.as(`${world.conversations}/${mine}/merge-preview?into=${foreign}`)).status).toBe(404);
  expect((await merge(world, foreign, mine)).status).toBe(404);
});
