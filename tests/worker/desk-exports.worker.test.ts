// Uploaded exports of Zendesk and Intercom: pieces cut anywhere, every line checked before anything is imported, and gone afterwards.
import { expect, test } from "vitest";
import { erase, keysOf, noConsumer, tick } from "./erasure-kit.ts";
import { type DeskImports, deskWorld, INTERCOM, OPTIONS, ZENDESK } from "./desk-imports-kit.ts";
import { intercomExport, zendeskExport } from "../doubles/help-desks/exports.ts";
import { HELP_DESK_VARS } from "../doubles/help-desks/index.ts";

const WITH = { options: { ...OPTIONS, companies: true, ratings: true } };
interface Shown {
  id: string;
  state: string;
  fault: { code: string; kind: string; line: number } | null;
  lines: Record<string, number>;
}
/** Without tokens: an export needs none. */
const { TEST_HELP_DESK_BASE_URL } = HELP_DESK_VARS;
async function world(): Promise<DeskImports> {
  const imports = await deskWorld({ TEST_HELP_DESK_BASE_URL });
  found.set(imports, new Set(await keysOf(imports.world)));
  return imports;
}
const pathOf = (imports: DeskImports, id = ""): string => `${imports.path}/desk-exports${id === "" ? "" : `/${id}`}`;

async function begin(imports: DeskImports, platform: string): Promise<string> {
  const made = await imports.world.as<{ export: Shown }>(pathOf(imports), { body: { clientId: crypto.randomUUID(), platform } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.export.id;
}
const put = (imports: DeskImports, id: string, kind: string, n: number, raw: Uint8Array<ArrayBuffer>) =>
  imports.world.as(`${pathOf(imports, id)}/pieces?kind=${kind}&n=${n}`, {
    ...{ method: "PUT", raw, headers: { "content-length": String(raw.byteLength) } },
  });
const encoded = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
/** Sends a file in pieces of so many bytes. */
async function send(imports: DeskImports, id: string, kind: string, text: string | Uint8Array<ArrayBuffer>, size = 700): Promise<void> {
  const bytes = typeof text === "string" ? encoded(text) : text;
  for (let n = 0; n * size < bytes.byteLength; n += 1) {
    const raw = bytes.slice(n * size, (n + 1) * size);
    const sent = await put(imports, id, kind, n, raw);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  }
}
async function check(imports: DeskImports, id: string): Promise<Shown> {
  const asked = await imports.world.as<{ export: Shown }>(`${pathOf(imports, id)}/check`, { body: {} });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  for (let i = 0; i < 10; i += 1) {
    imports.world.clock.advance({ minutes: 1 });
    await imports.world.tick();
    const { body } = await imports.world.as<{ export: Shown }>(pathOf(imports, id));
    if (body.export.state !== "checking") return body.export;
  }
  throw new Error("the check did not end");
}
const found = new WeakMap<DeskImports, ReadonlySet<string>>();
/** Objects of uploads that came since the world began. */
const objects = async (imports: DeskImports): Promise<number> =>
  (await keysOf(imports.world)).filter((key) => key.startsWith("x/") && found.get(imports)?.has(key) !== true).length;

test.for([
  { from: ZENDESK, files: zendeskExport, lines: { tickets: 6, users: 5, organizations: 2 } },
  { from: INTERCOM, files: intercomExport, lines: { conversations: 5, contacts: 3 } },
])("$from.platform: an export is imported like the help desk itself, once, and then it is gone", async ({ from, files, lines }) => {
  const imports = await world();
  const { desks } = imports;
  const id = await begin(imports, from.platform);
  for (const [kind, text] of Object.entries(files(desks.support))) await send(imports, id, kind, text);
  const early = await imports.start({ ...from, exportId: id }, WITH);
  expect(early).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await check(imports, id)).toMatchObject({ state: "checked", fault: null, lines });
  const source = { ...from, exportId: id };
  const preview = await imports.world.as<{ people: unknown[] }>(`${imports.path}/desk-import-preview`, { body: { from: source } });
  expect(preview.body).toMatchObject({ tickets: 5, complete: true, ratings: 1, since: null });
  expect(preview.body.people).toContainEqual({ id: "1", name: "Olivia Owner", email: "owner@example.test", member: "Olga" });
  const dry = await imports.runToEnd(source, { ...WITH, dry: true });
  expect(dry).toMatchObject({ state: "done", counts: { created: 5, messages: 0 } });
  expect([await imports.count("conversations"), await objects(imports)]).toEqual([0, expect.any(Number)]);
  const run = await imports.runToEnd(source, WITH);
  expect(run).toMatchObject({ state: "done", counts: { created: 5, messages: 12, ratings: 1, companies: from === ZENDESK ? 2 : 0 } });
  expect(desks.requests).toEqual([]);
  const stored = await imports.conversations();
  expect(stored.map(({ subject, status, name, email }) => [subject, status, name, email])).toEqual([
    ["Where is my invoice?", "closed", "Nadia Novak", "nadia@customer.example"],
    ["Cannot sign in", "open", "Tomas Tree", "tomas@customer.example"],
    ["Same as 12", "closed", "Tomas Tree", "tomas@customer.example"],
    ["From somebody who left", "closed", null, null],
    ["Another question", "open", "Nadia Novak", "nadia@customer.example"],
  ]);
  expect(
    JSON.stringify(
      await imports.world.rows("SELECT origin, author_role, kind FROM messages WHERE project_id = ?", imports.world.projectId),
    ),
  ).toContain("Former Agent");
  // The files go with the run; undoing works without them.
  imports.world.clock.advance({ minutes: 1 });
  await imports.world.tick();
  expect([await objects(imports), await imports.count("desk_exports"), await imports.count("desk_export_lines")]).toEqual([0, 0, 0]);
  expect((await imports.world.as(pathOf(imports, id))).status).toBe(404);
  // The same export once more changes nothing: it is the same help desk.
  const again = await begin(imports, from.platform);
  for (const [kind, text] of Object.entries(files(desks.support))) await send(imports, again, kind, text, 100_000);
  await check(imports, again);
  expect((await imports.runToEnd({ ...from, exportId: again }, WITH)).counts).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 5,
    ratings: 0,
  });
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 5 } });
});

const good = (n: number): string => JSON.stringify({ id: n, created_at: "2029-01-01T00:00:00Z", status: "open", comments: [] });
test.for([
  { name: "truncated", text: `${good(1)}\n${good(2).slice(0, 40)}`, fault: { code: "truncated", line: 2 } },
  { name: "another list", text: `${good(1)}\n{"id":1,"name":"A","role":"agent"}\n`, fault: { code: "wrong_kind", line: 2 } },
  { name: "not a record", text: `${good(1)}\n${good(2)}\n[1,2]\n`, fault: { code: "wrong_kind", line: 3 } },
  { name: "a table", text: "id,subject\n1,Hello\n", fault: { code: "not_json", line: 1 } },
  { name: "an archive", text: new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 1, 10, 5]), fault: { code: "not_text", line: 1 } },
  { name: "nothing but a list's frame", text: '{"tickets":[\n]}\n', fault: { code: "empty", line: 1 } },
  { name: "cut off in its only line", text: good(1).slice(0, 40), fault: { code: "truncated", line: 1 } },
  { name: "a list that is never closed", text: `{"tickets":[\n${good(1)},\n${good(2)},\n`, fault: { code: "truncated", line: 3 } },
  { name: "all in one line", text: `[${good(1)},${good(2)}]\n`, fault: { code: "list", line: 1 } },
  { name: "the answer of an API", text: `{"tickets":[${good(1)}],"count":1}\n`, fault: { code: "list", line: 1 } },
  { name: "over several lines", text: JSON.stringify([{ id: 1 }], null, 2), fault: { code: "not_json", line: 2 } },
  { name: "without messages", text: good(1).replace(',"comments":[]', ""), fault: { code: "no_messages", line: 1 } },
  { name: "a time before 1970", text: good(1).replace("2029", "1969"), fault: { code: "no_time", line: 1 } },
  {
    name: "a time in microseconds",
    text: good(1).replace('"2029-01-01T00:00:00Z"', "1700000000000000"),
    fault: { code: "no_time", line: 1 },
  },
])("a bad file is refused with its line, and nothing is written: $name", async ({ text, fault }) => {
  const imports = await world();
  const id = await begin(imports, "zendesk");
  await send(imports, id, "tickets", text, 30);
  expect(await check(imports, id)).toMatchObject({ state: "faulty", fault: { kind: "tickets", ...fault } });
  const started = await imports.start({ ...ZENDESK, exportId: id });
  expect(started.status).toBe(409);
  expect([await imports.count("conversations"), await imports.count("desk_import_runs")]).toEqual([0, 0]);
  const removed = await imports.world.as(pathOf(imports, id), { method: "DELETE" });
  expect(removed.status).toBe(200);
  await imports.world.tick();
  expect([await objects(imports), await imports.count("desk_exports")]).toEqual([0, 0]);
});

test("a line without an end is refused before it fills the memory, a missing piece is named, and a list's frame is no fault", async () => {
  const imports = await world();
  const long = await begin(imports, "zendesk");
  const piece = new Uint8Array(5 * 1024 * 1024).fill(120);
  for (let n = 0; n < 3; n += 1) await put(imports, long, "tickets", n, piece);
  expect(await check(imports, long)).toMatchObject({ state: "faulty", fault: { code: "too_long", line: 1 } });
  const gap = await begin(imports, "zendesk");
  for (const n of [0, 2]) await put(imports, gap, "tickets", n, encoded(`${good(n + 1)}\n`));
  expect(await check(imports, gap)).toMatchObject({ state: "faulty", fault: { code: "incomplete", kind: "tickets" } });
  const framed = await begin(imports, "zendesk");
  await send(imports, framed, "tickets", `\uFEFF{"tickets":[\r\n${good(1)},\r\n${good(2)}\r\n]}\r\n`);
  expect(await check(imports, framed)).toMatchObject({ state: "checked", lines: { tickets: 2 } });
  const late = await put(imports, framed, "tickets", 0, piece);
  expect(late.status).toBe(409);
  const other = await begin(imports, "intercom");
  expect((await put(imports, other, "tickets", 0, piece)).status).toBe(400);
  expect((await imports.world.as(`${pathOf(imports, other)}/check`, { body: {} })).status).toBe(409);
  // Of another project it is not there.
  const stranger = await imports.start({ ...INTERCOM, exportId: framed });
  expect(stranger.status).toBe(409);
});

test("a check that is killed at any read of the files begins again where it was, and finds the same", { timeout: 240_000 }, async () => {
  const imports = await world();
  const { world: w, desks } = imports;
  const files = zendeskExport(desks.support);
  const id = await begin(imports, "zendesk");
  for (const [kind, text] of Object.entries(files)) await send(imports, id, kind, text);
  let kills = 0;
  /** The platform of a worker that ends after so many reads. */
  const endingAfter = (most: number): typeof w.env => {
    let reads = 0;
    const get = async (...args: Parameters<R2Bucket["get"]>): Promise<unknown> => {
      if ((reads += 1) > most) {
        kills += 1;
        throw new Error("the worker was killed");
      }
      return await w.env.FILES.get(...args);
    };
    const files = new Proxy(w.env.FILES, {
      get: (bucket, key) => {
        if (key === "get") return get;
        const value = Reflect.get(bucket, key) as unknown;
        return typeof value === "function" ? (value.bind(bucket) as unknown) : value;
      },
    });
    return { ...noConsumer(w.env), FILES: files };
  };
  await w.as(`${pathOf(imports, id)}/check`, { body: {}, env: endingAfter(1) });
  for (let most = 2; most < 20; most += 3) {
    w.clock.advance({ minutes: 40 });
    await tick(w, endingAfter(most));
  }
  w.clock.advance({ minutes: 40 });
  expect(await check(imports, id)).toMatchObject({ state: "checked", lines: { tickets: 6, users: 5, organizations: 2 } });
  expect([kills > 2, await imports.count("desk_export_lines")]).toEqual([true, 11]);
});

/** Uploads a Zendesk export of these records, has it checked, and imports it. */
async function importOf(imports: DeskImports, tickets: readonly object[], users: readonly object[] = []) {
  const id = await begin(imports, "zendesk");
  const text = (all: readonly object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join("");
  await send(imports, id, "tickets", text(tickets), 1_000_000);
  if (users.length > 0) await send(imports, id, "users", text(users), 1_000_000);
  expect(await check(imports, id)).toMatchObject({ state: "checked" });
  return await imports.runToEnd({ ...ZENDESK, exportId: id }, WITH);
}
const comment = (id: number, more: object = {}) => ({
  id,
  author_id: 7,
  public: true,
  created_at: "2029-01-01T00:00:00Z",
  body: `words ${id}`,
  ...more,
});
const ticket = (id: number, more: object = {}) => ({
  ...{ id, subject: `Ticket ${id}`, status: "open", requester_id: 7, tags: [], comments: [comment(id * 10)] },
  ...{ created_at: "2029-01-01T00:00:00Z", updated_at: "2029-01-02T00:00:00Z", ...more },
});
const notesOf = async (imports: DeskImports, id: string): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await imports.report(id)).map((row) => [row.sourceId, row.notes.map(({ code, detail }) => `${code} ${detail}`.trim())]),
  );

test("times that nobody could have written are put right or named, and the inbox still opens", async () => {
  const imports = await world();
  const run = await importOf(imports, [
    ticket(1, { comments: [comment(11, { created_at: "2031-01-01T00:00:00Z" })] }),
    ticket(2, { comments: [comment(21, { created_at: 1e300 }), comment(22), comment(23, { id: null })] }),
    ticket(3, { created_at: 1_800_000_000_000, updated_at: 1_800_000_000_000, comments: [comment(31, { created_at: 1_800_000_000_000 })] }),
    ticket(4, { created_at: "1970-01-01T00:00:00Z" }),
  ]);
  expect(run).toMatchObject({ state: "done", counts: { created: 4, messages: 4 } });
  expect(await notesOf(imports, run.id)).toMatchObject({
    1: ["customer_unknown", "time_ahead"],
    2: ["customer_unknown", "messages_unreadable 2"],
    3: ["customer_unknown"],
    4: ["customer_unknown"],
  });
  const stored = await imports.conversations();
  expect(stored.map(({ created_at: at }) => at)).toEqual([0, 1_800_000_000_000, Date.parse("2029-01-01"), Date.parse("2029-01-01")]);
  expect(Math.max(...stored.map((one) => Number(one["last_activity_at"])))).toBeLessThanOrEqual(imports.world.clock.now());
  const inbox = await imports.world.as<{ items: unknown[] }>(`/api/dashboard/projects/${imports.world.projectId}/conversations?view=all`);
  expect([inbox.status, inbox.body.items?.length]).toEqual([200, 4]);
});

test("who wrote is kept where the users are not in the export", async () => {
  const imports = await world();
  await importOf(imports, [ticket(1, { comments: [comment(11), comment(12, { author_id: 8 })] })]);
  const roles = await imports.world.rows(
    "SELECT content, author_role FROM messages WHERE project_id = ? ORDER BY revision",
    imports.world.projectId,
  );
  expect(roles).toEqual([
    { content: "words 11", author_role: "visitor" },
    { content: "words 12", author_role: "operator" },
  ]);
});

test("of lines with the same id the last one counts, whole", async () => {
  const imports = await world();
  const newer = ticket(1, { status: "solved", updated_at: "2029-02-02T00:00:00Z", comments: [comment(11), comment(12)] });
  const between = Array.from({ length: 60 }, (_, i) => ticket(100 + i));
  const run = await importOf(imports, [ticket(1), ticket(2), ticket(2, { status: "solved" }), ...between, newer]);
  expect(run).toMatchObject({ state: "done", counts: { created: 62, messages: 63 } });
  const stored = (await imports.conversations()).filter(({ status }) => status === "closed").map(({ subject }) => subject);
  expect(stored.toSorted()).toEqual(["Ticket 1", "Ticket 2"]);
});

test("a message that a conversation has twice comes once", async () => {
  const imports = await world();
  const run = await importOf(imports, [ticket(1, { comments: [comment(11), comment(12), comment(11)] })]);
  expect(run).toMatchObject({ state: "done", counts: { created: 1, skipped: 0, messages: 2 } });
});

test("undone in whatever order, runs leave no contact behind", async () => {
  const imports = await world();
  const users = [{ id: 7, name: "Nadia", email: "nadia@customer.example", role: "end-user" }];
  const first = await importOf(imports, [ticket(1)], users);
  const second = await importOf(imports, [ticket(1), ticket(2)], users);
  expect(await imports.undo(first.id)).toMatchObject({ state: "undone", counts: { removed: 1 } });
  expect(await imports.count("contacts")).toBe(1);
  expect(await imports.undo(second.id)).toMatchObject({ state: "undone", counts: { removed: 1 } });
  expect([await imports.count("contacts"), await imports.count("conversations"), await imports.count("desk_import_people")]).toEqual([
    0, 0, 0,
  ]);
});

test("words that every object has are words like others, and tags without room are named", async () => {
  const imports = await world();
  const many = Array.from({ length: 30 }, (_, i) => `tag ${i}`);
  const run = await importOf(imports, [
    ticket(1, { status: "constructor", tags: ["constructor", "__proto__"], satisfaction_rating: { score: "toString" } }),
    ticket(2, { tags: many }),
  ]);
  expect(run).toMatchObject({ state: "done", counts: { created: 2, ratings: 0 } });
  expect((await notesOf(imports, run.id))["2"]).toEqual(["customer_unknown", `tags_left ${many.slice(20).join(", ")}`]);
  expect(await imports.count("tags")).toBe(22);
});

test("a conversation that cannot be stored is tried again, then named and passed over", async () => {
  const imports = await world();
  const { world: w } = imports;
  await w.rows(
    "CREATE TRIGGER no_such_words BEFORE INSERT ON messages WHEN new.content = 'words 20' BEGIN SELECT RAISE(ABORT, 'not these'); END",
  );
  const id = await begin(imports, "zendesk");
  await send(imports, id, "tickets", [1, 2, 3].map((n) => `${JSON.stringify(ticket(n))}\n`).join(""));
  await check(imports, id);
  const { run } = (await imports.start({ ...ZENDESK, exportId: id }, WITH)).body;
  const waiting = await imports.untilEnded(run.id, 1);
  expect(waiting).toMatchObject({ state: "running", error: "internal", counts: { created: 1 } });
  const ended = await imports.untilEnded(run.id);
  await w.rows("DROP TRIGGER no_such_words");
  expect(ended).toMatchObject({ state: "done", counts: { created: 2, skipped: 1 } });
  const reasons = (await imports.report(run.id)).map(({ sourceId, reason }) => [sourceId, reason]);
  expect(reasons).toEqual([
    ["1", null],
    ["2", "failed_here"],
    ["3", null],
  ]);
});

test("an erasure takes all files: nobody may be imported again from them", async () => {
  const imports = await world();
  const { world: w } = imports;
  const id = await begin(imports, "zendesk");
  await send(imports, id, "tickets", `${good(1)}\n`);
  await check(imports, id);
  const visitor = await w.visitor();
  await erase(w, visitor);
  for (let i = 0; i < 5; i += 1) {
    w.clock.advance({ minutes: 1 });
    await tick(w);
  }
  expect(await objects(imports)).toBe(0);
  expect((await w.as(pathOf(imports, id))).status).toBe(404);
});

test("what nobody imports is gone after seven days", async () => {
  const imports = await world();
  const { world: w } = imports;
  const id = await begin(imports, "zendesk");
  await send(imports, id, "tickets", `${good(1)}\n`);
  // As if an attempt had died behind its object, before its piece was stored.
  await w.env.FILES.put("x/unfinished", "everybody's data");
  await w.rows(
    "INSERT INTO desk_export_pieces (export_id, kind, n, project_id, size, object_key) VALUES (?, 'pending', 7, ?, 16, 'x/unfinished')",
    ...[id, w.projectId],
  );
  // Whoever begins another one gives up what they had not finished; what was found good stays.
  w.clock.advance({ seconds: 1 });
  await begin(imports, "intercom");
  expect((await w.as(pathOf(imports, id))).status).toBe(404);
  await w.rows("UPDATE desk_exports SET state = 'checked' WHERE project_id = ? AND state = 'open'", w.projectId);
  for (let i = 0; i < 3; i += 1) {
    w.clock.advance({ seconds: 1 });
    await begin(imports, "intercom");
    await w.rows("UPDATE desk_exports SET state = 'checked' WHERE project_id = ? AND state = 'open'", w.projectId);
  }
  // Theirs makes room for another one of theirs, oldest first; those of others, and one that is being imported, do not.
  const all = await w.rows<{ id: string }>(
    "SELECT id FROM desk_exports WHERE project_id = ? AND state = 'checked' ORDER BY created_at, id",
    w.projectId,
  );
  expect(all.length).toBe(4);
  w.clock.advance({ seconds: 1 });
  await begin(imports, "intercom");
  await w.rows("UPDATE desk_exports SET state = 'checked' WHERE project_id = ? AND state = 'open'", w.projectId);
  const reads = await imports.start({ ...INTERCOM, exportId: all[0]?.id }, { dry: true });
  expect(reads.status, JSON.stringify(reads.body)).toBe(201);
  await w.rows("UPDATE desk_import_runs SET state = 'running', resume_at = ? WHERE id = ?", w.clock.now() + 1e12, reads.body.run.id);
  w.clock.advance({ seconds: 1 });
  await begin(imports, "intercom");
  await w.rows("UPDATE desk_exports SET state = 'checked' WHERE project_id = ? AND state = 'open'", w.projectId);
  const left = await w.rows<{ id: string }>(
    "SELECT id FROM desk_exports WHERE project_id = ? AND state = 'checked' ORDER BY created_at, id",
    w.projectId,
  );
  expect([left.length, left[0]?.id, left.some(({ id: one }) => one === all[1]?.id)]).toEqual([5, all[0]?.id, false]);
  await w.rows("UPDATE desk_exports SET created_by = 'acc_other' WHERE project_id = ?", w.projectId);
  const full = await w.as<{ code: string }>(pathOf(imports), { body: { clientId: crypto.randomUUID(), platform: "zendesk" } });
  expect(full.status).toBe(409);
  w.clock.advance({ days: 8 });
  for (let i = 0; i < 62; i += 1) {
    w.clock.advance({ minutes: 1 });
    if (new Date(w.clock.now()).getUTCMinutes() === 53) await w.tick();
  }
  for (let i = 0; i < 3; i += 1) {
    w.clock.advance({ minutes: 1 });
    await w.tick();
  }
  expect([await objects(imports), await imports.count("desk_exports"), await imports.count("desk_export_pieces")]).toEqual([0, 0, 0]);
});
