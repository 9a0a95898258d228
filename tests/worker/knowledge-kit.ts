// Writes and finds documents for tests of search.
import type { KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { derivedId, newId } from "#kernel/ids/index.ts";
import { articlesSourceId, retrieve, writeArticlesSource, writeDocument } from "#modules/retrieval";
import type { Audience } from "#modules/retrieval/contract";
import { sql } from "drizzle-orm";
import type { World } from "./world.ts";

interface Written {
  readonly title?: string;
  readonly content?: string;
  readonly locale?: string;
  readonly audience?: Audience;
  readonly assistant?: boolean;
  readonly url?: string | null;
  readonly sourceId?: KnowledgeSourceId;
  readonly project?: ProjectId;
}
export const projectOf = (world: World): ProjectId => world.projectId as ProjectId;
/** A project that exists only as an id in the index. */
export const otherProject = (name: string): Promise<ProjectId> => derivedId("project", name);

/** Writes documents into a project's articles, by key. */
export async function write(world: World, documents: Readonly<Record<string, Written>>, when = sql`1`): Promise<void> {
  const ctx = world.ctx();
  for (const [key, { project = projectOf(world), sourceId, ...doc }] of Object.entries(documents)) {
    const source = sourceId ?? (await articlesSourceId(project));
    await ctx.db.commit([
      writeArticlesSource(project, await articlesSourceId(project), 1),
      ...writeDocument(
        {
          id: newId("knowledgeDocument", ctx.clock.now()),
          projectId: project,
          sourceId: source,
          key,
          title: key,
          url: null,
          locale: "en",
          audience: "public",
          assistant: true,
          content: "",
          hash: "h",
          now: ctx.clock.now(),
          ...doc,
        },
        when,
      ),
    ]);
  }
}

type SearchOptions = Partial<Parameters<typeof retrieve>[1]>;
/** The keys of the hits, best first. */
export async function find(world: World, query: string, more: SearchOptions = {}): Promise<string[]> {
  return (await ask(world, query, more)).map(({ key }) => key);
}
export const ask = async (world: World, query: string, more: SearchOptions = {}) => (await answer(world, query, more)).hits;
/** The whole answer. */
export const answer = (world: World, query: string, more: SearchOptions = {}) =>
  retrieve(world.ctx(), {
    projectId: projectOf(world),
    query,
    locales: ["en"],
    audiences: ["public"],
    limit: 20,
    ...more,
  });
