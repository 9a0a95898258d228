// Results and cost of a search do not depend on other projects' texts, and searches stay fast among many articles. LONG: 10,000 articles
// beside 100 projects of 1,000; the short run checks the same with fewer.
import { query } from "#kernel/db/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { articlesSourceId, writeArticlesSource, writeDocument } from "#modules/retrieval";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { entriesOf } from "../../modules/retrieval/indexing/entry.ts";
import { searchWords } from "../../modules/retrieval/search/search-words.ts";
import { LONG } from "./long.ts";
import { otherProject } from "./knowledge-kit.ts";
import { makeWorld, type World } from "./world.ts";

const [OWN, OTHERS, EACH] = LONG ? [10_000, 100, 1000] : [250, 6, 40];
/** Rows that one search may read at any size, as the platform counts them. */
const MOST_ROWS = 2500;
/** Milliseconds above empty reads, for nineteen of twenty searches. */
const MOST_OVER = 30;

/** Random numbers from a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}
const SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo wu".split(" ");
/** Word frequencies as in natural language: the nth word is about 1/n as frequent as the first. */
const word = (random: number): string => {
  let n = Math.floor(4000 ** random);
  let made = "";
  for (let i = 0; i < 2 || n > 0; i += 1) {
    made += SYLLABLES[n % SYLLABLES.length] ?? "";
    n = Math.floor(n / SYLLABLES.length);
  }
  return made;
};
/** About 1,800 letters under two headings: two chunks. */
function article(project: number, n: number): { title: string; content: string } {
  const next = numbers(project * 1_000_003 + n * 7919 + 1);
  const some = (count: number): string => Array.from({ length: count }, () => word(next())).join(" ");
  return { title: some(5), content: `${some(150)}.\n\n## ${some(4)}\n\n${some(170)}.` };
}

async function fill(world: World, projectId: ProjectId, project: number, count: number): Promise<void> {
  const { db } = world.ctx();
  const sourceId = await articlesSourceId(projectId);
  for (let from = 0; from < count; from += 25) {
    const batch: SQL[] = [writeArticlesSource(projectId, sourceId, 1)];
    for (let n = from; n < Math.min(count, from + 25); n += 1)
      batch.push(
        ...writeDocument(
          {
            ...{ id: newId("knowledgeDocument", 1), projectId, sourceId, key: `a${n}`, ...article(project, n), url: null, locale: "en" },
            ...{ audience: "public", assistant: true, hash: "", now: 1 },
          },
          sql`1`,
        ),
      );
    await db.commit(batch);
  }
}

/** The same articles for many projects at once, directly in the tables: the rows that `writeDocument` would write. */
async function fillBeside(world: World, projects: readonly ProjectId[], count: number): Promise<void> {
  const pieces = Array.from({ length: count }, (_, n) => {
    const { title, content } = article(1, n);
    return entriesOf(title, content, "en").map((entry, position) => ({ ...entry, n, position, title }));
  })
    .flat()
    .map((entry, place) => ({ ...entry, place }));
  const sum = (of: (entry: (typeof pieces)[number]) => number): number => pieces.reduce((all, entry) => all + of(entry), 0);
  const own = sql`SELECT value FROM json_each(${JSON.stringify(projects)})`;
  const inProject = (field: string): SQL => sql`replace(p.value ->> ${field}, ' ', ' ' || i.number || 'x')`;
  const { db } = world.ctx();
  await db.commit([
    sql`INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at)
      SELECT 'src' || value, value, 'articles', 'Articles', 'public', 'en', 1, 'system', 's', 1 FROM (${own})`,
    sql`INSERT INTO knowledge_indexes (project_id, next, chunks, title_words, heading_words, body_words)
      SELECT value, ${pieces.length}, ${pieces.length}, ${sum((e) => e.titleWords)}, ${sum((e) => e.headingWords)}, ${sum((e) => e.bodyWords)} FROM (${own})`,
  ]);
  for (let from = 0; from < pieces.length; from += 20) {
    const some = JSON.stringify(pieces.slice(from, from + 20));
    const each = sql`json_each(${some}) p, knowledge_indexes i WHERE i.project_id IN (${own})`;
    await db.commit([
      sql`INSERT INTO knowledge_documents (id, project_id, source_id, key, title, url, locale, audience, assistant, hash, updated_at)
        SELECT 'doc' || i.number || '_' || (p.value ->> 'n'), i.project_id, 'src' || i.project_id, 'a' || (p.value ->> 'n'), p.value ->> 'title', NULL, 'en', 'public', 1, '', 1 FROM ${each} ON CONFLICT DO NOTHING`,
      sql`INSERT INTO knowledge_chunks (id, project_id, document_id, position, heading, content, title_words, heading_words, body_words, epoch)
        SELECT i.number * 4294967296 + (p.value ->> 'place'), i.project_id, 'doc' || i.number || '_' || (p.value ->> 'n'), p.value ->> 'position', p.value ->> 'heading', p.value ->> 'content',
          p.value ->> 'titleWords', p.value ->> 'headingWords', p.value ->> 'bodyWords', (SELECT epoch FROM knowledge_index_state) FROM ${each}`,
      sql`INSERT INTO knowledge_words (rowid, title, heading, body, scope)
        SELECT i.number * 4294967296 + (p.value ->> 'place'), ${inProject("titleTerms")}, ${inProject("headingTerms")}, ${inProject("bodyTerms")},
          i.number || 'ypublic ' || i.number || 'ypublicenz ' || i.number || 'ykarticles ' || i.number || 'ylen ' || i.number || 'ya' FROM ${each}`,
    ]);
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

test(
  "other projects' texts change neither results nor the rows that a search reads",
  async () => {
    const world = await makeWorld();
    const own = await otherProject("own");
    const empty = query(sql`SELECT 1`, () => undefined);
    const next = numbers(99);
    // Rare and frequent words, two to seven of them.
    const asked = Array.from({ length: 40 }, (_, i) => Array.from({ length: 2 + (i % 6) }, () => word(next())).join(" "));
    // A worker's clock advances only with I/O: an empty read ends each measurement.
    const search = async (query: string) => {
      const { db } = world.ctx();
      const began = performance.now();
      const { ranked } = await searchWords(
        { db },
        { projectId: own, query, locales: ["en"], audiences: ["public"], onlyAssistant: true, withoutCorrection: true },
      );
      const { rowsRead, roundTrips } = db.cost;
      await db.read(empty);
      return {
        found: ranked.slice(0, 20).map(({ piece, score }) => [piece.key, score]),
        rowsRead,
        roundTrips,
        took: performance.now() - began,
      };
    };
    const floor = async (): Promise<number> => {
      const { db } = world.ctx();
      const began = performance.now();
      for (let i = 0; i < 3; i += 1) await db.read(empty);
      return performance.now() - began;
    };

    await fill(world, own, 0, OWN);
    const alone = [];
    for (const query of asked) alone.push(await search(query));
    const beside = await Promise.all(Array.from({ length: OTHERS }, (_, n) => otherProject(`beside ${n}`)));
    await fillBeside(world, beside, EACH);
    // Articles written directly are found like any other.
    const [one] = beside;
    if (one === undefined) throw new Error("no project");
    const theirs = await searchWords(world.ctx(), { projectId: one, query: article(1, 7).title, locales: ["en"], audiences: ["public"] });
    expect(theirs.ranked[0]?.piece.key).toBe("a7");
    const [times, floors]: number[][] = [[], []];
    for (const [i, query] of asked.entries()) {
      floors?.push(await floor());
      const found = await search(query);
      // The best of three: other work on the machine does not count.
      const again = LONG ? [await search(query), await search(query)] : [];
      times?.push(Math.min(found.took, ...again.map(({ took }) => took)));
      expect({ ...found, took: 0, rowsRead: 0 }).toEqual({ ...alone[i], took: 0, rowsRead: 0 });
      // At most one row more: the neighbour's, where the scan of the project's own sources ends.
      expect(found.rowsRead - (alone[i]?.rowsRead ?? 0)).toBeLessThanOrEqual(1);
      expect(found.roundTrips).toBe(2);
      expect(found.rowsRead).toBeLessThanOrEqual(MOST_ROWS);
    }
    expect(alone.filter(({ found }) => found.length === 20).length).toBeGreaterThan(30);
    const over = percentile(times ?? [], 0.95) - percentile(floors ?? [], 0.5);
    const most = Math.max(...alone.map(({ rowsRead }) => rowsRead));
    console.debug(
      `${OWN} articles beside ${OTHERS} projects of ${EACH}: half of the searches ${percentile(times ?? [], 0.5)} ms, 95 % ${percentile(times ?? [], 0.95)} ms; empty reads ${percentile(floors ?? [], 0.5)} ms; at most ${most} rows`,
    );
    // The short run shares the machine with other tests.
    if (LONG) expect(over).toBeLessThanOrEqual(MOST_OVER);
  },
  LONG ? 3_600_000 : 60_000,
);

test("any input is a valid question and never causes an error", async () => {
  const world = await makeWorld();
  const own = await otherProject("typed");
  await fill(world, own, 0, 3);
  const odd = [
    ...[
      '"',
      "'",
      "AND",
      "NEAR(a b)",
      "title:x",
      "a*",
      "-b",
      "^c",
      "{title} : x",
      "(((",
      'x" OR "',
      "\0",
      "\0a\0",
      "%",
      "_",
      ";--",
      "🙂",
      "́",
      "e\u0301",
      "\ud800",
    ],
    ...[
      "a ".repeat(200),
      "x".repeat(400),
      "密".repeat(400),
      "ก".repeat(400),
      "0x",
      "12x",
      "1ypublic",
      "\u200b",
      "'".repeat(400),
      "İI",
      "ﬁ",
      "٣",
      "Ⅷ",
    ],
  ];
  for (const query of odd)
    for (const more of [{}, { live: true }, { locales: undefined }, { locales: [] }, { audiences: [] }, { kinds: [] }])
      await expect(
        searchWords(world.ctx(), { projectId: own, query, locales: ["en", "th"], audiences: ["public", "members", "told"], ...more }),
      ).resolves.toBeDefined();
});
