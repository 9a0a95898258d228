// The cost of a minute of the schedule: almost nothing when nothing is due, however much is stored, and never more than an invocation may
// query.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { expect, test } from "vitest";
import { systemCtx } from "../../edition/worker.ts";
import { openSite, publish, settleJobs } from "./help-pages-kit.ts";
import type { World } from "./world.ts";

const LONG = (bindings as unknown as { LONG?: string }).LONG !== "";
const MANY = LONG ? 10_000 : 1500;
/** The platform's limit of statements per invocation, with a margin. */
const MOST_STATEMENTS = 900;

/** One minute as the platform runs it: all tasks in one invocation. Answers the rows read by each task, and the totals. */
async function minute(world: World): Promise<{ rows: Record<string, number>; statements: number; written: number }> {
  const execution = createExecutionContext();
  const ctx = { ...systemCtx(world.env, execution, world.clock), registry: world.registry };
  const rows: Record<string, number> = {};
  for (const task of world.registry.cron) {
    const before = ctx.db.cost.rowsRead;
    await task.run(ctx);
    rows[task.name] = ctx.db.cost.rowsRead - before;
  }
  await waitOnExecutionContext(execution);
  return { rows, statements: ctx.db.cost.statements, written: ctx.db.cost.rowsWritten };
}

/** Adds finished rows to every table that the schedule queries. */
async function grow(world: World, count: number): Promise<void> {
  const { projectId } = world;
  const now = world.clock.now();
  const id = (prefix: string): string => `'${prefix}_' || substr('00000000000000000000000000' || n.i, -26)`;
  const many = (times = 1): string => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count * times})`;
  const p = `'${projectId}'`;
  for (const statement of [
    `INSERT INTO help_articles (id, project_id, client_id, place, audience, assistant, created_at, created_by) ${many()} SELECT ${id("art")}, ${p}, 'c' || i, i, 'public', 1, ${now}, 'acc' FROM n`,
    `INSERT INTO help_article_texts (project_id, article_id, locale, slug, title, summary, content, revision, updated_at, updated_by, version, live_slug, live_revision, published_at) ${many()} SELECT ${p}, ${id("art")}, 'en', 'a-' || i, 'Article ' || i, '', 'Text', 1, ${now}, 'acc', 1, 'a-' || i, 1, ${now} FROM n`,
    `INSERT INTO help_article_files (project_id, article_id, file_id, published, check_at) ${many()} SELECT ${p}, ${id("art")}, ${id("fil")}, 1, ${now + 86_400_000} FROM n`,
    `INSERT INTO help_searches (id, project_id, locale, query, terms, place, results, created_at) ${many()} SELECT ${id("sea")}, ${p}, 'en', 'q', 'q', 'page', 1, ${now} FROM n`,
    `INSERT INTO help_feedback (id, project_id, article_id, locale, client_id, helpful, created_at) ${many()} SELECT ${id("fee")}, ${p}, ${id("art")}, 'en', i, 1, ${now} FROM n`,
    `INSERT INTO help_gaps (id, project_id, locale, question, terms, questions, state, created_at, last_at, look_at) ${many()} SELECT ${id("gap")}, ${p}, 'en', 'q' || i, '["' || i || '"]', 1, 'open', ${now}, ${now}, ${now + 86_400_000} FROM n`,
    `INSERT INTO help_questions (id, project_id, locale, question, terms, source, gap_id, created_at) ${many()} SELECT ${id("que")}, ${p}, 'en', 'q', '[]', 'search', ${id("gap")}, ${now} FROM n`,
    `INSERT INTO help_import_runs (id, project_id, client_id, name, platform, place, options, dry, state, phase, created_at, created_by, updated_at, finished_at) ${many()} SELECT ${id("imp")}, ${p}, i, 'Move', 'zendesk', 'a', '{}', 0, 'done', 'finish', 1, 'acc', 1, 1 FROM n`,
    `INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at) ${many()} SELECT ${id("src")}, ${p}, 'website', 'S', 'public', 'en', 1, 'acc', i, 1 FROM n`,
    `INSERT INTO knowledge_websites (project_id, source_id, way, addresses, include, exclude, max_pages, schedule, next_at) ${many()} SELECT ${p}, ${id("src")}, 'pages', '[]', '[]', '[]', 10, 'daily', ${now + 86_400_000} FROM n`,
    `INSERT INTO knowledge_crawls (id, project_id, source_id, way, state, started_by, client_id, created_at, finished_at) ${many()} SELECT ${id("crl")}, ${p}, ${id("src")}, 'pages', 'done', 'acc', i, 1, 1 FROM n`,
    `INSERT INTO knowledge_items (id, project_id, source_id, key, title, state, created_at, updated_at) ${many(2)} SELECT ${id("itm")}, ${p}, ${id("src")}, i, 'Page', CASE WHEN i % 9 = 0 THEN 'failed' ELSE 'ready' END, 1, 1 FROM n`,
    `INSERT INTO knowledge_documents (id, project_id, source_id, key, title, locale, audience, assistant, hash, updated_at) ${many(2)} SELECT ${id("doc")}, ${p}, ${id("src")}, i, 'Page', 'en', 'public', 1, 'h', 1 FROM n`,
    `INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts) ${many(2)} SELECT ${id("doc")}, ${p}, 1, '', '', 1, 0 FROM n`,
    `INSERT INTO knowledge_indexes (number, project_id, next, chunks, title_words, heading_words, body_words) SELECT 77, ${p}, ${count * 2}, ${count * 2}, 1, 1, 1 WHERE true ON CONFLICT DO NOTHING`,
    `INSERT INTO knowledge_chunks (id, project_id, document_id, position, heading, content, title_words, heading_words, body_words, epoch) ${many(2)} SELECT 77 * 4294967296 + i, ${p}, ${id("doc")}, 0, '', 'Words', 1, 0, 1, (SELECT epoch FROM knowledge_index_state) FROM n`,
    `INSERT INTO jobs (id, project_id, kind, key, payload, state, attempts, due_at, created_at, finished_at) ${many()} SELECT ${id("job")}, ${p}, 'help.render', 'k' || i, '{}', CASE WHEN i % 9 = 0 THEN 'dead' ELSE 'done' END, 1, 1, 1, ${now} FROM n`,
  ])
    await world.rows(statement);
}

test("a minute without work reads as few rows of a large database as of an empty one", async () => {
  const { world } = await openSite({ now: "2030-01-01T00:00:00Z" });
  await settleJobs(world);
  await minute(world);
  const empty = await minute(world);
  await grow(world, MANY);
  const full = await minute(world);
  console.debug(`a minute without work: ${JSON.stringify(empty)}, of ${MANY}: ${JSON.stringify(full)}`);
  for (const [task, rows] of Object.entries(full.rows))
    expect([task, rows - (empty.rows[task] ?? 0)]).toEqual([task, expect.toSatisfy((n: number) => n < 60)]);
  // About one for each module with a task of every minute; what can wait looks once an hour.
  expect(full.statements).toBeLessThan(90);
});

// LONG: until every page is rendered, by the schedule alone.
test(
  "many publications due at once never exceed an invocation's budget",
  async () => {
    const site = await openSite({ now: "2030-01-01T00:00:00Z" });
    const { world, owner } = site;
    const { body } = await owner.createCollection("Basics");
    await publish(site, "Beside", "b", { collectionId: body.collection.id });
    await settleJobs(world);
    const many = LONG ? 200 : 25;
    const made = await Promise.all(
      Array.from({ length: many }, (_, i) =>
        owner.create(`Planned ${i}`, { locale: "en", content: `Text ${i}`, collectionId: body.collection.id }),
      ),
    );
    await world.rows(
      "UPDATE help_article_texts SET publish_at = ?2, publish_by = (SELECT account_id FROM memberships WHERE project_id = ?1 LIMIT 1) WHERE project_id = ?1 AND version IS NULL",
      world.projectId,
      world.clock.now(),
    );
    expect(made.every(({ status }) => status === 201)).toBe(true);
    let minutes = 0;
    let most = 0;
    for (; minutes < (LONG ? 400 : 2); minutes += 1) {
      most = Math.max(most, (await minute(world)).statements);
      world.clock.advance({ minutes: 1 });
      const [left] = await world.rows<{ n: number }>(
        "SELECT (SELECT count(*) FROM help_article_texts WHERE project_id = ?1 AND publish_at IS NOT NULL) + (SELECT count(*) FROM jobs WHERE project_id = ?1 AND state IN ('queued', 'running')) AS n",
        world.projectId,
      );
      if (left?.n === 0) break;
    }
    console.debug(`${many} due texts: ${minutes + 1} minutes, at most ${most} statements`);
    expect(most).toBeLessThanOrEqual(MOST_STATEMENTS);
    if (!LONG) return;
    for (const n of [0, many - 1]) expect((await world.call(`/help/${site.slug}/en/articles/planned-${n}`)).status).toBe(200);
  },
  LONG ? 600_000 : 60_000,
);
