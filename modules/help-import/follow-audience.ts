// Keeps the audience of imported articles in line with the source at every run. Restricting or unpublishing in the source always takes
// effect here, in the same batch, even if the text was edited here; widening only if nobody has changed the article.
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import { writeAudit } from "#modules/projects";
import { sql, type SQL } from "#kernel/db/index.ts";
import { articleDetail, indexJob, isLive, startRendering, writeChange, writesForHiddenTexts, writeUnpublished } from "#modules/articles";
import { isAttempt, type NewRow, type Note, type Run, writeItemsOfArticle, writeNarrowed } from "./queries.ts";
import type { Follow } from "./rules.ts";

/** Notes for the report. */
export function followNotes(follow: Follow | undefined): Note[] {
  if (follow === undefined) return [];
  const { audience, narrows, unpublish, stays } = follow;
  return [
    ...(narrows && audience !== undefined ? [["narrowed", audience] as const] : []),
    ...(unpublish ? [["narrowed", "unpublished"] as const] : []),
    ...(!narrows && audience !== undefined ? [["widened", audience] as const] : []),
    ...(stays ? [["audience_kept", ""] as const] : []),
  ];
}

export interface AudienceChange {
  readonly statements: SQL[];
  /** Starts the jobs that depend on the change, once the batch is stored. */
  readonly begin: () => void;
}
const ORDER = ["members", "told", "public"] as const satisfies readonly Audience[];

/** Statements for the batch that stores the row, after its other writes. A dry run only counts. */
export async function followAudience(ctx: Ctx, run: Run, row: NewRow, follow: Follow | undefined): Promise<AudienceChange> {
  const nothing = { statements: [], begin: () => undefined };
  if (follow === undefined || (follow.audience === undefined && !follow.unpublish)) return nothing;
  const { articleId, audience, narrows, unpublish } = follow;
  const fewer = narrows || unpublish;
  const stored = isAttempt(run, row, row.attempt);
  if (run.dry) return { ...nothing, statements: fewer ? [writeNarrowed(run, row, stored)] : [] };
  const { projectId } = run;
  const now = ctx.clock.now();
  const wider = audience === undefined ? [] : narrows ? ORDER.slice(ORDER.indexOf(audience) + 1) : [follow.from];
  const moves = sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId} AND audience IN (SELECT value FROM json_each(${JSON.stringify(wider)})))`;
  const hides = unpublish ? isLive({ projectId, articleId, locale: row.locale }) : sql`0`;
  const what = { articleId, ...(fewer ? { hidden: true } : {}) };
  const { job, decides, done } = startRendering(projectId, what, now, sql`${stored} AND (${moves} OR ${hides})`);
  const index = newId("job", now);
  const audit = (action: string, detail: Record<string, string | SQL>): SQL =>
    writeAudit({ projectId, actor: `operator:${run.by}`, action, detail: { ...detail, import: run.id }, now }, done);
  const again = {
    id: index,
    kind: indexJob.kind,
    key: `${indexJob.kind}:${index}`,
    payload: { projectId, articleId },
    projectId,
    dueAt: now,
  };
  return {
    statements: [
      decides,
      ...(fewer ? [writeNarrowed(run, row, done)] : []),
      ...(audience === undefined
        ? []
        : [
            writeItemsOfArticle(run, row.sourceId, sql`audience = ${audience}`, done),
            audit("help.audience_changed", { ...articleDetail(projectId, articleId), audience }),
            writeChange(projectId, articleId, { audience }, sql`${done} AND ${moves}`),
          ]),
      ...(unpublish
        ? [
            writeItemsOfArticle(run, row.sourceId, sql`publish = 0`, sql`${done} AND locale = ${row.locale}`),
            audit("help.unpublished", articleDetail(projectId, articleId, row.locale)),
            ...writeUnpublished(projectId, articleId, row.locale, now, done),
          ]
        : []),
      ...(await writesForHiddenTexts(projectId, articleId, audience === undefined ? row.locale : undefined, now, done)),
      writeJobs([again], now, audience === undefined ? sql`0` : done),
    ],
    begin: () => wakeJobs(ctx, audience === undefined ? [job] : [job, index]),
  };
}
