// Before each file of worker tests: an empty, migrated database and an empty bucket. The files of a run share a runtime, because
// starting one and loading the product takes far longer than most of the tests; so what a file left is removed here.
import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";

const { DB, FILES, TEST_SCHEMA } = env as unknown as {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly TEST_SCHEMA: readonly string[];
};

/**
 * The product reads the installation's key once and keeps it, and the objects keep it on their own: each file's installation gets the
 * same one, or they would disagree after the first file.
 */
const SAME_KEY =
  "CREATE TRIGGER same_key AFTER INSERT ON installation BEGIN UPDATE installation SET key = 'one-key-for-every-file-of-worker-tests-0000'; END";

async function renewDatabase(): Promise<void> {
  const { results } = await DB.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
  ).all<{ name: string }>();
  // One transaction, so that nothing that is still running meets a database without tables.
  await DB.batch(
    ["PRAGMA defer_foreign_keys = ON", ...results.map(({ name }) => `DROP TABLE "${name}"`), ...TEST_SCHEMA, SAME_KEY].map((statement) =>
      DB.prepare(statement),
    ),
  );
}

async function emptyBucket(): Promise<void> {
  for (;;) {
    const { objects, truncated } = await FILES.list();
    if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}

await Promise.all([renewDatabase(), emptyBucket()]);

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
