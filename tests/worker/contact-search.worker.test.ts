// Search of contacts: by any word of a name and any part of an address, at a cost that does not grow, kept up by every way a name is written.
import { beforeAll, expect, test } from "vitest";
import { Database } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { readFound, writeClaim, writeContact, writeFromMail, writeVerified, writeVerifiedAddress } from "../../modules/contacts/queries.ts";
import { soughtIn, wordsOf } from "../../modules/contacts/words.ts";
import { sql } from "drizzle-orm";
import { type Answer, makeWorld, type World } from "./world.ts";

interface Page {
  readonly items: readonly { id: string; name: string | null; email: string | null }[];
  readonly next: string | null;
}
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

let number = 0;
const nextId = (): ContactId => `con_${String((number += 1)).padStart(26, "0")}` as ContactId;
async function add(name: string | null, email: string | null, to = world): Promise<ContactId> {
  const id = nextId();
  const contact = { id, projectId: to.projectId as ProjectId, name, email, verified: false, now: number };
  await new Database(to.env.DB).commit([writeFromMail(contact, sql`1`)]);
  return id;
}
const search = (q: string, more = "", at = world): Promise<Answer<Page>> =>
  at.as<Page>(`/api/dashboard/projects/${at.projectId}/contacts?q=${encodeURIComponent(q)}${more}`);
const names = async (q: string, more = ""): Promise<(string | null)[]> =>
  (await search(q, more)).body.items.map(({ name, email }) => name ?? email);
const termsOf = async (id: string): Promise<string[]> =>
  (await world.rows<{ term: string }>("SELECT term FROM contact_terms WHERE contact_id = ? ORDER BY term", id)).map(({ term }) => term);

test("a contact is found by the beginning of any word of the name and any part of the address", async () => {
  await add("Amara Okafor", "amara.o+work@mail.example.org");
  await add("Zoë Müller-Łukasz", "z@other.test");
  for (const q of [
    "okafor",
    "OKAF",
    "ok",
    "amara",
    "amara okafor",
    "okafor am",
    "work",
    "mail",
    "example.org",
    "@mail.example",
    "amara.o+work@",
  ])
    expect(await names(q), q).toEqual(["Amara Okafor"]);
  for (const q of ["zoe", "Zoë", "muller", "MÜLLER", "lukasz", "zoe l", "@other.test", "<z@other.test>,"])
    expect(await names(q), q).toEqual(["Zoë Müller-Łukasz"]);
  for (const q of ["kafor", "amara muller", "okafor@", "@example.net", "example.or.g", "😀"]) expect(await names(q), q).toEqual([]);
});

test("a name that is written without spaces is found by the given name", async () => {
  await add("李小龙", "li@taoci.test");
  await add("やまだ花子", "hanako@taoci.test");
  for (const q of ["李", "李小龙", "小龙", "龙", "李小"]) expect(await names(q), q).toEqual(["李小龙"]);
  for (const q of ["花子", "やまだ", "山田"]) expect(await names(q), q).toEqual(q === "山田" ? [] : ["やまだ花子"]);
});

test("every way of writing a name or an address keeps the search up to date", async () => {
  const db = new Database(world.env.DB);
  const projectId = world.projectId as ProjectId;
  const id = await add(null, null);
  expect(await termsOf(id)).toEqual([]);
  await db.commit([writeClaim(projectId, id, { name: "Bram Visser", email: "bram@claimed.test" })]);
  expect([await names("visser"), await names("claimed")]).toEqual([["Bram Visser"], ["Bram Visser"]]);
  await db.commit([writeVerifiedAddress(projectId, id, sql`'bram@proved.test'`, sql`1`)]);
  expect([await names("claimed"), await names("proved")]).toEqual([[], ["Bram Visser"]]);
  await db.commit([writeContact(projectId, id, { name: "Bräm de Wit" })]);
  expect([await names("visser"), await names("wit bram proved")]).toEqual([[], ["Bräm de Wit"]]);
  await db.commit([writeContact(projectId, id, { email: null })]);
  expect([await names("proved"), await names("wit")]).toEqual([[], ["Bräm de Wit"]]);
  const identity = { identifier: "u-1", name: "Céline Roy", email: "celine@signed.test", metadata: {} };
  await db.commit([writeVerified({ id: nextId(), projectId, now: 1, identity }, sql`1`)]);
  expect([await names("celine"), await names("signed"), await names("u-")]).toEqual([["Céline Roy"], ["Céline Roy"], ["Céline Roy"]]);
  await db.commit([writeVerified({ id: nextId(), projectId, now: 1, identity: { ...identity, name: null, email: null } }, sql`1`)]);
  expect(await names("roy")).toEqual(["Céline Roy"]);
  await db.commit([writeVerified({ id: nextId(), projectId, now: 1, identity: { ...identity, name: "Céline Blanc" } }, sql`1`)]);
  expect([await names("roy"), await names("blanc")]).toEqual([[], ["Céline Blanc"]]);
});

test("a hidden contact is found among the hidden ones only, and an erased one nowhere", async () => {
  const id = await add("Dora Hill", "dora@hill.test");
  const path = `/api/dashboard/projects/${world.projectId}/contacts/${id}`;
  await world.as(path, { method: "DELETE" });
  expect([await names("dora"), await names("dora", "&hidden=1")]).toEqual([[], ["Dora Hill"]]);
  await world.as(`${path}/restore`, { body: {} });
  expect([await names("dora"), await names("dora", "&hidden=1")]).toEqual([["Dora Hill"], []]);
  expect((await termsOf(id)).length).toBeGreaterThan(5);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${id}/erase`, { body: {} });
  expect([await names("dora"), await names("dora", "&hidden=1"), await termsOf(id)]).toEqual([[], [], []]);
  const [row] = await world.rows("SELECT name_words FROM contacts WHERE id = ?", id);
  expect(row).toEqual({ name_words: null });
});

test("another project's contacts are not found", async () => {
  const other = await makeWorld();
  await add("Foreign Farrow", "f@farrow.test", other);
  expect(await names("farrow")).toEqual([]);
  expect((await search("farrow", "", other)).body.items.length).toBe(1);
});

test("a name that an earlier version writes is found at once, and without its accents a minute later", async () => {
  const id = await add("Élodie Petit", null);
  await world.rows("UPDATE contacts SET name = 'José Grand' WHERE id = ?", id);
  expect([await names("elodie"), await names("grand"), await names("jose")]).toEqual([[], ["José Grand"], []]);
  await world.tick();
  expect(await names("jose")).toEqual(["José Grand"]);
  const [row] = await world.rows("SELECT name_words, words_made FROM contacts WHERE id = ?", id);
  expect(row).toEqual({ name_words: "jose grand", words_made: 1 });
});

test("contacts that were there before the migration get their terms from the schedule, newest first", async () => {
  const own = await makeWorld();
  const ids = [];
  for (let i = 0; i < 3; i += 1) ids.push(await add(`Örsted Early ${i}`, null, own));
  await own.rows("DELETE FROM contact_terms WHERE project_id = ?", own.projectId);
  await own.rows("UPDATE contacts SET name_words = NULL, words_made = 0 WHERE project_id = ?", own.projectId);
  await own.rows("DELETE FROM contact_terms WHERE project_id = ?", own.projectId);
  expect((await search("orsted", "", own)).body.items).toEqual([]);
  await own.tick();
  expect((await search("orsted", "", own)).body.items.map(({ id }) => id)).toEqual(ids.toReversed());
});

test("a deleted row leaves no terms", async () => {
  const id = await add("Gone Soon", "gone@soon.test");
  await world.rows("DELETE FROM contacts WHERE id = ?", id);
  expect(await termsOf(id)).toEqual([]);
});

test("a long name costs a bounded number of rows", async () => {
  const id = await add(Array.from({ length: 60 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(" "), "a@b.test");
  expect((await termsOf(id)).length).toBeLessThanOrEqual(24 * 4);
});

test("pages of a search hold every match once, newest first, however frequent the words are", async () => {
  const big = await makeWorld();
  const insert = `INSERT INTO contacts (id, project_id, name, email, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    SELECT 'con_9' || printf('%025d', i), ?, 'Person ' || i || CASE WHEN i % 1000 = 7 THEN ' Rare' WHEN i % 3000 = 11 THEN ' Common' ELSE '' END || CASE WHEN i > 5700 OR i % 2 = 0 THEN ' Common' ELSE '' END, 'p' || i || '@gmail.test', i FROM n`;
  await big.rows(insert, big.projectId);
  const all = async (q: string): Promise<string[]> => {
    const found: string[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const { body }: Answer<Page> = await search(q, next === null ? "" : `&cursor=${next}`, big);
      found.push(...body.items.map(({ name }) => name ?? ""));
      next = body.next;
      pages += 1;
      expect(pages).toBeLessThan(200);
    } while (next !== null);
    return found;
  };
  const everybody = (
    await big.rows<{ name: string }>("SELECT name FROM contacts WHERE project_id = ? ORDER BY id DESC", big.projectId)
  ).map(({ name }) => name);
  const having = (...words: string[]): string[] =>
    everybody.filter((name) => words.every((word) => wordsOf(name).some((one) => one.startsWith(word))));
  for (const words of [["rare"], ["person", "rare"], ["person", "59"], ["person", "common", "11"], ["person", "common", "3011"], ["perso"]])
    expect(await all(words.join(" ")), words.join()).toEqual(having(...words));
  expect(await all("gmail.test 1")).toEqual(having("1"));
  // Every word is frequent, and hardly any contact has this part of an address.
  expect(await all("person p3@gmail.test")).toEqual(["Person 3"]);
});

test("a search reads the term's newest contacts and no more", async () => {
  const list = { projectId: world.projectId as ProjectId, state: "active" as const, before: undefined };
  const statement = readFound(list, "pers", soughtIn("person 9"), 200, 51).statement;
  const { SQLiteSyncDialect } = await import("drizzle-orm/sqlite-core");
  const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(statement);
  const plan = await world.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...(params as never[]));
  expect(plan.map(({ detail }) => detail)).toEqual([
    "CO-ROUTINE t",
    "SEARCH contact_terms USING COVERING INDEX contact_terms_find (project_id=? AND state=? AND term=?)",
    "SCAN t",
    expect.stringMatching(/^SEARCH c USING INDEX sqlite_autoindex_contacts_1/),
  ]);
});
