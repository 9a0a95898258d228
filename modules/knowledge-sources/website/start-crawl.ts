// Starts crawls manually or on schedule, one at a time for each source, and aborts them.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type CrawlId, type KnowledgeSourceId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { mayFetch } from "#kernel/safe-fetch/index.ts";
import { projectIsLive, stillMay } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import type { Crawl } from "../contract.ts";
import { requireCrawler } from "../crawler/crawler-access.ts";
import { sameClientId } from "../errors.ts";
import { sourceExists } from "../queries.ts";
import { nextDue } from "../rules.ts";
import { writeCrawlJob } from "./crawl-job.ts";
import * as queries from "./queries.ts";

type Member = RequestCtx<MemberPrincipal>;

/** Starts a crawl. Repeating with the same clientId returns the first one. */
export async function startCrawl(ctx: Member, sourceId: KnowledgeSourceId, input: { clientId: string }): Promise<{ crawl: Crawl }> {
  const { projectId } = ctx.caller;
  const [website, live] = await ctx.db.read(
    queries.readWebsite(projectId, sourceId),
    queries.readCondition(sourceExists(projectId, sourceId)),
  );
  if (live !== true) throw notFound();
  if (!website) throw conflict(m.knowledge_sources_only_websites_fetched());
  if (website.way === "crawler") await requireCrawler(ctx, projectId);
  // Checked again: the rules may have become stricter since the address was saved, or its origin may be one of ours now.
  const refused = website.addresses.find((address) => !mayFetch(ctx, address));
  if (refused !== undefined) throw invalidRequest([{ path: "addresses", message: m.knowledge_sources_not_public({ address: refused }) }]);
  const now = ctx.clock.now();
  const id = newId("crawl", now);
  const work = writeCrawlJob({ id, projectId, waits: 0 }, now, now, queries.crawlExists(id));
  const [crawl, isOfSource] = await ctx.db.commitAndRead(
    [
      queries.writeCrawl(
        { id, projectId, sourceId, way: website.way, startedBy: actorOf(ctx.caller), clientId: input.clientId, now },
        sql`${sourceExists(projectId, sourceId)} AND ${stillMay(projectId, ctx.caller.accountId, "admin")}`,
      ),
      work.statement,
    ],
    queries.readCrawlMade(projectId, input.clientId),
    queries.readCondition(queries.isCrawlOf(projectId, input.clientId, sourceId)),
  );
  if (!crawl) throw conflict(m.knowledge_sources_already_fetching());
  if (crawl.id === id) wakeJobs(ctx, [work.jobId]);
  else {
    if (isOfSource !== true) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { crawl };
}

export async function readOneCrawl(ctx: Member, id: CrawlId): Promise<{ crawl: Crawl }> {
  const [crawl] = await ctx.db.read(queries.readCrawl(ctx.caller.projectId, id));
  if (!crawl) throw notFound();
  return { crawl };
}

/** Ends a crawl as soon as its job notices. Stored pages stay, and nothing is removed. */
export async function abortCrawl(ctx: Member, id: CrawlId): Promise<{ crawl: Crawl }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [crawl, waits] = await ctx.db.commitAndRead(
    [queries.writeAbortAsked(projectId, id)],
    queries.readCrawl(projectId, id),
    queries.readWaits(projectId, id),
  );
  if (!crawl) throw notFound();
  if (waits !== undefined) {
    const work = writeCrawlJob({ id, projectId, waits }, now, now, sql`1`);
    await ctx.db.commit([work.statement]);
    wakeJobs(ctx, [work.jobId]);
  }
  return { crawl };
}

const PER_TICK = 10;
/** Starts crawls that are due, and ends those whose job gave up. */
export async function crawlCron(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due, stuck] = await ctx.db.read(queries.readDueWebsites(now, PER_TICK), queries.readStuck(PER_TICK));
  for (const website of due) {
    const { projectId, sourceId } = website;
    const holds = queries.scheduleHolds(projectId, sourceId);
    const [settings, may] = await ctx.db.read(queries.readWebsite(projectId, sourceId), queries.readCondition(holds));
    const id = newId("crawl", now);
    const work = writeCrawlJob({ id, projectId, waits: 0 }, now, now, queries.crawlExists(id));
    // The clientId is the due time, so a second tick of the same minute starts nothing.
    await ctx.db.commit([
      ...(settings
        ? [
            queries.writeCrawl(
              { id, projectId, sourceId, way: settings.way, startedBy: "schedule", clientId: `${sourceId}@${website.dueAt}`, now },
              sql`${sourceExists(projectId, sourceId)} AND ${projectIsLive(projectId)} AND ${may === true ? holds : sql`NOT ${holds}`}`,
            ),
            ...(may === true
              ? [work.statement]
              : [
                  queries.writeScheduleRefused(id, m.knowledge_sources_schedule_ended(), now),
                  queries.writeScheduleEnds(website, sql`NOT ${holds}`),
                ]),
          ]
        : []),
      queries.writeNextDue(website, nextDue(website.schedule, now)),
    ]);
    wakeJobs(ctx, [work.jobId]);
  }
  for (const id of stuck) {
    const [run] = await ctx.db.read(queries.readRun(id));
    if (run)
      await ctx.db.commit([queries.writeUnqueue(run), queries.writeEnd(run, "failed", m.knowledge_sources_failed_repeatedly(), now)]);
  }
}
