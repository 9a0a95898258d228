// Runs before each file of worker tests: gives it an empty, migrated database and an empty bucket. All files of a run share a runtime,
// because starting one and loading the product takes far longer than most tests.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { connectDatabase, ownDatabase } from "./worker-database.ts";

const { FILES, LONG, TEST_SCHEMA } = env as unknown as {
  readonly FILES: R2Bucket;
  readonly LONG: string;
  readonly TEST_SCHEMA: readonly string[];
};

/**
 * The worker and the Durable Objects each cache the installation key, so every file's installation must get the same key.
 */
const SAME_KEY =
  "CREATE TRIGGER same_key AFTER INSERT ON installation BEGIN UPDATE installation SET key = 'one-key-for-every-file-of-worker-tests-0000'; END";

// Every run tries the same inputs, so that what fails here fails elsewhere too; the long form tries others each time.
if (LONG === "") fc.configureGlobal({ seed: 1 });

async function emptyBucket(): Promise<void> {
  for (;;) {
    const { objects, truncated } = await FILES.list();
    if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}

connectDatabase("own");
await Promise.all([ownDatabase().recreate([...TEST_SCHEMA, SAME_KEY]), emptyBucket()]);

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
