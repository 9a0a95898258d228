// Starts a batch that changes what readers see. Its first statement stores the render job if the change is allowed; all other statements
// depend on that job, whose key is unique to this attempt.
import { type ArticleId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { isUnderWay, writeJobs } from "#kernel/jobs/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type * as v from "valibot";
import type { Ctx } from "#kernel/module/index.ts";
import { renderJob } from "./render-job.ts";
import { readPaths } from "./text-queries.ts";

type RenderRequest = Omit<v.InferOutput<typeof renderJob.payload>, "projectId">;
export interface Rendering {
  readonly job: string;
  /** The first statement, which stores the job if the change is allowed. */
  readonly decides: SQL;
  /** Holds for the rest of the batch. */
  readonly done: SQL;
}
export function startRendering(projectId: ProjectId, what: RenderRequest, now: number, when: SQL): Rendering {
  const job = newId("job", now);
  const key = `${renderJob.kind}:${job}`;
  return {
    job,
    decides: writeJobs([{ id: job, kind: renderJob.kind, key, payload: { projectId, ...what }, projectId, dueAt: now }], now, when),
    done: isUnderWay(sql`${key}`),
  };
}

/** The render request for deleting an article; reads its paths before its rows are deleted. */
export async function renderAfterRemoval(ctx: Pick<Ctx, "db">, projectId: ProjectId, articleId: ArticleId): Promise<RenderRequest> {
  const [{ slugs, old }] = await ctx.db.read(readPaths(projectId, articleId));
  return { articleId, hidden: true, paths: [...slugs.map((slug) => `articles/${slug}`), ...old] };
}
