// Moving a conversation to another contact: who may read what afterwards, undoing, erasure, and what happens at the same moment.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { readCustomer } from "#modules/code-hosting";
import { customerTexts, readTranscript, shared } from "../../modules/copilot/conversation/transcript.ts";
import { readThread } from "../../modules/email-channel/queries.ts";
import { erase, tick } from "./erasure-kit.ts";
import { deliverRaw, mailWorld, messages, raw } from "./mail-kit.ts";
import { act, createdBy, listRows, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let former: Visitor;
let other: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  [former, other] = [await world.visitor(), await world.visitor()];
});
interface Created {
  readonly id: string;
  readonly status: string;
  readonly waitingSince: string | null;
  readonly contact: { readonly id: string };
}
async function move(id: string, contactId: string, more: object = {}) {
  const answer = await act(world, id, "move", { contactId, ...more });
  return { ...answer, body: answer.body as typeof answer.body & { readonly created: Created } };
}
const undo = (id: string, more: object = {}) => act(world, id, "undo-move", { ...more });
const reply = async (id: string, content = "Answer") => act(world, id, "messages", { frontier: await world.revision(id), content });
const rowOf = async (id: string) =>
  (
    await world.rows<{ status: string; waiting_since: number | null; snoozed_until: number | null; contact_id: string; preview: string }>(
      "SELECT status, waiting_since, snoozed_until, contact_id, preview FROM conversations WHERE id = ?",
      id,
    )
  )[0];
const ownOf = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.call<{ items: { id: string }[] }>("/api/widget/conversations")).body.items.map(({ id }) => id);
const seenBy = async (visitor: Visitor, id: string) =>
  await visitor.call<{ items?: { kind: string; status?: string; message?: { content: string } }[] }>(
    `/api/widget/conversations/${id}/events`,
  );
interface ThreadOf {
  readonly events: readonly {
    readonly kind: string;
    readonly message?: { content: string; authorName: string | null; quotedFrom?: string };
  }[];
}
const threadOf = async (id: string) => (await world.as<ThreadOf>(`${world.conversations}/${id}`)).body;

test("a conversation of the other contact goes on, in which the team reads what was written; the former one is closed and stays theirs", async () => {
  const from = await openConversation(former);
  await world.rows("UPDATE contacts SET name = 'Fay Former' WHERE id = ?", former.contactId);
  const waited = (await rowOf(from))?.waiting_since;
  const moved = await move(from, other.contactId);
  expect([moved.status, moved.body.event.name, moved.body.conversation.status]).toEqual([201, "conversation_moved", "closed"]);
  const { created } = moved.body;
  expect(created).toMatchObject({ status: "open", contact: { id: other.contactId }, waitingSince: new Date(waited ?? 0).toISOString() });
  expect((await threadOf(created.id)).events[0]).toMatchObject({
    kind: "message",
    message: { content: "Hello", authorName: "Fay Former", quotedFrom: from },
  });
  expect((await listRows(world)).map(({ id }) => id)).toContain(created.id);
  expect(await rowOf(from)).toMatchObject({ status: "closed", waiting_since: null, contact_id: former.contactId });
  const [entry] = await world.rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE action = 'contact.conversation_moved' ORDER BY created_at DESC LIMIT 1",
  );
  expect(JSON.parse(entry?.detail ?? "{}")).toEqual({ conversation: from, to: created.id });
});

test("what the former contact wrote is another person's to models, and their name is left out of issues", async () => {
  const from = await openConversation(former);
  await world.rows("UPDATE contacts SET name = 'Fay Former' WHERE id = ?", former.contactId);
  await reply(from, "For Fay only");
  const id = (await move(from, other.contactId)).body.created.id as ConversationId;
  const ctx = { ...world.ctx(), caller: { projectId: world.projectId as ProjectId } };
  const [customer] = await ctx.db.read(readCustomer(ctx.caller.projectId, id));
  expect(customer?.names).toContain("Fay Former");
  const { texts } = await readTranscript(ctx as never, id);
  expect(texts.map(({ by, isNote, text }) => ({ by, isNote, text }))).toEqual([
    { by: "different sender", isNote: true, text: "Hello" },
    { by: "team", isNote: true, text: "For Fay only" },
  ]);
  expect([customerTexts(texts), shared(texts)]).toEqual([[], []]);
});

test("no visitor gets to read anything of another one: neither the other contact what was written, nor the former one what follows", async () => {
  const from = await openConversation(former);
  await former.postMessage(from, "My card number is secret");
  const [own, theirs] = [await former.socket(former.cursor), await other.socket(other.cursor)];
  const { created } = (await move(from, other.contactId)).body;
  // Before anybody replied there is nothing to see.
  expect(await ownOf(other)).toEqual([]);
  expect((await seenBy(other, created.id)).status).toBe(404);
  await reply(created.id, "This is for you");
  await theirs.until(({ event }) => event?.kind === "message");
  const seen = await seenBy(other, created.id);
  expect(seen.body.items?.map(({ message }) => message?.content)).toEqual(["This is for you"]);
  expect(JSON.stringify([seen.body, theirs.frames, (await other.call("/api/widget/conversations")).body])).not.toContain("secret");
  expect((await seenBy(other, from)).status).toBe(404);
  // The former contact keeps what they wrote, and learns nothing of the other one.
  expect((await seenBy(former, created.id)).status).toBe(404);
  const kept = await seenBy(former, from);
  expect(kept.body.items?.map(({ message, status, kind }) => message?.content ?? status ?? kind)).toEqual([
    ...["Hello", "My card number is secret", "closed"],
  ]);
  await own.until(({ event }) => event?.kind === "status");
  expect(JSON.stringify([kept.body, own.frames])).not.toContain(created.id);
  // What each of them writes is theirs.
  expect((await other.postMessage(from, "Into theirs?")).status).toBe(404);
  expect((await former.postMessage(created.id, "Into theirs?")).status).toBe(404);
  expect((await other.postMessage(created.id, "Mine")).body.conversation.id).toBe(created.id);
  expect((await former.postMessage(from, "Mine, too")).body.conversation.id).toBe(from);
  expect(await rowOf(from)).toMatchObject({ status: "open" });
});

test("files of the former contact are not opened by the other one", async () => {
  const from = await openConversation(former);
  const uploaded = await former.upload("a.txt", new TextEncoder().encode("words") as Uint8Array<ArrayBuffer>);
  const fileId = uploaded.body.file.id;
  await former.postMessage(from, "With a file", { attachments: [fileId] });
  const { created } = (await move(from, other.contactId)).body;
  await reply(created.id);
  expect([(await former.call(`/files/${fileId}`)).status, (await other.call(`/files/${fileId}`)).status]).toEqual([200, 404]);
  expect(JSON.stringify(await threadOf(created.id))).toContain(fileId);
});

test("an erasure of the former contact reaches all that they wrote, their name included, and leaves the other contact’s words", async () => {
  const from = await openConversation(former);
  await former.postMessage(from, "Canary of the former contact");
  await world.rows("UPDATE contacts SET name = 'Canary Former', email = 'canary@former.test' WHERE id = ?", former.contactId);
  const { created } = (await move(from, other.contactId)).body;
  await reply(created.id, "For the other one");
  await erase(world, { contactId: former.contactId });
  expect(JSON.stringify(await threadOf(created.id))).not.toContain("anary");
  for (let i = 0; i < 8; i += 1) await tick(world);
  const thread = await threadOf(created.id);
  expect(thread.events.flatMap(({ message }) => message?.content ?? [])).toEqual(["", "", "For the other one"]);
  for (const table of ["conversations", "conversation_events", "messages", "contacts", "conversation_transfers"])
    expect(JSON.stringify(await world.rows(`SELECT * FROM ${table}`)), table).not.toContain("anary");
  // And one of the other contact leaves what the former one wrote where it is.
  const [a, b] = [await world.visitor(), await world.visitor()];
  const second = await openConversation(a);
  const next = (await move(second, b.contactId)).body.created;
  await erase(world, { contactId: b.contactId });
  for (let i = 0; i < 8; i += 1) await tick(world);
  expect((await seenBy(a, second)).body.items?.[0]?.message?.content).toBe("Hello");
  expect((await threadOf(next.id)).events[0]?.message?.content).toBe("");
  // Undone still, the former contact’s is open again.
  expect((await undo(next.id)).status).toBe(201);
  expect(await rowOf(second)).toMatchObject({ status: "open" });
});

test("from the moment that an erasure of the former contact begins, nothing of theirs is shown in the other one’s conversation", async () => {
  const from = await openConversation(former);
  await world.rows("UPDATE contacts SET name = 'Fay Former' WHERE id = ?", former.contactId);
  const { created } = (await move(from, other.contactId)).body;
  await reply(created.id, "For the other one");
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", former.contactId);
  const { events } = await threadOf(created.id);
  expect(events.flatMap(({ message }) => message?.content ?? [])).toEqual(["", "For the other one"]);
  expect(events[0]?.message?.authorName).toBeNull();
  // A page of events, too.
  expect(JSON.stringify((await world.as(`${world.conversations}/${created.id}/events`)).body)).not.toContain("Hello");
});

test("undone within the hour, both are as before; later, or once something was written, it is refused", async () => {
  const from = await openConversation(former);
  const before = await rowOf(from);
  const { created } = (await move(from, other.contactId)).body;
  const clientId = crypto.randomUUID();
  const undone = await undo(created.id, { clientId });
  expect([undone.status, undone.body.conversation]).toMatchObject([201, { status: "closed", withdrawn: true }]);
  expect((await undo(created.id, { clientId })).body).toMatchObject({ repeated: true });
  expect(await rowOf(from)).toMatchObject({ status: "open", waiting_since: before?.waiting_since });
  expect(await ownOf(other)).toEqual([]);
  expect((await other.postMessage(created.id, "Hello?")).status).toBe(404);
  // A note in it meanwhile does not let the customer be forgotten.
  const noted = (await move(from, other.contactId)).body.created;
  expect((await act(world, from, "notes", { content: "Moved by mistake" })).status).toBe(201);
  expect((await undo(noted.id)).status).toBe(201);
  expect(await rowOf(from)).toMatchObject({ status: "open", waiting_since: before?.waiting_since });
  const again = (await move(from, other.contactId)).body.created;
  await reply(again.id);
  expect((await undo(again.id)).body.error).toContain("Something was written");
  const late = (await move(await openConversation(former), other.contactId)).body.created;
  world.clock.advance({ minutes: 60 });
  expect((await undo(late.id)).body.error).toBe("A move can be undone for an hour only.");
  expect((await undo(from)).body.error).toContain("wasn’t moved");
});

test("refused: to its own contact, a blocked or merged one, twice, spam, merged, while a reply waits, of another project", async () => {
  const from = await openConversation(former);
  const errorOf = async (id: string, contactId: string) => (await move(id, contactId)).body.error;
  expect(await errorOf(from, former.contactId)).toContain("with this contact already");
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE id = ?", other.contactId);
  expect(await errorOf(from, other.contactId)).toContain("blocked");
  await world.rows("UPDATE contacts SET state = 'active' WHERE id = ?", other.contactId);
  await world.rows("UPDATE contacts SET merged_into = ? WHERE id = ?", former.contactId, other.contactId);
  expect(await errorOf(from, other.contactId)).toContain("merged or erased");
  await world.rows("UPDATE contacts SET merged_into = NULL WHERE id = ?", other.contactId);
  expect((await move(from, "con_00000000000000000000000000")).status).toBe(404);
  const foreign = await makeWorld();
  expect((await move(from, (await foreign.visitor()).contactId)).status).toBe(404);
  await act(world, from, "spam", { frontier: await world.revision(from) });
  expect(await errorOf(from, other.contactId)).toContain("spam");
  await act(world, from, "not-spam", { frontier: await world.revision(from) });
  const held = { clientId: crypto.randomUUID(), frontier: await world.revision(from), content: "On its way", undoSeconds: 20 };
  expect((await world.as(`${world.conversations}/${from}/pending-reply`, { body: held })).status).toBe(201);
  expect(await errorOf(from, other.contactId)).toContain("about to be sent");
  await world.rows("DELETE FROM pending_replies WHERE conversation_id = ?", from);
  const clientId = crypto.randomUUID();
  const moved = await move(from, other.contactId, { clientId });
  expect((await move(from, other.contactId, { clientId })).body).toMatchObject({ repeated: true, created: { id: moved.body.created.id } });
  expect(await errorOf(from, (await world.visitor()).contactId)).toContain("moved to another contact already");
});

test("of two operators who move it at once one does; with an erasure, a merge, or a message at once nothing is lost or leaks", async () => {
  for (let round = 0; round < 6; round += 1) {
    [former, other] = [await world.visitor(), await world.visitor()];
    const third = await world.visitor();
    const from = await openConversation(former);
    const both = await Promise.all([move(from, other.contactId), move(from, third.contactId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [a, b] = [await openConversation(former), await openConversation(former)];
    const [merged, moved] = await Promise.all([act(world, a, "merge", { into: b }), move(a, other.contactId)]);
    expect([merged.status, moved.status]).toContain(201);
    const at = await openConversation(former);
    const [apart, posted] = await Promise.all([move(at, other.contactId), former.postMessage(at, "At once")]);
    expect([apart.status, posted.status, posted.body.conversation.id]).toEqual([201, 201, at]);
    expect(await world.rows("SELECT 1 FROM messages WHERE content = 'At once' AND conversation_id = ?", at)).toHaveLength(1);
    const last = await openConversation(former);
    const [gone] = await Promise.all([move(last, other.contactId), erase(world, { contactId: former.contactId })]);
    expect([201, 409]).toContain(gone.status);
    if (gone.status === 201) expect((await threadOf(gone.body.created.id)).events[0]?.message?.content).toBe("");
  }
});

test("the preview names the address that replies go to, and why it would be refused", async () => {
  const from = await openConversation(former);
  const preview = (contactId: string) => world.as(`${world.conversations}/${from}/move-preview?contactId=${contactId}`);
  expect((await preview(other.contactId)).body).toEqual({
    messages: 1,
    files: 0,
    merged: false,
    repliesTo: null,
    waits: true,
    refusal: null,
  });
  await world.rows("UPDATE contacts SET email = 'b@example.test', email_verified = 1 WHERE id = ?", other.contactId);
  expect((await preview(other.contactId)).body).toMatchObject({ repliesTo: { email: "b@example.test", verified: true } });
  expect((await preview(former.contactId)).body).toMatchObject({ refusal: expect.stringContaining("with this contact already") });
  // What was merged into it is not taken along, which is said before.
  expect((await act(world, await openConversation(former), "merge", { into: from })).status).toBe(201);
  expect((await preview(other.contactId)).body).toMatchObject({ messages: 1, merged: true });
});

test("a reply by mail goes to the other contact’s own address, and continues no thread of the former one", async () => {
  const at = await mailWorld();
  await deliverRaw(
    at,
    raw({ From: "Ada <ada@example.test>", To: at.at, Subject: "Secret subject", "Message-ID": "<a1@example.test>" }, "Words"),
  );
  const [mail] = await messages(at);
  await at.rows("UPDATE contacts SET email = 'ben@example.test', email_verified = 1 WHERE id = ?", (await at.visitor()).contactId);
  const [ben] = await at.rows<{ id: string }>("SELECT id FROM contacts WHERE email = 'ben@example.test'");
  const moved = await act(at, mail?.conversation_id ?? "", "move", { contactId: ben?.id });
  expect(moved.status, JSON.stringify(moved.body)).toBe(201);
  const id = createdBy(moved);
  const [row] = await at.rows("SELECT door, subject FROM conversations WHERE id = ?", id);
  expect(row).toEqual({ door: "email", subject: null });
  expect((await act(at, id, "messages", { frontier: await at.revision(id), content: "For Ben" })).status).toBe(201);
  for (let i = 0; i < 2; i += 1) await tick(at);
  const out = await at.rows<{ to_list: string; subject: string }>(
    "SELECT to_list, subject FROM mails WHERE conversation_id = ? AND direction = 'out'",
    id,
  );
  expect(out).toHaveLength(1);
  expect(out[0]?.to_list).toContain("ben@example.test");
  expect(JSON.stringify(out)).not.toContain("Secret");
  const [thread] = await at.ctx().db.read(readThread(at.projectId as ProjectId, id as ConversationId, at.clock.now() + 60_000));
  expect(thread).toMatchObject({ inReplyTo: null, subject: null });
  expect(JSON.stringify(thread)).not.toContain("a1@example.test");
  // Mail of the former contact to their own thread stays with them.
  await deliverRaw(
    at,
    raw(
      { From: "Ada <ada@example.test>", To: at.at, Subject: "Re", "In-Reply-To": "<a1@example.test>", "Message-ID": "<a2@example.test>" },
      "More",
    ),
  );
  expect((await messages(at)).at(-1)?.conversation_id).toBe(mail?.conversation_id);
});
