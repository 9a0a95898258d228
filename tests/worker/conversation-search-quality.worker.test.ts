// The quality of the search over conversations beside a plain FTS5 table with the same messages, in one run: 225 messages and 135 searches in
// nine languages. The searches with even numbers may be looked at for choosing weights; those with odd ones are what counts.
import { expect, test } from "vitest";
import { indexDue } from "../../modules/conversation-search/indexing/index-next.ts";
import { MESSAGES, SEARCHES } from "./conversation-search-set.ts";
import { makeWorld, type World } from "./world.ts";

interface Rank {
  readonly language: string;
  readonly isHeld: boolean;
  readonly q: string;
  /** The place of the right message, from 1; 0 if it is not among the first ten. */
  readonly own: number;
  readonly plain: number;
}
const reciprocal = (ranks: readonly number[]): number => ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length;
const firsts = (ranks: readonly number[]): number => ranks.filter((rank) => rank === 1).length / ranks.length;

/** Every word quoted, all of them; if nothing has all, any of them. The best that a plain table is asked for. */
async function plainly(world: World, q: string): Promise<string[]> {
  const words = q.split(/\s+/).map((word) => `"${word.replaceAll('"', '""')}"`);
  for (const match of [words.join(" "), words.join(" OR ")]) {
    const rows = await world.rows<{ key: string }>(
      "SELECT key FROM plain_search WHERE plain_search MATCH ? ORDER BY bm25(plain_search) LIMIT 10",
      match,
    );
    if (rows.length > 0) return rows.map(({ key }) => key);
  }
  return [];
}

test("the right message is found more often than by a plain FTS5 table, and in no language less often", { timeout: 120_000 }, async () => {
  const world = await makeWorld();
  const { contactId } = await world.visitor();
  await world.rows("CREATE VIRTUAL TABLE plain_search USING fts5(key UNINDEXED, content)");
  const all = Object.entries(MESSAGES).flatMap(([language, texts]) => texts.map((text, topic) => ({ key: `${language} ${topic}`, text })));
  expect(all).toHaveLength(225);
  const id = (kind: string): string => `'${kind}_' || printf('%026d', j.key + 1)`;
  const given = JSON.stringify(all);
  await world.rows("INSERT INTO plain_search (key, content) SELECT value ->> 'key', value ->> 'text' FROM json_each(?)", given);
  await world.rows(
    `INSERT INTO conversations (project_id, id, contact_id, client_id, door, revision, created_at, last_activity_at) SELECT ?2, ${id("cnv")}, ?3, j.key, 'widget', 1, 1, 1 FROM json_each(?1) j`,
    ...[given, world.projectId, contactId],
  );
  await world.rows(
    `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
     SELECT ${id("msg")}, ?2, ${id("cnv")}, 'message', 1, 'visitor', ?3, value ->> 'text', '{"door":"widget","automatic":null}', j.key, 1 FROM json_each(?1) j`,
    ...[given, world.projectId, contactId],
  );
  await world.rows(
    `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, message_id, created_at)
     SELECT ?2, j.key + 1, ${id("evt")}, ${id("cnv")}, ?3, 1, 'message', 1, 0, 'visitor', 's', j.key, '', ${id("msg")}, 1 FROM json_each(?1) j`,
    ...[given, world.projectId, contactId],
  );
  await indexDue(world.ctx());
  const place = new Map(all.map(({ key }, i) => [key, `cnv_${String(i + 1).padStart(26, "0")}`]));
  const ranks: Rank[] = [];
  for (const [language, searches] of Object.entries(SEARCHES)) {
    expect([language, searches.length]).toEqual([language, 15]);
    for (const [topic, q] of searches.entries()) {
      const key = `${language} ${topic}`;
      const { body } = await world.as<{ items: { id: string }[] }>(
        `/api/dashboard/projects/${world.projectId}/conversation-search?q=${encodeURIComponent(q)}`,
      );
      const own = body.items.slice(0, 10).findIndex(({ id }) => id === place.get(key)) + 1;
      ranks.push({ language, isHeld: topic % 2 === 1, q, own, plain: (await plainly(world, q)).indexOf(key) + 1 });
    }
  }
  const table = [...Object.keys(SEARCHES), undefined].map((language) => {
    const of = ranks.filter((rank) => rank.isHeld && (language === undefined || rank.language === language));
    const [own, plain] = [of.map((rank) => rank.own), of.map((rank) => rank.plain)];
    return {
      language: language ?? "all",
      own: reciprocal(own),
      plain: reciprocal(plain),
      ownFirst: firsts(own),
      plainFirst: firsts(plain),
    };
  });
  const round = (n: number): string => n.toFixed(3);
  console.info(
    [
      "language   MRR (plain)    first (plain)",
      ...table.map(
        (row) => `${row.language.padEnd(10)} ${round(row.own)} (${round(row.plain)})  ${round(row.ownFirst)} (${round(row.plainFirst)})`,
      ),
      ...ranks
        .filter(({ own, isHeld }) => own !== 1 && !isHeld)
        .map(({ language, q, own }) => `chosen on, not first: ${language} "${q}" ${own}`),
    ].join("\n"),
  );
  const overall = table.at(-1);
  expect(overall?.own).toBeGreaterThan(0.85);
  expect(overall?.own).toBeGreaterThan(overall?.plain ?? 1);
  for (const row of table) expect(row.own, row.language).toBeGreaterThanOrEqual(row.plain);
});
