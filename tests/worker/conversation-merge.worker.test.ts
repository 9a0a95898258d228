// Merging conversations: what moves and what stays, where later messages go, undoing within an hour, and merges that exclude each other.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, join, listRows, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const merge = (from: string, into: string, more: object = {}, cookie?: string) => act(world, from, "merge", { into, ...more }, cookie);
const undo = (from: string, more: object = {}) => act(world, from, "undo-merge", { ...more });
const reply = async (id: string, content = "Answer", more: object = {}) =>
  act(world, id, "messages", { frontier: await world.revision(id), content, ...more });
const status = async (id: string, to: string, more: object = {}) =>
  act(world, id, "status", { frontier: await world.revision(id), status: to, ...more });
const rowOf = async (id: string) =>
  (
    await world.rows<{
      status: string;
      snoozed_until: number | null;
      waiting_since: number | null;
      merged_into: string | null;
      revision: number;
    }>("SELECT status, snoozed_until, waiting_since, merged_into, revision FROM conversations WHERE id = ?", id)
  )[0];
const kindsOf = async (id: string) =>
  (await world.rows<{ kind: string }>("SELECT kind FROM conversation_events WHERE conversation_id = ? ORDER BY revision", id)).map(
    ({ kind }) => kind,
  );
const textsOf = async (id: string) =>
  (await world.rows<{ content: string }>("SELECT content FROM messages WHERE conversation_id = ? ORDER BY revision", id)).map(
    ({ content }) => content,
  );
const pair = async (): Promise<[string, string]> => [await openConversation(visitor), await openConversation(visitor)];

test("the one that goes is closed, keeps what was written, leads to the other one, and takes no writes", async () => {
  const [from, into] = await pair();
  const merged = await merge(from, into);
  expect([merged.status, merged.body.event.name, merged.body.event.data]).toEqual([201, "conversation_merged", { into }]);
  expect(merged.body.conversation).toMatchObject({ id: from, status: "closed", mergedInto: into, waitingSince: null });
  expect(await textsOf(from)).toEqual(["Hello"]);
  expect(await kindsOf(into)).toEqual(["message", "conversation_joined"]);
  const views = await Promise.all(["all", "unassigned"].map((view) => listRows(world, `?view=${view}`)));
  for (const rows of views) expect(rows.map(({ id }) => id)).not.toContain(from);
  const says = "This conversation was merged into another one. Go on there.";
  expect((await reply(from)).body).toMatchObject({ code: "conflict", error: says, mergedInto: into });
  expect((await status(from, "open")).body.error).toBe(says);
  expect((await act(world, from, "notes", { content: "A note" })).body.error).toBe(says);
  expect((await act(world, from, "spam", { frontier: await world.revision(from) })).body.error).toBe(says);
  expect((await act(world, from, "assign", { frontier: await world.revision(from), assigneeId: null })).body.error).toBe(says);
  expect(await kindsOf(from)).toEqual(["message", "conversation_merged"]);
});

test("what the customer writes to it is stored once in the one that stays, and starts what a message starts there", async () => {
  const [from, into] = await pair();
  await reply(into, "Done", { close: true });
  await merge(from, into);
  expect(await rowOf(into)).toMatchObject({ status: "open" });
  await status(into, "closed");
  const clientId = crypto.randomUUID();
  const posted = await visitor.postMessage(from, "One more thing", { clientId });
  expect([posted.status, posted.body.conversation.id]).toEqual([201, into]);
  expect(await rowOf(into)).toMatchObject({ status: "open" });
  const again = await visitor.postMessage(from, "One more thing", { clientId });
  expect([again.status, again.body.conversation.id, again.body.repeated]).toEqual([200, into, true]);
  expect(await textsOf(into)).toEqual(["Hello", "Done", "One more thing"]);
  expect(await textsOf(from)).toEqual(["Hello"]);
  // A repetition of what was stored before the merge is answered from there.
  const other = await world.visitor();
  expect((await other.postMessage(from, "Not mine")).status).toBe(404);
});

test("what was stored there while it was merged is not stored again after the merge was undone", async () => {
  const [from, into] = await pair();
  await merge(from, into);
  const clientId = crypto.randomUUID();
  await visitor.postMessage(from, "Twice?", { clientId });
  expect((await undo(from)).status).toBe(201);
  const again = await visitor.postMessage(from, "Twice?", { clientId });
  expect([again.body.conversation.id, again.body.repeated]).toEqual([into, true]);
  expect((await visitor.postMessage(from, "Here again")).body.conversation.id).toBe(from);
  expect(await textsOf(from)).toEqual(["Hello", "Here again"]);
});

test("that holds along the whole way of several merges, whichever of them were undone", async () => {
  for (const undone of [[0], [0, 1], [1, 0]]) {
    visitor = await world.visitor();
    const [a, b] = await pair();
    const c = await openConversation(visitor);
    await merge(a, b);
    await merge(b, c);
    const clientId = crypto.randomUUID();
    expect((await visitor.postMessage(a, "Once", { clientId })).body.conversation.id).toBe(c);
    for (const n of undone) expect((await undo([a, b][n] ?? "")).status).toBe(201);
    const again = await visitor.postMessage(a, "Once", { clientId });
    expect([again.body.conversation.id, again.body.repeated]).toEqual([c, true]);
    expect([...(await textsOf(a)), ...(await textsOf(b)), ...(await textsOf(c))].filter((text) => text === "Once")).toHaveLength(1);
  }
  // Nor once it is merged anew, into another one.
  const [a, b] = await pair();
  const e = await openConversation(visitor);
  await merge(a, b);
  const clientId = crypto.randomUUID();
  await visitor.postMessage(a, "Once more", { clientId });
  await undo(a);
  await merge(a, e);
  expect((await visitor.postMessage(a, "Once more", { clientId })).body).toMatchObject({ conversation: { id: b }, repeated: true });
});

test("a repetition is known after several merges that were undone one after the other", async () => {
  const [a, b] = await pair();
  const [d, e] = [await openConversation(visitor), await openConversation(visitor)];
  const clientIds: string[] = [];
  for (const into of [b, d, e]) {
    await merge(a, into);
    clientIds.push(crypto.randomUUID());
    expect((await visitor.postMessage(a, `By way of ${into}`, { clientId: clientIds.at(-1) })).body.conversation.id).toBe(into);
    expect((await undo(a)).status).toBe(201);
  }
  for (const [n, into] of [b, d, e].entries())
    expect((await visitor.postMessage(a, `By way of ${into}`, { clientId: clientIds[n] })).body).toMatchObject({
      conversation: { id: into },
      repeated: true,
    });
  expect(await textsOf(a)).toEqual(["Hello"]);
});

test("its visitor sees it closed, without a word of the merge; undone, open", async () => {
  const [from, into] = await pair();
  const socket = await visitor.socket(visitor.cursor);
  await merge(from, into);
  await socket.until(({ event }) => event?.kind === "status");
  await undo(from);
  const own = await visitor.call<{ items: { kind: string; status?: string }[] }>(`/api/widget/conversations/${from}/events`);
  expect(own.body.items.map(({ kind, status: is }) => is ?? kind)).toEqual(["message", "closed", "open"]);
  expect(JSON.stringify(own.body)).not.toContain("merged");
  expect(JSON.stringify((await visitor.call(`/api/widget/conversations/${into}/events`)).body)).not.toContain("joined");
  expect(socket.frames.filter(({ event }) => event?.kind === "status")).not.toEqual([]);
});

test("the one that stays takes over who waits and how open it is; undoing brings both back as they were", async () => {
  const [from, into] = await pair();
  const waited = (await rowOf(from))?.waiting_since;
  world.clock.advance({ minutes: 5 });
  await reply(into, "Answered", { close: true });
  const before = [await rowOf(from), await rowOf(into)];
  await merge(from, into);
  expect(await rowOf(into)).toMatchObject({ status: "open", waiting_since: waited });
  const undone = await undo(from);
  expect([undone.status, undone.body.conversation.status]).toEqual([201, "open"]);
  for (const [i, id] of [from, into].entries()) {
    const { revision: _, ...was } = before[i] ?? { revision: 0 };
    expect(await rowOf(id)).toMatchObject(was);
  }
  expect(await world.rows("SELECT 1 FROM conversation_merges WHERE conversation_id = ?", from)).toEqual([]);
  // What happened in the one that stays since is left as it is.
  await merge(from, into);
  await visitor.postMessage(into, "And now?");
  await undo(from);
  expect(await rowOf(into)).toMatchObject({ status: "open" });
  expect(await textsOf(into)).toEqual(["Hello", "Answered", "And now?"]);
});

test("snoozes: nothing wakes a merged one, and undoing brings its snooze back", async () => {
  const [from, into] = await pair();
  await status(into, "closed");
  const until = new Date(world.clock.now() + 30 * 60_000).toISOString();
  await status(from, "snoozed", { until });
  await merge(from, into);
  expect(await rowOf(into)).toMatchObject({ status: "snoozed", snoozed_until: Date.parse(until) });
  expect(await rowOf(from)).toMatchObject({ status: "closed", snoozed_until: null });
  expect((await undo(from)).body.conversation).toMatchObject({ status: "snoozed", snoozedUntil: until });
  expect(await rowOf(into)).toMatchObject({ status: "closed", snoozed_until: null });
});

test("it can be undone for an hour, once, and not before it was merged", async () => {
  const [from, into] = await pair();
  expect((await undo(from)).body.error).toBe("This conversation isn’t merged.");
  const clientId = crypto.randomUUID();
  const merged = await merge(from, into, { clientId });
  expect((await merge(from, into, { clientId })).body.repeated).toBe(true);
  expect((await merge(from, into)).body.error).toBe("This conversation was merged already.");
  const until = (merged.body as unknown as { undoUntil: string }).undoUntil;
  expect(Date.parse(until) - Date.parse((merged.body.event as unknown as { createdAt: string }).createdAt)).toBe(3_600_000);
  world.clock.set(until);
  expect((await undo(from)).body.error).toBe("A merge can be undone for an hour only.");
  expect((await rowOf(from))?.merged_into).toBe(into);
});

test("refused: itself, another contact's, spam, while a reply is held, of another project, one that is merged itself", async () => {
  const [from, into] = await pair();
  const foreign = await openConversation(await world.visitor());
  const third = await openConversation(visitor);
  const errorOf = async (a: string, b: string) => (await merge(a, b)).body.error;
  expect(await errorOf(from, from)).toBe("Choose another conversation to merge it into.");
  expect(await errorOf(from, foreign)).toContain("different contacts");
  expect((await merge(from, "cnv_00000000000000000000000000")).status).toBe(404);
  await act(world, third, "spam", { frontier: await world.revision(third) });
  expect(await errorOf(from, third)).toContain("spam");
  expect(await errorOf(third, from)).toContain("spam");
  await act(world, third, "not-spam", { frontier: await world.revision(third) });
  const held = { clientId: crypto.randomUUID(), frontier: await world.revision(from), content: "On its way", undoSeconds: 20 };
  const hold = (id: string, body: object) => world.as(`${world.conversations}/${id}/pending-reply`, { body });
  expect((await hold(from, held)).status).toBe(201);
  expect(await errorOf(from, into)).toContain("about to be sent");
  await world.rows("DELETE FROM pending_replies WHERE conversation_id = ?", from);
  // One that is scheduled: only its author can do something about it, so others hear whose it is.
  const { undoSeconds: _now, ...later } = {
    ...held,
    clientId: crypto.randomUUID(),
    sendAt: new Date(world.clock.now() + 86_400_000).toISOString(),
  };
  expect((await hold(from, later)).status).toBe(201);
  expect(await errorOf(from, into)).toContain("Send it or take it back");
  const mate = await join(world, "operator", "Mia Sol");
  await world.rows("UPDATE scheduled_replies SET account_id = ? WHERE conversation_id = ?", mate.accountId, from);
  expect(await errorOf(from, into)).toContain("Mia Sol scheduled a reply");
  await world.rows("DELETE FROM scheduled_replies WHERE conversation_id = ?", from);
  await merge(third, into);
  const late = { ...held, clientId: crypto.randomUUID(), frontier: await world.revision(third) };
  expect((await hold(third, late)).body).toMatchObject({ code: "conflict", mergedInto: into });
  const refused = await merge(from, third);
  expect(refused.body).toMatchObject({ code: "conflict", mergedInto: into });
  expect(await kindsOf(from)).toEqual(["message"]);
});

test("of merges that exclude each other one is done: A into B with B into A, and one conversation into two others", async () => {
  for (let round = 0; round < 8; round += 1) {
    visitor = await world.visitor();
    const [a, b] = await pair();
    const both = await Promise.all([merge(a, b), merge(b, a)]);
    expect(both.map(({ status: code }) => code).toSorted()).toEqual([201, 409]);
    expect([await rowOf(a), await rowOf(b)].filter((row) => row?.merged_into !== null)).toHaveLength(1);
    const [c, d] = await pair();
    const e = await openConversation(visitor);
    const two = await Promise.all([merge(c, d), merge(c, e)]);
    expect(two.map(({ status: code }) => code).toSorted()).toEqual([201, 409]);
  }
});

test("a customer's message and the merge at once: the message is stored once, in one of the two", async () => {
  for (let round = 0; round < 8; round += 1) {
    visitor = await world.visitor();
    const [from, into] = await pair();
    const [merged, posted] = await Promise.all([merge(from, into), visitor.postMessage(from, "At once")]);
    expect([merged.status, posted.status]).toEqual([201, 201]);
    expect([...(await textsOf(from)), ...(await textsOf(into))].filter((text) => text === "At once")).toHaveLength(1);
    expect(await rowOf(from)).toMatchObject({ status: "closed", waiting_since: null });
    expect((await rowOf(into))?.waiting_since).not.toBeNull();
  }
});

test("merges follow each other to the conversation that goes on, five at most", async () => {
  const all: string[] = [];
  for (let i = 0; i < 7; i += 1) all.push(await openConversation(visitor));
  for (let i = 0; i < 5; i += 1) expect((await merge(all[i] ?? "", all[i + 1] ?? "")).status).toBe(201);
  expect((await visitor.postMessage(all[0] ?? "", "Through all")).body.conversation.id).toBe(all[5]);
  const read = await world.as<{ merge: { into: { id: string } } }>(`${world.conversations}/${all[0]}/merge`);
  expect(read.body.merge.into.id).toBe(all[5]);
  expect((await merge(all[5] ?? "", all[6] ?? "")).body.error).toContain("Too many conversations");
  expect((await merge(all[6] ?? "", all[5] ?? "")).status).toBe(201);
});

test("the preview says what would happen, and why it would be refused", async () => {
  const [from, into] = await pair();
  await act(world, from, "notes", { content: "Only for us" });
  await reply(into, "Answered", { close: true });
  const preview = await world.as(`${world.conversations}/${from}/merge-preview?into=${into}`);
  expect(preview.body).toMatchObject({
    ...{ messages: 1, notes: 1, files: 0, followers: 1, status: "open", waits: true, refusal: null },
    ...{ from: { id: from }, into: { id: into } },
  });
  const foreign = await openConversation(await world.visitor());
  const other = await world.as<{ refusal: string }>(`${world.conversations}/${from}/merge-preview?into=${foreign}`);
  expect(other.body.refusal).toContain("different contacts");
});

test("who follows the one that goes follows the one that stays, and drafts go along", async () => {
  const [from, into] = await pair();
  const ben = await join(world, "operator", "Ben");
  await world.as(`${world.conversations}/${from}/notes`, { body: { clientId: crypto.randomUUID(), content: "Looking" } }, ben.cookie);
  await world.as(`${world.conversations}/${from}/drafts/reply`, { method: "PUT", body: { content: "Half a sentence" } }, ben.cookie);
  await merge(from, into);
  expect(await world.rows("SELECT account_id FROM conversation_followers WHERE conversation_id = ?", into)).toEqual([
    { account_id: ben.accountId },
  ]);
  expect(await world.rows("SELECT content FROM drafts WHERE conversation_id = ?", into)).toEqual([{ content: "Half a sentence" }]);
});

test("a draft that is emptied in the merged conversation is removed where it went along to, and no other text is", async () => {
  const [from, into] = await pair();
  const put = (id: string, body: object) => world.as(`${world.conversations}/${id}/drafts/reply`, { method: "PUT", body });
  const there = async () =>
    (await world.rows<{ content: string }>("SELECT content FROM drafts WHERE conversation_id = ?", into)).map(({ content }) => content);
  await put(from, { content: "Half a sentence" });
  await merge(from, into);
  expect(await there()).toEqual(["Half a sentence"]);
  // Written on in another window: what this one empties is not that any more.
  await put(into, { content: "Half a sentence, and more" });
  expect((await put(from, { content: "", was: "Half a sentence" })).status).toBe(200);
  expect(await there()).toEqual(["Half a sentence, and more"]);
  expect((await put(from, { content: "", was: "Half a sentence, and more" })).status).toBe(200);
  expect(await there()).toEqual([]);
});

test("a draft to which another window added a file stays when what it was is emptied", async () => {
  const [from, into] = await pair();
  const put = (id: string, body: object) => world.as(`${world.conversations}/${id}/drafts/reply`, { method: "PUT", body });
  const raw = new TextEncoder().encode("a form") as Uint8Array<ArrayBuffer>;
  const upload = async (): Promise<string> =>
    (
      await world.as<{ file: { id: string } }>(`${world.conversations}/${into}/files?name=form.txt&clientId=${crypto.randomUUID()}`, {
        ...{ raw, headers: { "content-length": String(raw.byteLength) } },
      })
    ).body.file.id;
  const count = async () => (await world.rows("SELECT 1 FROM drafts WHERE conversation_id = ?", into)).length;
  const [mine, other] = [await upload(), await upload()];
  await put(from, { content: "Half a sentence", attachments: [mine] });
  await merge(from, into);
  await put(into, { content: "Half a sentence", attachments: [mine, other] });
  await put(from, { content: "", was: "Half a sentence", wasAttachments: [mine] });
  expect(await count()).toBe(1);
  await put(into, { content: "Half a sentence", attachments: [mine] });
  await put(from, { content: "", was: "Half a sentence", wasAttachments: [mine] });
  expect(await count()).toBe(0);
  // A file alone.
  await put(into, { content: "", attachments: [mine] });
  await put(from, { content: "", was: "", wasAttachments: [mine] });
  expect(await count()).toBe(0);
});

test("members hear of both conversations, and what is read again has the same", async () => {
  const [from, into] = await pair();
  const { body } = await world.as<{ head: number }>(`/api/dashboard/projects/${world.projectId}/conversation-counts`);
  const socket = await world.socket(body.head);
  await merge(from, into);
  await socket.until(({ conversationId, event }) => conversationId === into && (event as { name?: string }).name === "conversation_joined");
  const heard = socket.frames.filter(({ type }) => type === "event");
  expect(heard.map(({ conversationId, event }) => [conversationId, (event as { name?: string }).name])).toEqual([
    [from, "conversation_merged"],
    [into, "conversation_joined"],
  ]);
});
