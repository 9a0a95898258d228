// Semantic search of the built product against doubles of the vector store and a provider over real HTTP: vectors are created and removed,
// and failures are reported.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Embeddings, PROVIDER_KEY } from "../doubles/embedding/providers.ts";
import { type Served as Double, serveDouble } from "../doubles/serve.ts";
import { Qdrant, STORE_KEY } from "../doubles/vector-store/qdrant.ts";
import { Operator } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";

const folder = mkdtempSync(join(tmpdir(), "seed-semantic-"));
const [qdrant, provider] = [new Qdrant(), new Embeddings()];
let [served, store, models]: [Served | undefined, Double | undefined, Double | undefined] = [undefined, undefined, undefined];
let tables: Tables;
let owner: Operator;
let projectId: string;

beforeAll(async () => {
  [store, models] = [await serveDouble(qdrant), await serveDouble(provider)];
  served = await serveBuild({
    state: join(folder, "state"),
    tick: false,
    vars: {
      TEST_SCRYPT_LOG_N: "4",
      KNOWLEDGE_EMBEDDING_MODEL: "openai/local-embedder",
      OPENAI_API_KEY: PROVIDER_KEY,
      OPENAI_BASE_URL: `${models.url}/v1`,
      VECTOR_STORE_URL: store.url,
      VECTOR_STORE_API_KEY: STORE_KEY,
    },
  });
  owner = new Operator(served.url);
  await owner.setup();
  projectId = (await owner.project("Acme", "https://acme.example")).id;
  tables = new Tables(join(folder, "state"));
});
afterAll(async () => {
  tables.close();
  await served?.stop();
  await Promise.all([store?.stop(), models?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const state = async () => (await owner.call(`/api/dashboard/projects/${projectId}/knowledge/search-state`)).body;
function add(id: string, content: string): void {
  const one = [id, projectId, "source", id, "Refunds", "en", "public", 1, "h", 1] as const;
  tables.run(
    "INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at) VALUES ('source', ?, 'snippets', 'S', 'public', 'en', 1, 'x', 'x', 1) ON CONFLICT DO NOTHING",
    projectId,
  );
  tables.run(
    "INSERT INTO knowledge_documents (id, project_id, source_id, key, title, locale, audience, assistant, hash, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...one,
  );
  tables.run(
    "INSERT INTO knowledge_chunks (project_id, document_id, position, heading, content, title_words, heading_words, body_words, epoch) VALUES (?, ?, 0, '', ?, 1, 0, 4, 1)",
    projectId,
    id,
    content,
  );
  tables.run(
    "INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts) VALUES (?, ?, 1, '', '', 1, 0)",
    id,
    projectId,
  );
}

test("documents become points in the store, and points of removed documents are deleted", async () => {
  add("one", "Ask for a refund.");
  add("two", "We pay it back.");
  await served?.tick();
  assert.deepEqual(await state(), {
    semantic: "on",
    missing: [],
    begun: true,
    model: "openai/local-embedder",
    waiting: 0,
    failed: 0,
    lastError: null,
  });
  assert.equal(qdrant.points().length, 2);
  assert.deepEqual(provider.texts.toSorted(), ["Refunds\nAsk for a refund.", "Refunds\nWe pay it back."]);
  const { body } = await owner.call<{ semantic: string; hits: { key: string; quote: string }[] }>(
    `/api/dashboard/projects/${projectId}/knowledge?q=chargeback`,
  );
  assert.equal(body.semantic, "on");
  assert.equal(body.hits[0]?.key, "one");
  assert.equal(body.hits[0]?.quote, "Ask for a refund.");
  tables.run("DELETE FROM knowledge_documents WHERE id = 'one'");
  tables.run("UPDATE knowledge_vectors SET due_at = 0, revision = 2 WHERE document_id = 'one'");
  await served?.tick();
  assert.deepEqual(
    qdrant.points().map(({ payload }) => payload["documentId"]),
    ["two"],
  );
});

test("a missing store is reported without its key", async () => {
  await store?.stop();
  add("three", "More.");
  await served?.tick();
  const told = await state();
  assert.equal(told["semantic"], "down");
  assert.equal(told["lastError"], "The vector store couldn’t be reached.");
  assert.equal(told["waiting"], 1);
  const { status, body } = await owner.call(`/api/dashboard/projects/${projectId}/knowledge?q=chargeback`);
  assert.deepEqual([status, body["semantic"], body["hits"]], [200, "down", []]);
  assert.doesNotMatch(JSON.stringify(told), new RegExp(`${STORE_KEY}|${PROVIDER_KEY}`));
});
