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
  { name: "nothing but a list's frame", text: '{"tickets":[\n]}\n', fault: { code: "wrong_kind", line: 1 } },
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
  expect([kills > 2, await imports.count("desk_export_lines")]).toEqual([true, 5]);
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
  await begin(imports, "intercom");
  expect((await w.as(pathOf(imports, id))).status).toBe(404);
  await w.rows("UPDATE desk_exports SET state = 'checked'");
  for (let i = 0; i < 3; i += 1) {
    await begin(imports, "intercom");
    await w.rows("UPDATE desk_exports SET state = 'checked'");
  }
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
