// What a search reads does not depend on how many conversations a project has, nor on what other projects wrote. LONG: 1,000 and 25,000
// conversations beside another project of 25,000; the short run checks the same with fewer. It also measures what indexing writes, beside an
// FTS5 table with the same terms.
import { expect, test } from "vitest";
import { searchConversations } from "../../modules/conversation-search/search-conversations.ts";
import { indexNext } from "../../modules/conversation-search/indexing/index-next.ts";
import { readIndexState, writeIndex } from "../../modules/conversation-search/indexing/queries.ts";
import { LONG } from "./long.ts";
import { makeWorld, type World } from "./world.ts";

// Both leave the same remainder when divided by six, so that the newest messages are alike.
const [FEW, MANY] = LONG ? [1002, 25_002] : [504, 1002];
/** Rows that one search may read at any size, as the platform counts them. */
const MOST_ROWS = 12_000;

/** Conversations with one message each: `common` is in all, `even` in every second, `early` in the first five, and each has a word of its own. */
async function fill(world: World, from: number, until: number): Promise<void> {
  const contact = (await world.rows<{ id: string }>("SELECT id FROM contacts WHERE project_id = ? LIMIT 1", world.projectId))[0]?.id ?? "";
  const numbers = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${until - 1})`;
  const id = (prefix: string): string => `'${prefix}_' || substr(?2, 5, 12) || printf('%014d', i)`;
  const at = "1700000000000 + i * 60000";
  await world.rows(
    `${numbers} INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, revision, created_at, last_activity_at)
     SELECT ?2, ${id("cnv")}, ?1, 'c' || i, 'widget', CASE i % 3 WHEN 0 THEN 'closed' ELSE 'open' END, 1, ${at}, ${at} FROM n`,
    contact,
    world.projectId,
  );
  await world.rows(
    `${numbers} INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
     SELECT ${id("msg")}, ?2, ${id("cnv")}, 'message', 1, 'visitor', ?1,
       'common' || CASE i % 2 WHEN 0 THEN ' even' ELSE '' END || CASE WHEN i <= 5 THEN ' early' ELSE '' END || ' own' || (i * 7919 % 100003) || ' the parcel from shelf ' || (i % 97) || ' arrived damaged',
       '{"door":"widget","automatic":null}', 'c' || i, ${at} FROM n`,
    contact,
    world.projectId,
  );
  await world.rows(
    `${numbers} INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, created_at)
     SELECT ?2, i, ${id("evt")}, ${id("cnv")}, ?1, 1, 'message', 1, 0, 'visitor', ?1, 's', 'c' || i, '', ${id("msg")}, ${at} FROM n`,
    contact,
    world.projectId,
  );
}
async function index(world: World): Promise<{ messages: number; rowsWritten: number }> {
  const ctx = world.ctx();
  const projectId = world.projectId as never;
  let [state] = await ctx.db.commitAndRead([writeIndex(projectId, 1)], readIndexState(projectId));
  const before = { ...ctx.db.cost, through: state?.indexedThrough ?? 0 };
  while (state && state.indexedThrough < state.head) state = await indexNext(ctx, projectId, state);
  return { messages: (state?.indexedThrough ?? 0) - before.through, rowsWritten: ctx.db.cost.rowsWritten - before.rowsWritten };
}

const SEARCHES = [
  "common",
  "common even",
  "common early",
  "early parcels",
  "comon",
  "dam",
  '"common even"',
  "common -even",
  "common is:closed",
  "is:closed has:file",
  "from:me",
  "common even nowhere",
  "common even damaged parcel shelf arrived own",
  "common after:2023-11-14",
];
async function costs(world: World): Promise<Map<string, number>> {
  const [member] = await world.rows<{ account_id: string }>("SELECT account_id FROM memberships WHERE project_id = ?", world.projectId);
  const rows = new Map<string, number>();
  for (const q of SEARCHES)
    for (const live of [undefined, "1"] as const) {
      const ctx = world.ctx();
      const caller = { kind: "member", projectId: world.projectId, accountId: member?.account_id };
      await searchConversations({ ...ctx, caller } as never, { q, live });
      rows.set(`${q}${live ? ", while typing" : ""}`, ctx.db.cost.rowsRead);
    }
  return rows;
}

test("a search reads as many rows among few conversations as among many, whoever else writes", { timeout: 600_000 }, async () => {
  const world = await makeWorld();
  await world.visitor();
  await fill(world, 1, FEW + 1);
  const written = await index(world);
  const few = await costs(world);
  await fill(world, FEW + 1, MANY + 1);
  await index(world);
  const many = await costs(world);
  const other = await makeWorld();
  await other.visitor();
  await fill(other, 1, MANY + 1);
  await index(other);
  const beside = await costs(world);
  const sizes = await world.rows<{ terms: number; postings: number }>(
    "SELECT (SELECT count(*) FROM conversation_search_terms) AS terms, (SELECT count(*) FROM conversation_search_postings) AS postings",
  );
  console.info(
    [
      `${FEW} and ${MANY} conversations; ${JSON.stringify(sizes[0])}; indexing ${written.messages} messages wrote ${written.rowsWritten} rows`,
      ...[...few].map(([q, rows]) => `${q}: ${rows}, ${many.get(q)}, ${beside.get(q)}`),
    ].join("\n"),
  );
  for (const [q, rows] of many) {
    expect(rows, q).toBeLessThan(MOST_ROWS);
    expect(rows, q).toBe(few.get(q));
    // One more where a project's last terms were the last of all: the row behind them ends the range.
    expect((beside.get(q) ?? 0) - rows, q).toBeLessThanOrEqual(1);
  }
});

test("what indexing writes beside an FTS5 table with the same terms", async () => {
  const world = await makeWorld();
  await world.visitor();
  await world.rows("CREATE VIRTUAL TABLE compared USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii')");
  const words = Array.from({ length: 400 }, (_, i) => `word${(i * 7919) % 1009}`);
  let [postings, fts] = [0, 0];
  for (let n = 0; n < 60; n += 1) {
    const text = Array.from({ length: 40 }, (_, i) => words[(n * 13 + i * (1 + (n % 7))) % words.length]).join(" ");
    const run = await world.env.DB.prepare("INSERT INTO compared (rowid, terms) VALUES (?, ?)")
      .bind(n + 1, text)
      .run();
    fts += run.meta.rows_written;
  }
  await fill(world, 1, 61);
  postings = (await index(world)).rowsWritten;
  console.info(`60 messages: postings ${postings} rows written, FTS5 with 40 terms each ${fts}`);
  // What a posting for each term costs to write; decision 0038 says what it buys.
  expect(postings).toBeLessThan(60 * 30);
});
