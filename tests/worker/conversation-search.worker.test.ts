// The search over conversations: words, filters, permalinks' revisions, projects apart, erasure, and saved searches.
import { beforeAll, expect, test } from "vitest";
import { sql } from "#kernel/db/index.ts";
import { buildRegistry, defineModule, provide } from "#kernel/module/index.ts";
import { searchFilters } from "#modules/conversation-search";
import { modules } from "../../edition/manifest.ts";
import { VARIABLES } from "../../edition/variables.ts";
import { readIndexState, writeIndex, writeIndexed } from "../../modules/conversation-search/indexing/queries.ts";
import { erase, progress, tick } from "./erasure-kit.ts";
import { type Answer, makeWorld, PNG, type Visitor, type World } from "./world.ts";

interface Hit {
  readonly revision: number;
  readonly kind: string;
  readonly quote: string;
  readonly marks: readonly (readonly [number, number])[];
  readonly file: { readonly name: string } | null;
}
interface Found {
  readonly items: readonly { readonly id: string; readonly hits: readonly Hit[]; readonly more: number }[];
  readonly next: string | null;
  readonly readAs: string | null;
  readonly isPartial: boolean;
  readonly isIndexing: boolean;
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
});
const search = (q: string, more = "", at = world): Promise<Answer<Found>> =>
  at.as<Found>(`/api/dashboard/projects/${at.projectId}/conversation-search?q=${encodeURIComponent(q)}${more}`);
const open = async (text: string, by = visitor): Promise<string> => (await by.open(text)).body.conversation.id;
const note = (id: string, content: string, at = world): Promise<Answer<unknown>> =>
  at.as(`${at.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content } });
const idsOf = async (q: string, more = ""): Promise<string[]> => (await search(q, more)).body.items.map(({ id }) => id);

test("a message is found at once by its words, with the passage, its marks, and its place", async () => {
  const id = await open("The invoice for **October** shows the wrong amount.");
  const { status, body } = await search("wrong invoice");
  expect(status).toBe(200);
  expect(body.items[0]).toMatchObject({
    id,
    hits: [{ revision: 1, kind: "message", quote: "The invoice for October shows the wrong amount." }],
  });
  expect(body.items[0]?.hits[0]?.marks.map(([from, to]) => body.items[0]?.hits[0]?.quote.slice(from, to))).toEqual(["invoice", "wrong"]);
  expect(body).toMatchObject({ readAs: null, isPartial: false, isIndexing: false, next: null });
});

test("notes, names of files and contacts are found; the conversation's place says which message it was", async () => {
  const guest = await world.visitor();
  await guest.call("/api/widget/events", {
    body: { events: [{ kind: "claim", name: "Wilhelmina Achterberg", email: "mina@achterberg.example" }] },
  });
  const file = (await guest.upload("Lieferschein-4711.png", PNG)).body.file.id;
  const id = (await guest.open("Please see the attachment", { attachments: [file] })).body.conversation.id;
  await note(id, "The warehouse in Zwolle knows about this parcel.");
  expect((await search("warehouse zwolle")).body.items[0]).toMatchObject({ id, hits: [{ revision: 2, kind: "note" }] });
  expect((await search("lieferschein")).body.items[0]).toMatchObject({ id, hits: [{ file: { name: "Lieferschein-4711.png" } }] });
  expect(await idsOf("4711")).toEqual([id]);
  expect(await idsOf("wilhelmina")).toEqual([id]);
  // A word of the contact's name and one of the text.
  expect(await idsOf("achterberg parcel")).toEqual([id]);
});

test("accents, endings, unfinished words, typing errors and scripts without spaces", async () => {
  const [resume, japanese, german] = [
    await open("My résumé was refunded twice, crème brûlée."),
    await open("パスワードを再設定できません。助けてください。"),
    await open("Ich habe die Rechnungsadresse nicht geändert und möchte das tun."),
  ];
  expect(await idsOf("resume creme")).toEqual([resume]);
  expect(await idsOf("refunding résumés")).toEqual([resume]);
  expect(await idsOf("brul", "&live=1")).toEqual([resume]);
  const typo = (await search("refundde brulee")).body;
  expect([typo.items.map(({ id }) => id), typo.readAs]).toEqual([[resume], "refunded brulee"]);
  expect(await idsOf("再設定")).toEqual([japanese]);
  // A single character begins a pair.
  expect(await idsOf("設")).toEqual([japanese]);
  expect(await idsOf("Adresse")).toEqual([german]);
  expect(await idsOf("geandert")).toEqual([german]);
});

test("quotes take words in their order, a minus leaves out, and of words that no message has together some are enough", async () => {
  const [straight, crooked] = [await open("The blue kettle leaks."), await open("A kettle, leaks: blue ones too; returned.")];
  expect((await idsOf('"blue kettle"')).sort()).toEqual([straight]);
  expect((await idsOf("blue kettle")).sort()).toEqual([straight, crooked].sort());
  expect(await idsOf("blue kettle -returned")).toEqual([straight]);
  const partial = (await search("blue kettle zzyzx")).body;
  expect([partial.isPartial, partial.items.length]).toEqual([true, 2]);
  expect((await search('"blue zzyzx"')).body.items).toEqual([]);
});

test("filters: people, state, place, files and days; what cannot be read is said in a sentence", async () => {
  const anna = await world.visitor();
  await anna.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Anna Filter", email: "anna@filter.example" }] } });
  const [first, second] = [await open("filterword one", anna), await open("filterword two", anna)];
  const other = await open("filterword three");
  const reply = await world.as(`${world.conversations}/${first}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(first), content: "An answer with filterword" },
  });
  expect(reply.status).toBe(201);
  await world.as(`${world.conversations}/${second}/status`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(second), status: "closed", until: null },
  });
  await note(other, "filterword in a note");
  const sorted = async (q: string): Promise<string[]> => (await idsOf(q)).toSorted();
  expect(await sorted("filterword")).toEqual([first, second, other].toSorted());
  expect(await sorted("filterword from:anna")).toEqual([first, second].toSorted());
  expect(await sorted('from:"anna filter"')).toEqual([first, second].toSorted());
  expect(await sorted("filterword -from:anna@filter.example from:me")).toEqual([first, other].toSorted());
  expect(await sorted("filterword to:anna")).toEqual([first]);
  expect(await sorted("filterword is:closed")).toEqual([second]);
  expect(await sorted("filterword is:note")).toEqual([other]);
  expect(await sorted("filterword assignee:olga")).toEqual([first]);
  expect(await sorted("filterword assignee:none")).toEqual([second, other].toSorted());
  expect(await sorted("filterword in:chat -is:open")).toEqual([second]);
  expect(await sorted("filterword in:mail")).toEqual([]);
  const today = new Date(world.clock.now()).toISOString().slice(0, 10);
  expect(await sorted(`filterword before:${today}`)).toEqual([]);
  expect(await sorted(`filterword after:2020-02-29 -before:${today}`)).toEqual([first, second, other].toSorted());
  expect(await sorted(`filterword after:${today}`)).toEqual([]);
  expect(await sorted("has:file from:anna")).toEqual([]);
  const refusals = ["before:soon", "from:nobodyatall", "is:purple", "from:", "before:2026-02-30"];
  expect(await Promise.all(refusals.map(async (q) => [(await search(q)).status, (await search(q)).body]))).toMatchObject([
    [400, { error: "“before:” needs a date such as 2026-11-03." }],
    [400, { error: "“from:nobodyatall” fits nobody in this project." }],
    [400, { error: "“is:” needs one of: open, closed, snoozed, unassigned, waiting, spam, note, message." }],
    [400, { error: "Write what to look for after “from:”." }],
    [400, { error: "“before:” needs a date such as 2026-11-03." }],
  ]);
  // An address is text, not a filter.
  expect((await search("https://example.test")).status).toBe(200);
  // Whoever is still typing the value is told nothing yet.
  for (const q of ["from:", "add tag: invoice", "before:20", "from:nobodyatall"]) expect((await search(q, "&live=1")).status).toBe(200);
});

test("a filter of another module narrows the search, and says why it cannot read a value", async () => {
  const withFilter = await makeWorld({
    registry: buildRegistry(
      [
        ...modules,
        defineModule({
          name: "doors",
          provides: [
            provide(searchFilters, {
              name: "door",
              condition: async (_ctx, value) => (value === "shut" ? "That door is shut." : sql`c.door = ${value}`),
            }),
          ],
        }),
      ],
      VARIABLES,
    ),
  });
  const id = await open("doorword", await withFilter.visitor());
  const found = async (q: string): Promise<string[]> => (await search(q, "", withFilter)).body.items.map((item) => item.id);
  expect([await found("doorword door:widget"), await found("doorword -door:widget"), await found("door:email")]).toEqual([[id], [], []]);
  expect((await search("door:shut", "", withFilter)).body).toMatchObject({ error: "That door is shut." });
  expect((await search("door:widget doorword")).body.items).toEqual([]);
});

test("nothing of another project is found, changes the ranking, or is corrected to", async () => {
  const other = await makeWorld();
  const theirs = await other.visitor();
  await open("apartword mine");
  const before = (await search("apartword")).body;
  for (let i = 0; i < 3; i += 1) await theirs.open(`apartword secretword theirs ${i}`);
  expect((await search("apartword", "", other)).body.items).toHaveLength(3);
  expect((await search("apartword")).body).toEqual(before);
  const hidden = (await search("secretword")).body;
  expect([hidden.items, hidden.readAs]).toEqual([[], null]);
  expect((await search("secretwrod")).body.readAs).toBeNull();
  const cross = await world.as(`/api/dashboard/projects/prj_00000000000000000000000000/conversation-search?q=apartword`);
  expect(cross.status).toBe(404);
});

test("pages go on from where the one before ended, and no message is on two of them", async () => {
  const many = await makeWorld();
  const guest = await many.visitor();
  const id = await open("pagedword start", guest);
  // As a long history has them: 450 messages of one conversation.
  await many.rows(
    `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 451)
     INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
     SELECT 'msg_' || printf('%026d', i), project_id, conversation_id, 'message', i, author_role, author_id, 'pagedword ' || i, origin, 'c' || i, created_at + i FROM n, messages WHERE conversation_id = ?`,
    id,
  );
  await many.rows(
    `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, message_id, created_at)
     SELECT m.project_id, m.revision, 'evt' || substr(m.id, 4), m.conversation_id, c.contact_id, m.revision, 'message', 1, 0, 'visitor', 's', m.client_id, '', m.id, m.created_at FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.conversation_id = ? AND m.revision > 1`,
    id,
  );
  expect((await search("pagedword", "", many)).body.isIndexing).toBe(true);
  await many.tick();
  const seen: number[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
    const page: Found = (await search("pagedword -start", cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`, many)).body;
    expect(page.isIndexing).toBe(false);
    for (const item of page.items) {
      expect(item.hits.length + item.more).toBeLessThanOrEqual(80);
      seen.push(item.hits.length + item.more);
    }
    cursor = page.next;
  }
  expect(seen.reduce((sum, n) => sum + n, 0)).toBe(450);
});

test("an erasure takes the words out of the database, the vocabulary included, and what others wrote stays", async () => {
  const alone = await makeWorld();
  const [gone, kept] = [await alone.visitor(), await alone.visitor()];
  await gone.call("/api/widget/events", {
    body: { events: [{ kind: "claim", name: "Quirina Zapfenstreich", email: "quirina@zapf.example" }] },
  });
  await gone.open("xylophonwort gemeinsam");
  const stays = await open("gemeinsam bleibt", kept);
  const save = async (name: string, q: string): Promise<number> =>
    (await alone.as(`/api/dashboard/projects/${alone.projectId}/saved-searches`, { body: { clientId: crypto.randomUUID(), name, q } }))
      .status;
  expect([await save("Hers", 'from:"quirina zapfenstreich"'), await save("Closed", "is:closed refund")]).toEqual([201, 201]);
  expect((await search("xylophonwort", "", alone)).body.items).toHaveLength(1);
  expect(await wordsInDatabase(alone, "xylophonwort")).not.toEqual([]);
  expect((await erase(alone, gone)).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) await tick(alone);
  expect((await progress(alone, gone)).state).toBe("erased");
  for (const word of ["xylophonwort", "zapfenstreich"]) expect(await wordsInDatabase(alone, word), word).toEqual([]);
  const found = await search("gemeinsam", "", alone);
  expect(found.body.items.map(({ id }) => id)).toEqual([stays]);
  expect((await search("quirina", "", alone)).body.items).toEqual([]);
  const saved = await alone.as<{ items: { name: string }[] }>(`/api/dashboard/projects/${alone.projectId}/saved-searches`);
  expect(saved.body.items.map(({ name }) => name)).toEqual(["Closed"]);
});
/** The tables in whose cells, of whatever type, the word stands. Reads every table, those that search tables are made of included. */
async function wordsInDatabase(at: World, word: string): Promise<string[]> {
  const tables = await at.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await at.rows<Record<string, unknown>>(`SELECT * FROM "${name}"`).catch(() => []);
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Array.isArray(value) ? new TextDecoder("latin1").decode(Uint8Array.from(value as number[])) : String(value)));
    if (text.some((cell) => cell.toLowerCase().includes(word))) found.push(name);
  }
  return found;
}

test("a message that is erased while it is being indexed leaves no word", async () => {
  const alone = await makeWorld();
  const guest = await alone.visitor();
  await guest.open("kurzlebigwort");
  const [message] = await alone.rows<{ id: string; project_id: string }>(
    "SELECT id, project_id FROM messages WHERE content = 'kurzlebigwort'",
  );
  const { db } = alone.ctx();
  const [state] = await db.commitAndRead([writeIndex(alone.projectId as never, 1)], readIndexState(alone.projectId as never));
  const late = writeIndexed(
    alone.projectId as never,
    state?.indexedThrough ?? 0,
    1,
    [{ messageId: message?.id as never, terms: ["kurzlebigwort"] }],
    [],
    true,
    1,
  );
  await alone.rows("UPDATE messages SET content = '', erased_at = 1 WHERE id = ?", message?.id);
  await db.commit(late);
  expect(await alone.rows("SELECT 1 FROM conversation_search_terms WHERE term = 'kurzlebigwort'")).toEqual([]);
  expect(await alone.rows("SELECT 1 FROM conversation_search_entries WHERE message_id = ?", message?.id)).toEqual([]);
});

test("an older installation's messages are indexed in pages, and of a deleted project nothing stays", async () => {
  const old = await makeWorld();
  const guest = await old.visitor();
  for (let i = 0; i < 3; i += 1) await guest.open(`altbestand ${i}`);
  await old.rows("DELETE FROM conversation_search_indexes WHERE project_id = ?", old.projectId);
  await old.rows("UPDATE conversation_search_state SET events_until = 99999999999999, projects_after = ''");
  await old.tick();
  const [entries] = await old.rows<{ n: number }>(
    "SELECT count(*) AS n FROM conversation_search_entries WHERE project_id = ?",
    old.projectId,
  );
  expect(entries?.n).toBe(3);
  expect((await old.rows("SELECT projects_after FROM conversation_search_state"))[0]).not.toEqual({ projects_after: "" });
  expect((await search("altbestand", "", old)).body.items).toHaveLength(3);
  await old.as(`/api/management/projects/${old.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  for (let i = 0; i < 4; i += 1) await old.tick();
  for (const table of ["conversation_search_entries", "conversation_search_indexes", "saved_searches"])
    expect(await old.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, old.projectId), table).toEqual([]);
  expect(await old.rows("SELECT 1 FROM conversation_search_terms WHERE term = 'altbestand'")).toEqual([]);
});

test("searches are saved for their member alone, and a repetition saves nothing again", async () => {
  const at = `/api/dashboard/projects/${world.projectId}/saved-searches`;
  const body = { clientId: crypto.randomUUID(), name: "Refunds", q: "refund is:open" };
  const made = await world.as<{ search: { id: string } }>(at, { body });
  expect([made.status, (await world.as(at, { body })).status, (await world.as(at, { body: { ...body, q: "other" } })).status]).toEqual([
    201, 200, 409,
  ]);
  expect((await world.as<{ items: unknown[] }>(at)).body.items).toMatchObject([{ name: "Refunds", q: "refund is:open" }]);
  const { id } = made.body.search;
  const other = await makeWorld();
  await other.as(`/api/dashboard/projects/${other.projectId}/saved-searches/${id}`, { method: "DELETE" });
  expect((await world.as<{ items: unknown[] }>(at)).body.items).toHaveLength(1);
  for (let i = 0; i < 2; i += 1) expect((await world.as(`${at}/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await world.as<{ items: unknown[] }>(at)).body.items).toEqual([]);
});
