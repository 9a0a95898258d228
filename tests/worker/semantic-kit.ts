// Sets up a project with semantic search, and doubles of the vector store and a provider.
import { derivedId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { recoverJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlesSourceId, retrieve, writeArticlesSource, writeDocument, writeRemoveDocuments } from "#modules/retrieval";
import { sql } from "drizzle-orm";
import { wakeVectors } from "../../modules/semantic-search/update-vectors.ts";
import { Embeddings, PROVIDER_KEY } from "../doubles/embedding/providers.ts";
import { Qdrant, STORE_KEY } from "../doubles/vector-store/qdrant.ts";
import { makeWorld, type Options } from "./world.ts";

export const SEMANTIC = {
  KNOWLEDGE_EMBEDDING_MODEL: "openai/text-embedding-3-small",
  OPENAI_API_KEY: PROVIDER_KEY,
  VECTOR_STORE_URL: "https://store.example.test:6333",
  VECTOR_STORE_API_KEY: STORE_KEY,
};
export type Doc = Partial<Parameters<typeof writeDocument>[0]>;
export type SemanticWorld = Awaited<ReturnType<typeof semanticWorld>>;

// All worlds of a file share the installation's store and job, so each begins later than the one before, with an empty table.
let begins = Date.parse("2030-01-01T00:00:00Z");
export async function semanticWorld(vars: Record<string, string> = {}, options: Options = {}) {
  begins += 40 * 86_400_000;
  const world = await makeWorld({
    now: new Date(begins).toISOString(),
    ...options,
    vars: { ...SEMANTIC, RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...vars },
  });
  for (const table of ["knowledge_vectors", "knowledge_vector_stores", "knowledge_vector_ends", "ai_usage"])
    await world.rows(`DELETE FROM ${table}`);
  await world.rows("DELETE FROM jobs");
  const store = new Qdrant();
  const provider = new Embeddings();
  const warnings: unknown[] = [];
  const after: Promise<unknown>[] = [];
  /** A verb's context, with doubles for other services. A new context is a new isolate. */
  const ctx = (): Ctx => {
    const given = world.ctx();
    return {
      ...given,
      log: { ...given.log, warn: (...more) => void warnings.push(more), error: (...more) => void warnings.push(more) },
      after: (work) => void after.push(work),
      fetch: async (url, init) => {
        const request = new Request(url, init);
        return await (new URL(url).hostname === "store.example.test" ? store : provider).answer(request);
      },
    };
  };
  const project = world.projectId as ProjectId;
  /** Runs the schedule, one tick per minute. */
  const pass = async (minutes = 1): Promise<void> => {
    for (let i = 0; i < minutes; i += 1) {
      world.clock.advance({ minutes: 1 });
      await wakeVectors(ctx());
      // A job with more to do is due again at once.
      for (let more = 0; more < 4; more += 1) await recoverJobs(ctx());
    }
  };
  const write = async (docs: Readonly<Record<string, Doc>>, projectId: ProjectId = project): Promise<void> => {
    const sourceId = await articlesSourceId(projectId);
    const now = world.clock.now();
    for (const [key, doc] of Object.entries(docs)) {
      const made = { title: key, url: null, locale: "en", audience: "public" as const, assistant: true, content: key, ...doc };
      const id = newId("knowledgeDocument", now);
      const hash = JSON.stringify([made.title, made.content]);
      await ctx().db.commit([
        writeArticlesSource(projectId, sourceId, 1),
        ...writeDocument({ id, projectId, sourceId, key, hash, now, ...made }, sql`1`),
      ]);
    }
  };
  const remove = async (...keys: string[]): Promise<void> => {
    const which = sql`key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
    await ctx().db.commit(writeRemoveDocuments(project, await articlesSourceId(project), which, sql`1`));
  };
  /** The keys of the hits, best first, and whether meaning was searched. */
  const find = async (query: string, more: Partial<Parameters<typeof retrieve>[1]> = {}) => {
    const asked = { projectId: project, query, locales: ["en"], audiences: ["public" as const], limit: 10, ...more };
    const { hits, semantic, fits, confidence } = await retrieve(ctx(), asked);
    await Promise.all(after.splice(0));
    return { keys: hits.map(({ key }) => key), semantic, hits, fits, confidence };
  };
  const state = async () => (await world.as<Record<string, unknown>>(`/api/dashboard/projects/${project}/knowledge/search-state`)).body;
  const rows = () =>
    world.rows<{ place: string; hash: string; due_at: number | null; error: string | null; attempts: number }>(
      "SELECT place, hash, due_at, error, attempts FROM knowledge_vectors ORDER BY document_id",
    );
  /** The titles of the chunks in the store, from their payloads. */
  const stored = async (): Promise<string[]> => {
    const titles = new Map(
      (await world.rows<{ id: string; title: string }>("SELECT id, title FROM knowledge_documents")).map(({ id, title }) => [id, title]),
    );
    return store
      .points()
      .map(({ payload }) => `${titles.get(String(payload["documentId"])) ?? "gone"}/${String(payload["ordinal"])}`)
      .toSorted();
  };
  return Object.assign(world, {
    store,
    provider,
    warnings,
    semanticCtx: ctx,
    project,
    pass,
    write,
    remove,
    find,
    state,
    vectors: rows,
    stored,
  });
}
/** A project that exists only as an id. */
export const elsewhere = (name: string): Promise<ProjectId> => derivedId("project", name);
