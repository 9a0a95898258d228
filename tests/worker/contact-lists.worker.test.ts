// The list of contacts: every filter in every order that it allows, page by page, and what is refused; at a cost that does not grow.
import { beforeAll, expect, test } from "vitest";
import { Database } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import { readContactRange, writePageSeen } from "../../modules/contacts/queries.ts";
import { makeWorld, type World } from "./world.ts";

interface Page {
  readonly items: readonly { id: string; name: string | null; email: string | null; state: string }[];
  readonly next: string | null;
}
let world: World;
const ID = "'con_' || printf('%026d', i)";
/** Inserts contacts directly: every third proved, every third without an address, every fifth German, every seventh hidden. */
async function grow(from: number, to: number, at = world): Promise<void> {
  await at.env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
     INSERT INTO contacts (id, project_id, name, name_words, words_made, email, email_verified, state, created_at, last_seen_at, visit, attributes)
     SELECT ${ID}, '${at.projectId}', CASE WHEN i % 4 > 0 THEN 'Person ' || (i * 7919 % 1000) END, CASE WHEN i % 4 > 0 THEN 'person ' || (i * 7919 % 1000) END, 1,
       CASE WHEN i % 3 > 0 THEN 'p' || i || '@example.test' END, i % 3 = 1, CASE WHEN i % 7 = 0 THEN 'hidden' ELSE 'active' END, i,
       CASE WHEN i % 2 = 0 THEN 1000 + i * 31 % 500 END, CASE WHEN i % 5 = 0 THEN '{"language":"de-DE"}' END, CASE WHEN i % 6 = 0 THEN '{"plan":"Pro"}' ELSE '{}' END FROM n`,
  ).run();
}
beforeAll(async () => {
  world = await makeWorld();
  await grow(1, 240);
  const other = await makeWorld();
  await grow(1001, 1020, other);
});
const list = (query: string, at = world) => at.as<Page>(`/api/dashboard/projects/${at.projectId}/contacts?${query}`);
/** All pages. */
async function all(query: string): Promise<Page["items"][number][]> {
  const items: Page["items"][number][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { status, body }: { status: number; body: Page } = await list(`${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    expect(body.items.length).toBeLessThanOrEqual(50);
    items.push(...body.items);
    cursor = body.next;
  }
  return items;
}
const expected = async (where: string, order: string): Promise<string[]> =>
  (
    await world.rows<{ id: string }>(`SELECT id FROM contacts WHERE project_id = ? AND ${where} ORDER BY ${order}`, ...[world.projectId])
  ).map(({ id }) => id);
const NAME = "coalesce(name_words, email, char(1114111)), id";
const SEEN = "coalesce(last_seen_at, 0) DESC, id DESC";

test("each filter lists exactly its contacts in each order, over all pages", async () => {
  const states = { "hidden=0": "state = 'active'", "hidden=1": "state = 'hidden'" };
  const filters = {
    "": "1",
    "&address=proved": "email_verified = 1",
    "&address=unproved": "email IS NOT NULL AND email_verified = 0",
    "&address=none": "email IS NULL",
    "&language=de": "visit IS NOT NULL",
    "&language=fr": "0",
    "&attribute=plan&value=pro": "attributes <> '{}'",
    "&attribute=plan&value=team": "0",
  };
  const sorts = { "": "id DESC", "&sort=seen": SEEN, "&sort=name": NAME };
  for (const [state, isState] of Object.entries(states))
    for (const [filter, is] of Object.entries(filters))
      for (const [sort, order] of Object.entries(sorts)) {
        const alone = filter.includes("language") || filter.includes("attribute");
        if (alone && sort !== "") expect((await list(`${state}${filter}${sort}`)).status, `${filter}${sort}`).toBe(400);
        else
          expect(
            (await all(`${state}${filter}${sort}`)).map(({ id }) => id),
            `${state}${filter}${sort}`,
          ).toEqual(await expected(`${isState} AND ${is}`, order));
      }
});

test("when a contact was last seen is a range of that order, and who was never seen is not in it", async () => {
  const at = (ms: number): string => encodeURIComponent(new Date(ms).toISOString());
  const ids = async (query: string) => (await all(`sort=seen${query}`)).map(({ id }) => id);
  expect(await ids(`&seenAfter=${at(1300)}`)).toEqual(await expected("state = 'active' AND last_seen_at >= 1300", SEEN));
  expect(await ids(`&seenBefore=${at(1300)}`)).toEqual(await expected("state = 'active' AND last_seen_at < 1300", SEEN));
  expect(await ids(`&seenAfter=${at(1100)}&seenBefore=${at(1300)}&address=proved`)).toEqual(
    await expected("state = 'active' AND last_seen_at >= 1100 AND last_seen_at < 1300 AND email_verified = 1", SEEN),
  );
});

test("what is not one range is refused with the reason, as are wrong values and cursors of another order", async () => {
  const at = encodeURIComponent(new Date(1300).toISOString());
  for (const wrong of [
    "address=proved&language=de",
    "language=de&attribute=plan&value=pro",
    "attribute=plan",
    "value=pro",
    "language=deu",
    "language=D1",
    "address=maybe",
    "sort=email",
    `seenAfter=${at}`,
    `seenAfter=${at}&sort=name`,
    `sort=seen&seenAfter=${at}&seenBefore=${at}`,
    "sort=seen&seenAfter=yesterday",
    `sort=seen&language=de&seenAfter=${at}`,
    "q=person&sort=name",
    "q=person&address=proved",
    "cursor=nonsense!",
    "sort=name&cursor=nonsense!",
    "sort=name&cursor=WzAsImNvbl8iXQ",
    `attribute=plan&value=${"x".repeat(501)}`,
  ]) {
    const { status, body } = await list(wrong);
    expect(status, wrong).toBe(400);
    expect(JSON.stringify(body).length).toBeGreaterThan(20);
  }
});

test("a name with letters of any script pages through, and keeps its place", async () => {
  const at = await makeWorld();
  await at.env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 2001 UNION ALL SELECT i + 1 FROM n WHERE i < 2120)
     INSERT INTO contacts (id, project_id, name, name_words, words_made, created_at) SELECT ${ID}, '${at.projectId}', '李😀', '李😀' || printf('%060d', i / 10), 1, i FROM n`,
  ).run();
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body }: { body: Page } = await list(`sort=name${cursor === "" ? "" : `&cursor=${cursor}`}`, at);
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.next;
  }
  expect(seen).toEqual(seen.toSorted());
  expect(new Set(seen).size).toBe(120);
});

test("a page that a visitor opens writes the contact and the two indexes of the time", async () => {
  const visitor = await world.visitor();
  const db = new Database(world.env.DB);
  const id = visitor.contactId as ContactId;
  await db.commit([writePageSeen(world.projectId as ProjectId, id, { url: "https://example.test/", title: "Home" }, Date.now() + 5000)]);
  expect(db.cost.rowsWritten).toBe(3);
});

test("rows read are the same with twenty times the contacts, for every filter and order", async () => {
  const at = await makeWorld();
  const projectId = at.projectId as ProjectId;
  await grow(10_001, 10_600, at);
  const ranges = (["created", "seen", "name"] as const).flatMap((sort) => [
    { sort },
    { sort, address: "proved" as const },
    { sort, address: "none" as const, after: { key: sort === "name" ? "person 5a" : 1200.5, id: "con_00000000000000000000010300" } },
    ...(sort === "created"
      ? [
          { sort, language: "de" },
          { sort, attribute: { key: "plan", value: "PRO" } },
          { sort, attribute: { key: "plan", value: "none has it" } },
        ]
      : []),
    ...(sort === "seen" ? [{ sort, seenAfter: 1100, seenBefore: 1200 }] : []),
  ]);
  const costs = async (): Promise<number[]> => {
    const read: number[] = [];
    for (const range of ranges) {
      const db = new Database(at.env.DB);
      await db.read(readContactRange({ projectId, state: "active", ...range }, 20));
      read.push(db.cost.rowsRead);
    }
    return read;
  };
  const few = await costs();
  await grow(20_001, 32_000, at);
  expect(await costs()).toEqual(few);
  expect(Math.max(...few)).toBeLessThanOrEqual(45);
});
