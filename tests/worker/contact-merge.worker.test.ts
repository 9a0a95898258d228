// Merging contacts: what it moves and ends, who has to stay, writes while it runs, several at once, and erasing the person afterwards.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Contact {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly state: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}
interface Merges {
  readonly merges: readonly { fromId: string; intoId: string; state: string; left: number; conversations: number }[];
  readonly offers: readonly Contact[];
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-27T09:00:00.000Z" });
});
beforeEach(() => world.clock.advance({ hours: 2 }));
const contacts = (at = world): string => `/api/dashboard/projects/${at.projectId}/contacts`;
const merge = (into: string, from: string, at = world): Promise<Answer<{ contact: Contact; error: string }>> =>
  at.as(`${contacts(at)}/${into}/merge`, { body: { from } });
const read = async (id: string): Promise<Contact> => (await world.as<{ contact: Contact }>(`${contacts()}/${id}`)).body.contact;
const mergesOf = async (id: string): Promise<Merges> => (await world.as<Merges>(`${contacts()}/${id}/merges`)).body;
const conversationsOf = async (id: string): Promise<string[]> =>
  (await world.rows<{ id: string }>("SELECT id FROM conversations WHERE contact_id = ? ORDER BY id", id)).map((row) => row.id);
async function known(
  name: string,
  more: { email?: string; verified?: boolean; identifier?: string; attributes?: object; metadata?: object } = {},
) {
  world.clock.advance({ seconds: 1 });
  const visitor = await world.visitor();
  await world.rows(
    "UPDATE contacts SET name = ?, email = ?, email_verified = ?, identifier = ?, attributes = ?, metadata = ? WHERE id = ?",
    ...[name, more.email ?? null, more.verified ? 1 : 0, more.identifier ?? null],
    ...[JSON.stringify(more.attributes ?? {}), JSON.stringify(more.metadata ?? {}), visitor.contactId],
  );
  return visitor;
}
const open = async (visitor: Visitor, text: string): Promise<string> => (await visitor.open(text)).body.conversation.id;
/** Inserts conversations directly: more than one run of the job moves. */
const openMany = (contactId: string, count: number, from = 0): Promise<unknown> =>
  world.rows(
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
     INSERT INTO conversations (project_id, id, contact_id, client_id, door, created_at, last_activity_at) SELECT '${world.projectId}', 'cnv_' || substr('${contactId}', -10) || printf('%016d', i), '${contactId}', i, 'widget', 1, 1 FROM n`,
  );
async function finish(from: string): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    const [row] = await world.rows<{ state: string }>("SELECT state FROM contact_merges WHERE from_id = ?", from);
    if (row?.state === "done") return;
    world.clock.advance({ seconds: 30 });
    await world.tick();
  }
  throw new Error("the merge did not end");
}

test("everything of one contact becomes the other's, which wins where both have a value, and the old id leads there", async () => {
  const stays = await known("Jonas Weber", { email: "jonas@a.test", verified: true, attributes: { plan: "Pro" }, metadata: { k: "mine" } });
  const goes = await known("J. W.", { email: "j@b.test", attributes: { plan: "Free", seats: "3" }, metadata: { k: "theirs", only: 1 } });
  const [one, two] = [await open(stays, "first"), await open(goes, "second")];
  await world.as(`${contacts()}/${goes.contactId}/notes`, { body: { clientId: crypto.randomUUID(), content: "about J." } });
  const preview = await world.as<{ moves: object; sessions: number }>(
    `${contacts()}/${stays.contactId}/merge-preview?from=${goes.contactId}`,
  );
  expect([preview.body.moves, preview.body.sessions]).toEqual([{ conversations: 1, notes: 1 }, 1]);
  expect((await merge(stays.contactId, goes.contactId)).status).toBe(202);
  await finish(goes.contactId);
  const contact = await read(goes.contactId);
  expect(contact).toEqual(await read(stays.contactId));
  expect(contact).toMatchObject({
    ...{ id: stays.contactId, name: "Jonas Weber", email: "jonas@a.test", emailVerified: true },
    ...{ attributes: { plan: "Pro", seats: "3" }, metadata: { k: "mine", only: 1 } },
  });
  expect(await conversationsOf(stays.contactId)).toEqual([one, two].toSorted());
  const thread = await world.as<{ contact: Contact; events: { message?: { content: string } }[] }>(`${world.conversations}/${two}`);
  expect([thread.body.contact.id, thread.body.events[0]?.message?.content]).toEqual([stays.contactId, "second"]);
  const rows = await world.as<{ items: { id: string }[] }>(`${world.conversations}?contactId=${goes.contactId}`);
  expect(rows.body.items.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted());
  const notes = await world.as<{ items: { content: string }[] }>(`${contacts()}/${goes.contactId}/notes`);
  expect(notes.body.items.map(({ content }) => content)).toEqual(["about J."]);
  const listed = (await world.as<{ items: Contact[] }>(`${contacts()}`)).body.items.map(({ id }) => id);
  expect([listed.includes(stays.contactId), listed.includes(goes.contactId)]).toEqual([true, false]);
  const found = (await world.as<{ items: Contact[] }>(`${contacts()}?q=j%20w`)).body.items.map(({ id }) => id);
  expect(found).not.toContain(goes.contactId);
  // A repetition is answered alike, and changes nothing.
  expect((await merge(stays.contactId, goes.contactId)).status).toBe(202);
  expect((await mergesOf(stays.contactId)).merges).toMatchObject([{ fromId: goes.contactId, state: "done", left: 0 }]);
  // What members do with the old id happens to the contact that stays.
  const renamed = await world.as<{ contact: Contact }>(`${contacts()}/${goes.contactId}`, { method: "PATCH", body: { name: "Jonas" } });
  expect(renamed.body.contact).toMatchObject({ id: stays.contactId, name: "Jonas" });
});

test("the browser of the contact that goes has to begin anew: it reads nothing of the other one, and its links end", async () => {
  const stays = await known("Stays", { email: "stays@a.test", verified: true });
  const goes = await known("Goes");
  const theirs = await open(stays, "a secret");
  await open(goes, "mine");
  await merge(stays.contactId, goes.contactId);
  expect((await goes.call("/api/widget/conversations")).status).toBe(401);
  expect((await goes.call(`/api/widget/conversations/${theirs}/events`)).status).toBe(401);
  expect((await goes.postMessage(theirs, "let me in")).status).toBe(401);
  expect((await stays.call("/api/widget/conversations")).status).toBe(200);
  expect(await world.rows("SELECT * FROM visitor_sessions WHERE contact_id = ?", goes.contactId)).toEqual([]);
});

test("a proof never changes hands: who is proved has to stay, an unproved address stays unproved", async () => {
  const email = "same@a.test";
  const anonymous = await known("Anonymous");
  const claims = await known("Claims", { email });
  const proved = await known("Proved", { email, verified: true });
  const signed = await known("Signed", { identifier: "user-1" });
  const other = await known("Other", { identifier: "user-2" });
  for (const [into, from] of [
    [anonymous, proved],
    [claims, proved],
    [claims, signed],
    [proved, signed],
    [signed, other],
    [claims, claims],
  ] as const) {
    const refused = await merge(into.contactId, from.contactId);
    expect([refused.status, (refused.body.error ?? "").length > 20]).toEqual([409, true]);
    expect((await read(from.contactId)).id).toBe(from.contactId);
  }
  expect((await merge(anonymous.contactId, claims.contactId)).body.contact).toMatchObject({ email, emailVerified: false });
  expect((await merge(signed.contactId, anonymous.contactId)).body.contact).toMatchObject({ email, emailVerified: false });
  // The proved address replaces what was only claimed.
  expect((await merge(signed.contactId, proved.contactId)).body.contact).toMatchObject({ email, emailVerified: true });
  // Mail from the proved address belongs to the one that stays.
  expect(await world.rows("SELECT 1 FROM mail_contacts WHERE contact_id = ?", signed.contactId)).toHaveLength(1);
  expect((await mergesOf(signed.contactId)).merges.map(({ fromId }) => fromId).toSorted()).toEqual(
    [anonymous.contactId, claims.contactId, proved.contactId].toSorted(),
  );
  expect((await read(claims.contactId)).id).toBe(signed.contactId);
});

test("blocked, foreign and missing contacts are not merged", async () => {
  const [one, two] = [await known("One"), await known("Two")];
  const elsewhere = await makeWorld();
  const foreign = await elsewhere.visitor();
  expect((await merge(one.contactId, foreign.contactId)).status).toBe(404);
  expect((await merge(foreign.contactId, one.contactId)).status).toBe(404);
  expect((await world.as(`${contacts()}/${one.contactId}/merge-preview?from=${foreign.contactId}`)).status).toBe(404);
  expect((await world.as(`${contacts()}/${one.contactId}/merge`, { body: { from: "con_x" } })).status).toBe(400);
  await world.as(`${contacts()}/${two.contactId}`, { method: "DELETE" });
  expect((await merge(one.contactId, two.contactId)).status).toBe(409);
});

test("what is written while a long merge runs is there afterwards, and of two jobs at once none does harm", async () => {
  const stays = await known("Stays", { email: "long@a.test", verified: true });
  const goes = await known("Goes");
  const id = await open(goes, "hello");
  await openMany(goes.contactId, 4500);
  expect((await merge(stays.contactId, goes.contactId)).status).toBe(202);
  const [running] = (await mergesOf(stays.contactId)).merges;
  expect([running?.state, running?.conversations]).toEqual(["moving", 1000]);
  expect((await conversationsOf(goes.contactId)).length).toBeGreaterThan(100);
  // A member answers, the one that stays writes, and mail begins another conversation of the one that goes.
  const reply = await world.as(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), content: "An answer" },
  });
  expect(reply.status).toBe(201);
  const mine = await open(stays, "while it runs");
  await openMany(goes.contactId, 3, 10_000);
  await Promise.all([world.tick(), world.tick()]);
  await finish(goes.contactId);
  expect(await conversationsOf(goes.contactId)).toEqual([]);
  const all = await conversationsOf(stays.contactId);
  expect([all.length, all.includes(id), all.includes(mine)]).toEqual([4505, true, true]);
  const events = await world.rows("SELECT sequence FROM conversation_events WHERE contact_id = ?", goes.contactId);
  expect(events).toEqual([]);
});

test("of two merges into each other one wins, and a chain that begins at once leads to its end", async () => {
  const [a, b, c] = [await known("A"), await known("B"), await known("C")];
  for (const visitor of [a, b, c]) await open(visitor, "hello");
  const both = await Promise.all([merge(a.contactId, b.contactId), merge(b.contactId, a.contactId)]);
  // The second of them is about a contact and itself, once the first has begun.
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  const winner = both[0]?.status === 202 ? a.contactId : b.contactId;
  expect([(await read(a.contactId)).id, (await read(b.contactId)).id]).toEqual([winner, winner]);
  const [x, y] = [await known("X"), await known("Y")];
  await Promise.all([merge(x.contactId, winner), merge(y.contactId, x.contactId)]);
  const end = (await read(winner)).id;
  for (const { contactId } of [a, b]) expect((await read(contactId)).id).toBe(end);
  for (let i = 0; i < 6; i += 1) await world.tick();
  const rows = await world.rows<{ contact_id: string }>(
    `SELECT DISTINCT contact_id FROM conversations WHERE contact_id IN ('${a.contactId}', '${b.contactId}')`,
  );
  expect(rows.map((row) => row.contact_id).filter((id) => id !== end)).toEqual([]);
});

test("erasing the person erases both, also in the middle of a merge and by the old id", async () => {
  const word = `canary${crypto.randomUUID().slice(0, 8)}`;
  const stays = await known("Stays", { email: `${word}@a.test`, verified: true });
  const goes = await known(`Goes ${word}`, { email: `other${word}@b.test`, attributes: { plan: word } });
  const ids = [await open(stays, `first ${word}`), await open(goes, `second ${word}`)];
  await openMany(goes.contactId, 4500);
  await world.as(`${contacts()}/${goes.contactId}/notes`, { body: { clientId: crypto.randomUUID(), content: word } });
  await merge(stays.contactId, goes.contactId);
  expect((await mergesOf(stays.contactId)).merges[0]?.state).toBe("moving");
  expect((await world.as(`/api/management/projects/${world.projectId}/contacts/${goes.contactId}/erase`, { body: {} })).status).toBe(202);
  for (let i = 0; i < 60; i += 1) {
    world.clock.advance({ seconds: 61 });
    await world.tick();
    if ((await world.rows("SELECT 1 FROM contact_erasures WHERE finished_at IS NULL")).length === 0) break;
  }
  await finish(goes.contactId);
  const texts = await world.rows<{ content: string }>(
    `SELECT content FROM messages WHERE conversation_id IN (${ids.map((id) => `'${id}'`).join(", ")})`,
  );
  expect(texts.map(({ content }) => content)).toEqual(["", ""]);
  for (const table of ["contacts", "contact_notes", "contact_attribute_values", "contact_terms", "conversations"])
    expect(JSON.stringify(await world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId)), table).not.toContain(word);
});

test("an erasure that knows only the contact that stays, as a restored backup brings it, erases both", async () => {
  const word = `canary${crypto.randomUUID().slice(0, 8)}`;
  const [stays, goes] = [await known("Stays"), await known(`Goes ${word}`, { email: `${word}@b.test` })];
  await open(goes, word);
  await merge(stays.contactId, goes.contactId);
  await finish(goes.contactId);
  expect(JSON.stringify(await world.rows("SELECT * FROM contacts WHERE id = ?", goes.contactId))).toContain(word);
  await world.rows(
    "INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES (?, ?, ?, 'system', 1)",
    ...[`era_${stays.contactId.slice(4)}`, world.projectId, stays.contactId],
  );
  for (let i = 0; i < 8; i += 1) {
    world.clock.advance({ seconds: 61 });
    await world.tick();
  }
  expect(await world.rows("SELECT 1 FROM contact_erasures WHERE contact_id = ? AND finished_at IS NOT NULL", goes.contactId)).toHaveLength(
    1,
  );
  expect(JSON.stringify(await world.rows("SELECT * FROM contacts WHERE project_id = ?", world.projectId))).not.toContain(word);
});

test("contacts that proved the same address are offered as one person, never merged by themselves, until somebody says no", async () => {
  const email = "offered@a.test";
  const [chat, mail] = [await known("Chat", { email, verified: true }), await known("Mail", { email, verified: true })];
  const claims = await known("Claims", { email });
  const offers = async (id: string): Promise<string[]> => (await mergesOf(id)).offers.map((one) => one.id);
  expect(await offers(chat.contactId)).toEqual([mail.contactId]);
  expect(await offers(mail.contactId)).toEqual([chat.contactId]);
  expect(await offers(claims.contactId)).toEqual([]);
  const dismiss = (dismissed: boolean) =>
    world.as(`${contacts()}/${mail.contactId}/merge-dismissals`, { body: { other: chat.contactId, dismissed } });
  expect((await dismiss(true)).status).toBe(200);
  expect([await offers(chat.contactId), await offers(mail.contactId)]).toEqual([[], []]);
  await dismiss(false);
  expect(await offers(chat.contactId)).toEqual([mail.contactId]);
  expect((await merge(chat.contactId, mail.contactId)).status).toBe(202);
  await finish(mail.contactId);
  expect(await offers(chat.contactId)).toEqual([]);
});

test("what the bell tells of the contact that goes is told of the one that stays", async () => {
  const [stays, goes] = [await known("Stays"), await known("Goes")];
  const id = await open(goes, "hello");
  const entry = async () =>
    (
      await world.as<{ items: { conversationId: string; unread: boolean; contact: { id: string } }[] }>(
        `/api/dashboard/projects/${world.projectId}/bell/entries`,
      )
    ).body.items.find(({ conversationId }) => conversationId === id);
  expect(await entry()).toMatchObject({ unread: true, contact: { id: goes.contactId } });
  await merge(stays.contactId, goes.contactId);
  await finish(goes.contactId);
  expect(await entry()).toMatchObject({ unread: true, contact: { id: stays.contactId } });
});

// The last test, because the rows that it makes up mean nothing to the schedule.
test("no table keeps a row at the contact that goes, whichever module it belongs to", async () => {
  const [stays, goes] = [await known("Stays"), await known("Goes")];
  const tables = await world.rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE '%contact\\_id TEXT%' ESCAPE '\\' ORDER BY name",
  );
  // Triggers keep the first two from the contact's own row; the last ones are about an erasure, and about offers.
  const others = ["contact_terms", "contact_attribute_values", "contact_erasures", "contact_merge_dismissals"];
  const checked = tables.filter(({ name }) => !others.includes(name));
  expect(checked.length).toBeGreaterThan(25);
  for (const { name, sql } of checked) {
    const columns = await world.rows<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
      `SELECT * FROM pragma_table_info('${name}')`,
    );
    const filled = columns.filter(
      (one) => ["contact_id", "project_id"].includes(one.name) || ((one.notnull || one.pk) && one.dflt_value === null),
    );
    const valueOf = (column: (typeof columns)[number], i: number): string | number => {
      if (column.name === "contact_id") return goes.contactId;
      if (column.name === "project_id") return world.projectId;
      if (column.name === "visible") return 1;
      const [, listed] = new RegExp(`CHECK \\(${column.name} IN \\('([^']*)'`).exec(sql) ?? [];
      return listed ?? (column.type === "INTEGER" ? 4_000_000 + i : `row ${name} ${column.name}`);
    };
    await world.rows(
      `INSERT INTO ${name} (${filled.map((one) => one.name).join(", ")}) VALUES (${filled.map(() => "?").join(", ")})`,
      ...filled.map(valueOf),
    );
  }
  expect((await merge(stays.contactId, goes.contactId)).status).toBe(202);
  await finish(goes.contactId);
  const left: string[] = [];
  for (const { name } of checked)
    if ((await world.rows(`SELECT 1 FROM ${name} WHERE contact_id = ? LIMIT 1`, goes.contactId)).length > 0) left.push(name);
  expect(left).toEqual([]);
});
