// Semantic search when the provider or the store is down, slow, refuses, or changes: lexical search continues, the reason is reported, and
// waiting work is done later.
import { recoverJobs } from "#kernel/jobs/index.ts";
import { expect, test } from "vitest";
import { wakeVectors } from "../../modules/semantic-search/update-vectors.ts";
import { LONG } from "./long.ts";
import { elsewhere, semanticWorld, type SemanticWorld } from "./semantic-kit.ts";

const DOCS = { money: { content: "Ask for a refund." }, login: { content: "Choose a password." } };
async function ready(vars: Record<string, string> = {}): Promise<SemanticWorld> {
  const world = await semanticWorld(vars);
  await world.write(DOCS);
  await world.pass();
  return world;
}

test.each([
  ["the store is down", (w: SemanticWorld) => (w.store.down = { status: 503 })],
  ["the store cuts the connection", (w: SemanticWorld) => (w.store.down = "reset")],
  ["the store's key is wrong", (w: SemanticWorld) => (w.store.key = "another")],
  ["the collection is gone", (w: SemanticWorld) => w.store.collections.clear()],
  ["the provider is down", (w: SemanticWorld) => (w.provider.down = { status: 500 })],
  ["the provider's key is wrong", (w: SemanticWorld) => (w.provider.key = "another")],
  ["the provider limits requests", (w: SemanticWorld) => (w.provider.down = { status: 429, headers: { "retry-after": "20" } })],
  ["the vector has another size", (w: SemanticWorld) => (w.provider.down = "other size")],
  ["the vector is all zeros", (w: SemanticWorld) => (w.provider.down = "zeros")],
  ["the answer cannot be read", (w: SemanticWorld) => (w.provider.down = "nonsense")],
])("%s: words are searched, and the answer says so", async (_, trouble) => {
  const world = await ready();
  trouble(world);
  expect(await world.find("refund")).toMatchObject({ keys: ["money"], semantic: "down" });
  // The next searches do not wait for it again.
  expect(await world.find("password")).toMatchObject({ keys: ["login"], semantic: "down" });
});

test("a provider that does not answer delays one question by a second and a half, and the next by nothing", async () => {
  const world = await ready();
  world.provider.down = "hang";
  const began = Date.now();
  expect(await world.find("refund")).toMatchObject({ keys: ["money"], semantic: "down" });
  expect(Date.now() - began).toBeLessThan(2500);
  const again = Date.now();
  expect(await world.find("refund")).toMatchObject({ keys: ["money"], semantic: "down" });
  expect(Date.now() - again).toBeLessThan(500);
  world.provider.down = undefined;
  world.clock.advance({ seconds: 16 });
  expect(await world.find("chargeback")).toMatchObject({ keys: ["money"], semantic: "on" });
});

test("a wrong key is reported by its variable, never with its value, and once corrected everything is indexed", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  world.provider.key = "another";
  await world.pass(4);
  expect(await world.state()).toMatchObject({
    semantic: "down",
    waiting: 2,
    failed: 0,
    lastError: "OpenAI answered 401 (invalid_api_key). Check OPENAI_API_KEY.",
  });
  // Two minutes between attempts, not one per document.
  expect(world.provider.requests.length).toBeLessThanOrEqual(3);
  world.provider.key = world.env["OPENAI_API_KEY"] as string;
  world.store.key = "another";
  await world.pass(3);
  expect((await world.state())["lastError"]).toBe("The vector store answered 401. Check VECTOR_STORE_URL and VECTOR_STORE_API_KEY.");
  world.store.key = world.env["VECTOR_STORE_API_KEY"] as string;
  await world.pass(4);
  expect(await world.state()).toMatchObject({ semantic: "on", waiting: 0, lastError: null });
  expect(await world.stored()).toHaveLength(2);
});

test("a provider that limits requests is asked again when it says", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  world.provider.trouble({ status: 429, headers: { "retry-after": "400" }, body: { error: { code: "rate_limit_exceeded" } } });
  await world.pass(7);
  expect(world.provider.requests).toHaveLength(1);
  expect(await world.state()).toMatchObject({ semantic: "down", lastError: "OpenAI answered 429 (rate_limit_exceeded)." });
  await world.pass(2);
  expect(await world.stored()).toHaveLength(2);
  expect(await world.state()).toMatchObject({ semantic: "on", lastError: null });
});

test("a refused text delays no other, and is reported and retried", async () => {
  const world = await semanticWorld();
  world.provider.longest = 100;
  await world.write({ ...DOCS, long: { content: "refund ".repeat(30) } });
  await world.pass();
  expect(await world.stored()).toEqual(["login/0", "money/0"]);
  expect(await world.state()).toMatchObject({
    semantic: "on",
    waiting: 1,
    failed: 1,
    lastError: "OpenAI answered 400 (context_length_exceeded).",
  });
  const asked = world.provider.requests.length;
  await world.pass();
  expect(world.provider.requests.length).toBe(asked);
  world.provider.longest = 1000;
  await world.pass(10);
  expect(await world.stored()).toHaveLength(3);
  expect(await world.state()).toMatchObject({ waiting: 0, failed: 0, lastError: null });
});

test("vectors of another size are refused with both sizes and a remedy, which rebuilds everything", async () => {
  const world = await ready();
  world.provider.dimension = 32;
  await world.write({ more: { content: "Parcels and delivery." } });
  await world.pass(2);
  const name = "seed-desk_openai_text-embedding-3-small_64";
  const { lastError } = await world.state();
  expect(lastError).toContain(`answers with 32 numbers for a text, but the collection ${name} holds vectors of 64`);
  expect(lastError).toContain("KNOWLEDGE_EMBEDDING_MODEL");
  expect(world.store.points()).toHaveLength(2);
  expect(await world.find("parcels")).toMatchObject({ keys: ["more"], semantic: "down" });
  world.store.collections.delete(name);
  await world.pass(6);
  expect([...world.store.collections.keys()]).toEqual(["seed-desk_openai_text-embedding-3-small_32"]);
  expect(await world.stored()).toHaveLength(3);
  expect(await world.find("courier")).toMatchObject({ keys: ["more"], semantic: "on" });
});

test("a foreign collection of the same name is left alone", async () => {
  const world = await semanticWorld();
  const name = "seed-desk_openai_text-embedding-3-small_64";
  world.store.collections.set(name, { size: 12, distance: "Cosine", indexes: new Map(), points: new Map() });
  await world.write(DOCS);
  await world.pass(2);
  expect((await world.state())["lastError"]).toContain(`The collection ${name} in the vector store holds vectors of 12 numbers`);
  expect(world.store.points()).toEqual([]);
});

test("a collection whose creator died before its indexes gets them", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  world.store.trouble("reset", /PUT .*\/index$/);
  await world.pass();
  expect([...world.store.collections.values()].map(({ indexes }) => indexes.size)).toEqual([0]);
  await world.pass(2);
  expect([...world.store.collections.values()].map(({ indexes }) => indexes.size)).toEqual([7]);
  expect((await world.find("chargeback")).keys).toEqual(["money"]);
});

test("a store's answer with unrequested points is not trusted", async () => {
  const world = await ready();
  const other = await elsewhere("semantic-foreign");
  await world.write({ foreign: { content: "refund" } }, other);
  await world.write({ secret: { content: "refund", audience: "members" }, german: { content: "refund", locale: "de" } });
  await world.pass(2);
  const answer = world.store.answer.bind(world.store);
  world.store.answer = async (request) => {
    const points = world.store
      .points()
      .map(({ id, payload }) => ({ id, score: 1, payload: { ...payload, projectId: world.projectId, audience: "public" } }));
    const odd = [
      { id: "x", score: 2, payload: { documentId: "kdc_none", ordinal: 0, hash: "" } },
      { id: "y", score: 1 },
      { score: Number.NaN },
    ];
    return request.url.endsWith("/query")
      ? Response.json({ result: { points: [...odd, ...points] }, status: "ok" })
      : await answer(request);
  };
  expect((await world.find("refund")).keys.toSorted()).toEqual(["login", "money"]);
});

test("a deleted collection is created again with everything in it", async () => {
  const world = await ready();
  world.store.collections.clear();
  await world.pass(8);
  expect(await world.stored()).toEqual(["login/0", "money/0"]);
  expect((await world.find("chargeback")).keys).toEqual(["money"]);
});

test("another model gets its own collection, everything is embedded again, and the old one is emptied", async () => {
  const world = await ready();
  world.env = { ...world.env, KNOWLEDGE_EMBEDDING_MODEL: "mistral/mistral-embed", MISTRAL_API_KEY: world.env["OPENAI_API_KEY"] };
  world.provider.dimension = 48;
  // Its similarity threshold does not fit the double's vectors.
  expect((await world.find("refund")).keys).toEqual(["money"]);
  await world.pass(4);
  const [old, made] = [...world.store.collections.values()];
  expect([old?.points.size, made?.points.size, made?.size]).toEqual([0, 2, 48]);
  expect(await world.state()).toMatchObject({ semantic: "on", model: "mistral/mistral-embed", waiting: 0 });
  expect(world.provider.requests.at(-1)?.url).toBe("https://api.mistral.ai/v1/embeddings");
});

test("Google's API gets its own request format, which marks questions as such", async () => {
  const world = await semanticWorld({
    KNOWLEDGE_EMBEDDING_MODEL: "google/gemini-embedding-001",
    GEMINI_API_KEY: "embedding-double-key",
  });
  await world.write(DOCS);
  await world.pass(2);
  expect((await world.find("refund")).semantic).toBe("on");
  const url = "https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents";
  expect(world.provider.requests).toEqual([
    { url, kind: "RETRIEVAL_DOCUMENT", count: 2 },
    { url, kind: "RETRIEVAL_QUERY", count: 1 },
  ]);
  world.provider.key = "another";
  await world.write({ more: { content: "more" } });
  await world.pass();
  expect((await world.state())["lastError"]).toBe("Google answered 400 (API_KEY_INVALID). Check GOOGLE_GENERATIVE_AI_API_KEY.");
});

test("a project that used up its daily budget waits until tomorrow, others do not", async () => {
  const world = await semanticWorld({ AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.000001}' });
  await world.write(DOCS);
  await world.pass();
  expect(await world.stored()).toHaveLength(2);
  expect(await world.rows("SELECT input_tokens, cost FROM ai_usage")).toEqual([{ input_tokens: 12, cost: 1 }]);
  await world.write({ more: { content: "Parcels and delivery." } });
  await world.pass(3);
  expect(await world.stored()).toHaveLength(2);
  expect((await world.state())["lastError"]).toContain("AI_DAILY_CEILINGS");
  expect(await world.find("parcels")).toMatchObject({ keys: ["more"], semantic: "down" });
  world.clock.advance({ days: 1 });
  await world.pass(2);
  expect(await world.stored()).toHaveLength(3);
  expect((await world.find("courier")).semantic).toBe("down");
});

test("invalid budgets are reported, and nothing is spent", async () => {
  const world = await semanticWorld({ AI_DAILY_CEILINGS: "{" });
  await world.write(DOCS);
  await world.pass(2);
  expect((await world.state())["lastError"]).toContain("AI_DAILY_CEILINGS");
  expect(world.provider.requests).toEqual([]);
});

test.skipIf(!LONG)("a run's remaining documents are continued by the next run, and each run is bounded", async () => {
  const world = await semanticWorld();
  await world.write({ first: { content: "refund" } });
  const many = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ id: `kdc_${i}`, content: `word${i} refund` })));
  const from = "FROM json_each(?) j, knowledge_documents d WHERE d.key = 'first'";
  for (const insert of [
    `INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts) SELECT j.value ->> 'id', d.project_id, 1, '', '', 1, 0 ${from}`,
    `INSERT INTO knowledge_chunks (project_id, document_id, position, heading, content, title_words, heading_words, body_words, epoch) SELECT d.project_id, j.value ->> 'id', 0, '', j.value ->> 'content', 0, 0, 2, 1 ${from}`,
    `INSERT INTO knowledge_documents (id, project_id, source_id, key, title, locale, audience, assistant, hash, updated_at) SELECT j.value ->> 'id', d.project_id, d.source_id, j.value ->> 'id', '', 'en', 'public', 1, j.value ->> 'id', 1 ${from}`,
  ])
    await world.rows(insert, many);
  world.clock.advance({ minutes: 1 });
  await wakeVectors(world.semanticCtx());
  const made: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    const ctx = world.semanticCtx();
    const before = world.store.requests.length + world.provider.requests.length;
    await recoverJobs(ctx);
    made.push(world.store.points().length);
    expect(ctx.db.cost.statements).toBeLessThan(150);
    expect(world.store.requests.length + world.provider.requests.length - before).toBeLessThan(50);
  }
  expect(made).toEqual([320, 640, 960, 1001]);
});

test("many documents are indexed in bounded parts, each once", async () => {
  const world = await semanticWorld();
  await world.write(Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`doc${i}`, { content: `word${i} refund` }])));
  await world.pass(2);
  expect(await world.stored()).toHaveLength(90);
  expect(new Set(world.provider.texts).size).toBe(90);
  expect(world.provider.texts).toHaveLength(90);
  for (const { count } of world.provider.requests) expect(count).toBeLessThanOrEqual(96);
});

test("missing variables are reported, and without any of them no service is called", async () => {
  const none = await semanticWorld({ KNOWLEDGE_EMBEDDING_MODEL: "", OPENAI_API_KEY: "", VECTOR_STORE_URL: "", VECTOR_STORE_API_KEY: "" });
  expect(await none.state()).toEqual({
    semantic: "off",
    missing: ["KNOWLEDGE_EMBEDDING_MODEL", "VECTOR_STORE_URL", "VECTOR_STORE_API_KEY"],
    begun: false,
    model: null,
    waiting: 0,
    failed: 0,
    lastError: null,
  });
  await none.write(DOCS);
  await none.pass();
  expect(await none.find("refund")).toMatchObject({ keys: ["money"], semantic: "off" });
  expect([...none.store.requests, ...none.provider.requests]).toEqual([]);
  const part = await semanticWorld({ OPENAI_API_KEY: "" });
  expect(await part.state()).toMatchObject({ semantic: "off", missing: ["OPENAI_API_KEY"], begun: true });
});
