// Continues a crawl from its current step. Every step is stored before the next one begins, so a crawl that is killed at any point resumes
// there: no page is counted twice, and the provider is asked only once to start.
import { hours, seconds } from "#kernel/clock/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { mayFetch } from "#kernel/safe-fetch/index.ts";
import { projectIsLive } from "#modules/projects";
import { m } from "#messages";
import type { WebsiteInput } from "../contract.ts";
import { crawlerOf } from "../crawler/crawler-access.ts";
import { readSourceVisibility, type Visibility, writeSynced } from "../queries.ts";
import { deleteRemovedItems, writeItemsRemoved } from "../cleanup.ts";
import { isWanted, pageKey } from "../rules.ts";
import { crawlJob, writeCrawlJob } from "./crawl-job.ts";
import { fetchPage, listPages, robotsFor } from "./fetch-pages.ts";
import * as provider from "./provider.ts";
import * as queries from "./queries.ts";
import type { Run } from "./queries.ts";
import { type FoundPage, pageId, storePage } from "./store-page.ts";
import { crawlerConfig } from "../variables.ts";

/** Pages per invocation; each takes up to about thirty statements. */
const SLICE = 8;
const REMOVE = 20;
/** Attempts for a page whose site is busy. */
const MAX_TRIES = 3;
/** Longer runs of the provider are aborted. */
const MAX_RUN_TIME = hours(24);
const POLL = seconds(15);
type End = void | "again";

export const crawlHandler = handle(crawlJob, async (ctx, { crawlId }): Promise<End> => {
  const [run] = await ctx.db.read(queries.readRun(crawlId));
  if (!run) return;
  const [source, website, live, may] = await ctx.db.read(
    readSourceVisibility(run.projectId, run.sourceId),
    queries.readWebsite(run.projectId, run.sourceId),
    queries.readCondition(projectIsLive(run.projectId)),
    queries.readCondition(queries.mayContinue(run)),
  );
  if (run.abortAsked || !source || !website || live !== true) return await abortCrawl(ctx, run);
  if (may !== true) return await stopCrawl(ctx, run);
  if (run.state === "removing") return await removeUnseen(ctx, run);
  return run.way === "crawler" ? await continueWithProvider(ctx, run, source, website) : await continueOwnCrawl(ctx, run, source, website);
});

const endCrawl = (ctx: Ctx, run: Run, state: "done" | "failed" | "aborted", error: string | null): Promise<unknown> =>
  ctx.db.commit([
    queries.writeUnqueue(run),
    ...(state === "done" ? [writeSynced(run.projectId, run.sourceId, ctx.clock.now(), queries.isOpen(run))] : []),
    queries.writeEnd(run, state, error, ctx.clock.now()),
  ]);

/** Ends a crawl that may not continue, and the provider's run, so that it costs nothing more. */
async function stopCrawl(ctx: Ctx, run: Run): Promise<void> {
  const crawler = run.way === "crawler" ? await crawlerOf(ctx, run.projectId) : undefined;
  if (crawler?.missing.length === 0 && run.providerRunId !== null && (run.state === "starting" || run.state === "running"))
    await provider.abortProviderRun(ctx, run.providerRunId);
  await endCrawl(
    ctx,
    run,
    "failed",
    crawler?.allowed === false ? m.knowledge_way_not_allowed() : m.knowledge_sources_starter_lost_access(),
  );
}

async function abortCrawl(ctx: Ctx, run: Run): Promise<void> {
  if (run.providerRunId !== null) {
    const answered = await provider.abortProviderRun(ctx, run.providerRunId);
    if (answered.kind === "wait") return await continueLater(ctx, run, seconds(answered.seconds));
    const costs = await provider.readProviderRun(ctx, run.providerRunId);
    if (costs.kind === "ok") await ctx.db.commit([queries.writeSeen(run, { costUsd: costs.value.costUsd })]);
  } else if (run.triedAt !== null && run.way === "crawler") {
    // The run may have started although its response was lost.
    const found = await provider.findRun(ctx, run.id, run.triedAt);
    if (found.kind === "ok" && found.value) await provider.abortProviderRun(ctx, found.value.id);
  }
  await endCrawl(ctx, run, "aborted", null);
}

/** Continues later: stores another job that is due then. */
async function continueLater(ctx: Ctx, run: Run, ms: number): Promise<void> {
  const now = ctx.clock.now();
  const work = writeCrawlJob({ ...run, waits: run.waits + 1 }, now, now + ms, queries.waited(run));
  await ctx.db.commit([queries.writeWait(run), work.statement]);
  if (ms === 0) wakeJobs(ctx, [work.jobId]);
}

/** Removes pages that the crawl did not see, if it saw the whole site. */
async function removeUnseen(ctx: Ctx, run: Run): Promise<End> {
  const [unseen] = await ctx.db.read(queries.readUnseen(run, REMOVE));
  if (!run.complete || unseen.length === 0) return void (await endCrawl(ctx, run, "done", null));
  await ctx.db.commit([
    ...writeItemsRemoved(run.projectId, run.sourceId, unseen, queries.isOpen(run)),
    queries.writeCountRemoved(run, unseen.length),
  ]);
  await deleteRemovedItems(ctx);
  return "again";
}

// --- the provider ----------------------------------------------------------------------------------------------------------

async function continueWithProvider(ctx: Ctx, run: Run, source: Visibility, website: WebsiteInput): Promise<End> {
  const { missing } = await crawlerOf(ctx, run.projectId);
  if (missing.length > 0)
    return void (await endCrawl(ctx, run, "failed", m.knowledge_sources_crawler_no_longer_configured({ missing: missing.join(" and ") })));
  if (run.state === "reading") return await readResults(ctx, run, source, website);
  if (run.providerRunId === null) return await startProviderRun(ctx, run, website);
  const answered = await provider.readProviderRun(ctx, run.providerRunId);
  if (answered.kind === "wait") return await continueLater(ctx, run, seconds(answered.seconds));
  if (answered.kind === "refused") return void (await endCrawl(ctx, run, "failed", answered.message));
  const { status, costUsd, datasetId } = answered.value;
  const count = await provider.countResults(ctx, datasetId);
  await ctx.db.commit([queries.writeSeen(run, { costUsd, found: count.kind === "ok" ? count.value : undefined })]);
  const ended: Readonly<Record<string, string | null>> = {
    SUCCEEDED: null,
    FAILED: m.knowledge_sources_run_failed(),
    "TIMED-OUT": m.knowledge_sources_run_timed_out(),
    ABORTED: m.knowledge_sources_run_stopped_there(),
  };
  const error = ended[status];
  if (error === undefined) {
    if (ctx.clock.now() - run.createdAt > MAX_RUN_TIME) {
      await provider.abortProviderRun(ctx, run.providerRunId);
      return void (await endCrawl(ctx, run, "failed", m.knowledge_sources_run_too_long()));
    }
    return await continueLater(ctx, run, POLL);
  }
  await ctx.db.commit([queries.writePhase(run, "reading", { complete: error === null, error })]);
  return "again";
}

/** Asks the provider to start. If an earlier response was lost, it looks for that run first. */
async function startProviderRun(ctx: Ctx, run: Run, website: WebsiteInput): Promise<End> {
  const refused = website.addresses.find((address) => !mayFetch(ctx, address));
  if (refused !== undefined) return void (await endCrawl(ctx, run, "failed", m.knowledge_sources_address_refused({ address: refused })));
  let answered: provider.ProviderAnswer<provider.ProviderRun | undefined> = { kind: "ok", value: undefined };
  if (run.triedAt === null) await ctx.db.commit([queries.writeTried(run, ctx.clock.now())]);
  else answered = await provider.findRun(ctx, run.id, run.triedAt);
  if (answered.kind === "ok" && answered.value === undefined) answered = await provider.startRun(ctx, website, run.id);
  if (answered.kind === "wait") return await continueLater(ctx, run, seconds(answered.seconds));
  if (answered.kind === "refused") return void (await endCrawl(ctx, run, "failed", answered.message));
  const { value } = answered;
  if (value === undefined) throw new Error("the provider neither began nor refused");
  await ctx.db.commit([queries.writeProviderRun(run, value.id, value.datasetId)]);
  return await continueLater(ctx, { ...run, state: "running" }, POLL);
}

async function readResults(ctx: Ctx, run: Run, source: Visibility, website: WebsiteInput): Promise<End> {
  const answered = await provider.readResults(ctx, run.datasetId ?? "", run.position, SLICE);
  if (answered.kind === "wait") return await continueLater(ctx, run, seconds(answered.seconds));
  if (answered.kind === "refused") return void (await endCrawl(ctx, run, "failed", answered.message));
  for (const [index, result] of answered.value.entries()) {
    const page = pageOf(result, run.position + index, website);
    const [known] = await ctx.db.read(queries.readPage(run, page.key));
    if (!(await storePage(ctx, run, source, known, page, run.position + index))) return "again";
  }
  if (answered.value.length === SLICE) return "again";
  const seen = run.position + answered.value.length;
  if (run.error !== null) return void (await endCrawl(ctx, run, "failed", null));
  // At its page limit the run may have left pages out, so unseen pages may still exist.
  const complete = run.complete && seen > 0 && seen < website.maxPages;
  await ctx.db.commit([queries.writePhase(run, "removing", { complete })]);
  return "again";
}

function pageOf(result: provider.Result, position: number, website: WebsiteInput): FoundPage {
  const key = result.url === undefined ? undefined : pageKey(result.url);
  if (key === undefined)
    return {
      key: `result:${position}`,
      title: "",
      content: "",
      problem: { message: m.knowledge_sources_result_without_address(), kind: "skipped" },
    };
  const page = { key, title: result.title || key, content: result.markdown };
  const { status } = result;
  if (status === 404 || status === 410)
    return { ...page, problem: { message: m.knowledge_sources_fetch_not_found({ status }), kind: "gone" } };
  if (status !== undefined && status >= 400)
    return { ...page, problem: { message: m.knowledge_sources_fetch_status({ status }), kind: "failed" } };
  if (!isWanted(key, website.include, website.exclude))
    return { ...page, problem: { message: m.knowledge_sources_page_not_included(), kind: "skipped" } };
  return page;
}

// --- our own fetch ---------------------------------------------------------------------------------------------------------

async function continueOwnCrawl(ctx: Ctx, run: Run, source: Visibility, website: WebsiteInput): Promise<End> {
  if (run.state === "starting") {
    const listed = await listPages(ctx, website);
    if ("message" in listed) {
      if (listed.retryAfter !== undefined && run.waits < MAX_TRIES) return await continueLater(ctx, run, seconds(listed.retryAfter));
      return void (await endCrawl(ctx, run, "failed", listed.message));
    }
    if (listed.keys.length === 0) return void (await endCrawl(ctx, run, "failed", m.knowledge_sources_no_pages()));
    const pages = await Promise.all(listed.keys.map(async (key) => ({ id: await pageId(run.sourceId, key), key })));
    const now = ctx.clock.now();
    await ctx.db.commit([
      ...queries.writeQueue(run, pages, now),
      queries.writePhase({ ...run, state: "running" }, "running", { complete: listed.whole }),
    ]);
    return "again";
  }
  const [queue] = await ctx.db.read(queries.readQueue(run, SLICE));
  if (queue.length === 0) {
    await ctx.db.commit([queries.writePhase(run, "removing")]);
    return "again";
  }
  const sites = new Map<string, Awaited<ReturnType<typeof robotsFor>>>();
  let first = true;
  for (const known of queue) {
    const { origin } = new URL(known.url);
    const robots = sites.get(origin) ?? (await robotsFor(ctx, origin));
    sites.set(origin, robots);
    const rules = "unread" in robots ? undefined : robots;
    const skip = "unread" in robots ? robots.unread : robots.allows(known.url) ? undefined : m.knowledge_sources_robots_disallows();
    let page: FoundPage;
    if (skip !== undefined)
      page = {
        key: known.url,
        title: known.title,
        content: "",
        problem: { message: skip, kind: rules === undefined ? "failed" : "skipped" },
      };
    else {
      if (!first) await pause(ctx, rules?.delay);
      first = false;
      const fetched = await fetchPage(ctx, known, { named: website.way === "pages", ...(rules ? { allows: rules.allows } : {}) });
      if ("wait" in fetched) {
        if (known.tries + 1 < MAX_TRIES) {
          await ctx.db.commit([queries.writeTriedAgain(run, known.id)]);
          return await continueLater(ctx, run, seconds(fetched.wait));
        }
        page = { key: known.url, title: known.title, content: "", problem: { message: fetched.message, kind: "failed" } };
      } else page = fetched.page;
    }
    if (!(await storePage(ctx, run, source, known, page, undefined))) return "again";
  }
  return "again";
}

/** Pauses between two pages: as long as the site asks, up to what an invocation can wait. */
const pause = (ctx: Ctx, delay: number | undefined): Promise<void> => {
  const ms = Math.max(crawlerConfig(ctx.config).paceMs, Math.min(10, delay ?? 0) * 1000);
  return ms === 0 ? Promise.resolve() : scheduler.wait(ms);
};
