// Statements on websites, their crawls and their pages.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, notNull, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { CrawlId, KnowledgeItemId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { isUnderWay } from "#kernel/jobs/index.ts";
import { stillMay } from "#modules/projects";
import type { Crawl, Way, WebsiteInput } from "../contract.ts";
import { mayUseCrawler } from "../crawler/queries.ts";

// --- websites --------------------------------------------------------------------------------------------------------------

/** `givenBy`: the member who saves it. Its schedule runs only while that member may fetch websites for the project. */
export const writeWebsite = (
  projectId: ProjectId,
  sourceId: KnowledgeSourceId,
  w: WebsiteInput,
  nextAt: number | null,
  givenBy: string,
  when: SQL,
): SQL => sql`
  INSERT INTO knowledge_websites (project_id, source_id, way, addresses, include, exclude, max_pages, schedule, next_at, given_by)
  SELECT ${projectId}, ${sourceId}, ${w.way}, ${JSON.stringify(w.addresses)}, ${JSON.stringify(w.include)}, ${JSON.stringify(w.exclude)}, ${w.maxPages}, ${w.schedule}, ${nextAt}, ${givenBy} WHERE ${when}
  ON CONFLICT (project_id, source_id) DO UPDATE SET way = excluded.way, addresses = excluded.addresses, include = excluded.include, exclude = excluded.exclude,
    max_pages = excluded.max_pages, next_at = CASE WHEN schedule = excluded.schedule THEN next_at ELSE excluded.next_at END, schedule = excluded.schedule, given_by = excluded.given_by`;
/** Condition: the member who set the schedule may still fetch websites for the project. */
export const scheduleHolds = (projectId: ProjectId, sourceId: KnowledgeSourceId): SQL =>
  stillMay(
    projectId,
    sql`(SELECT substr(w.given_by, 10) FROM knowledge_websites w WHERE w.project_id = ${projectId} AND w.source_id = ${sourceId})`,
    "admin",
  );
/** Turns the schedule off; a member has to choose it again. */
export const writeScheduleEnds = (d: Due, when: SQL): SQL =>
  sql`UPDATE knowledge_websites SET schedule = 'manual', next_at = NULL WHERE project_id = ${d.projectId} AND source_id = ${d.sourceId} AND next_at = ${d.dueAt} AND ${when}`;
export const readWebsite = (projectId: ProjectId, sourceId: KnowledgeSourceId): Query<WebsiteInput | undefined> =>
  queryOne(
    sql`SELECT ${columns("knowledge_websites", "way, addresses, include, exclude, max_pages, schedule")} FROM knowledge_websites WHERE project_id = ${projectId} AND source_id = ${sourceId}`,
    (row) => ({
      way: row.way,
      addresses: parseJson<string[]>(row.addresses),
      include: parseJson<string[]>(row.include),
      exclude: parseJson<string[]>(row.exclude),
      maxPages: row.max_pages,
      schedule: row.schedule,
    }),
  );
export interface Due {
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly schedule: WebsiteInput["schedule"];
  readonly dueAt: number;
}
export const readDueWebsites = (now: number, limit: number): Query<Due[]> =>
  query(
    sql`SELECT ${columns({ w: "knowledge_websites" }, "w.project_id, w.source_id, w.schedule, w.next_at")} FROM knowledge_websites w WHERE w.next_at <= ${now} ORDER BY w.next_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        sourceId: row.source_id,
        schedule: row.schedule,
        dueAt: notNull(row.next_at),
      })),
  );
/** The schedule of a website whose source was removed is turned off. */
export const writeNextDue = (d: Due, nextAt: number | null): SQL => sql`
  UPDATE knowledge_websites SET next_at = CASE WHEN EXISTS (SELECT 1 FROM knowledge_sources s JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL WHERE s.id = ${d.sourceId} AND s.project_id = ${d.projectId} AND s.removed_at IS NULL) THEN ${nextAt} END
  WHERE project_id = ${d.projectId} AND source_id = ${d.sourceId} AND next_at = ${d.dueAt}`;

/** Whether a condition holds. */
export const readCondition = (holds: SQL): Query<boolean | undefined> =>
  queryOne(sql`SELECT ${holds} ${as.number("held")}`, (row) => row.held !== 0);

// --- runs ------------------------------------------------------------------------------------------------------------------

/** Columns of a crawl, for joins. */
export const CRAWL_COLUMNS = columns(
  { c: "knowledge_crawls" },
  "c.id AS c_id, c.way AS c_way, c.state AS c_state, c.abort_asked, c.found, c.stored, c.unchanged, c.skipped, c.failed AS c_failed, c.removed, c.cost_usd, c.error AS c_error, c.created_at AS c_created_at, c.finished_at",
);
export const crawlOf = (row: RowIn<typeof CRAWL_COLUMNS>): Crawl => ({
  id: row.c_id,
  way: row.c_way,
  state: row.c_state,
  aborting: row.abort_asked !== 0 && row.finished_at === null,
  found: row.found,
  stored: row.stored,
  unchanged: row.unchanged,
  skipped: row.skipped,
  failed: row.c_failed,
  removed: row.removed,
  costUsd: row.cost_usd,
  error: row.c_error,
  createdAt: iso(row.c_created_at),
  finishedAt: isoOrNull(row.finished_at),
});
export const readCrawl = (projectId: ProjectId, id: CrawlId): Query<Crawl | undefined> =>
  queryOne(sql`SELECT ${CRAWL_COLUMNS} FROM knowledge_crawls c WHERE c.id = ${id} AND c.project_id = ${projectId}`, crawlOf);
export const readCrawlMade = (projectId: ProjectId, clientId: string): Query<Crawl | undefined> =>
  queryOne(sql`SELECT ${CRAWL_COLUMNS} FROM knowledge_crawls c WHERE c.project_id = ${projectId} AND c.client_id = ${clientId}`, crawlOf);
/** Condition: the crawl of this clientId belongs to the source. */
export const isCrawlOf = (projectId: ProjectId, clientId: string, sourceId: KnowledgeSourceId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_crawls WHERE project_id = ${projectId} AND client_id = ${clientId} AND source_id = ${sourceId})`;

export interface NewCrawl {
  readonly id: CrawlId;
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly way: Way;
  readonly startedBy: string;
  readonly clientId: string;
  readonly now: number;
}
/** Starts a crawl unless one is running. */
export const writeCrawl = (c: NewCrawl, when: SQL): SQL => sql`
  INSERT INTO knowledge_crawls (id, project_id, source_id, way, state, started_by, client_id, created_at)
  SELECT ${c.id}, ${c.projectId}, ${c.sourceId}, ${c.way}, 'starting', ${c.startedBy}, ${c.clientId}, ${c.now} WHERE ${when} ON CONFLICT DO NOTHING`;
/** Ends a scheduled crawl that may not start, with the reason. */
export const writeScheduleRefused = (id: CrawlId, error: string, now: number): SQL =>
  sql`UPDATE knowledge_crawls SET state = 'failed', error = ${error}, finished_at = ${now} WHERE id = ${id} AND state = 'starting'`;
export const crawlExists = (id: CrawlId): SQL => sql`EXISTS (SELECT 1 FROM knowledge_crawls WHERE id = ${id})`;

/** A crawl as its job needs it. */
export interface Run {
  readonly id: CrawlId;
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly way: Way;
  readonly state: "starting" | "running" | "reading" | "removing";
  readonly abortAsked: boolean;
  readonly triedAt: number | null;
  readonly providerRunId: string | null;
  readonly datasetId: string | null;
  readonly position: number;
  readonly waits: number;
  readonly complete: boolean;
  readonly found: number;
  readonly costUsd: number | null;
  readonly error: string | null;
  readonly createdAt: number;
}
export const readRun = (id: CrawlId): Query<Run | undefined> =>
  queryOne(sql`SELECT ${columns("knowledge_crawls", "*")} FROM knowledge_crawls WHERE id = ${id} AND finished_at IS NULL`, (row) => ({
    id: row.id,
    projectId: row.project_id,
    sourceId: row.source_id,
    way: row.way,
    state: row.state as Run["state"],
    abortAsked: row.abort_asked !== 0,
    triedAt: row.tried_at,
    providerRunId: row.provider_run_id,
    datasetId: row.dataset_id,
    position: row.position,
    waits: row.waits,
    complete: row.complete !== 0,
    found: row.found,
    costUsd: row.cost_usd,
    error: row.error,
    createdAt: row.created_at,
  }));
const open = (run: Run): SQL => sql`id = ${run.id} AND project_id = ${run.projectId} AND finished_at IS NULL`;
/** Condition: the member for whom the crawl works could start it now, and the project may use the crawler. */
export const mayContinue = (run: Run): SQL => {
  const may = stillMay(
    run.projectId,
    sql`(SELECT substr(CASE c.started_by WHEN 'schedule' THEN (SELECT w.given_by FROM knowledge_websites w WHERE w.project_id = c.project_id AND w.source_id = c.source_id) ELSE c.started_by END, 10) FROM knowledge_crawls c WHERE c.id = ${run.id} AND c.project_id = ${run.projectId})`,
    "admin",
  );
  return run.way === "crawler" ? sql`${may} AND ${mayUseCrawler(run.projectId)}` : may;
};
/** Condition: the crawl is running and may store pages. */
export const isOpen = (run: Run): SQL => sql`(EXISTS (SELECT 1 FROM knowledge_crawls WHERE ${open(run)}) AND ${mayContinue(run)})`;

export const writeTried = (run: Run, now: number): SQL =>
  sql`UPDATE knowledge_crawls SET tried_at = ${now} WHERE ${open(run)} AND tried_at IS NULL`;
export const writeProviderRun = (run: Run, providerRunId: string, datasetId: string): SQL =>
  sql`UPDATE knowledge_crawls SET provider_run_id = ${providerRunId}, dataset_id = ${datasetId}, state = 'running' WHERE ${open(run)} AND provider_run_id IS NULL`;
export const writeSeen = (run: Run, seen: { found?: number | undefined; costUsd?: number | undefined }): SQL =>
  sql`UPDATE knowledge_crawls SET found = max(found, ${seen.found ?? 0}), cost_usd = coalesce(${seen.costUsd ?? null}, cost_usd) WHERE ${open(run)}`;
export const writePhase = (run: Run, state: Run["state"], more: { complete?: boolean; error?: string | null } = {}): SQL =>
  sql`UPDATE knowledge_crawls SET state = ${state}, complete = ${(more.complete ?? run.complete) ? 1 : 0}, error = coalesce(${more.error ?? null}, error) WHERE ${open(run)} AND state = ${run.state}`;
/** Counts one more wait; its next job depends on that. */
export const writeWait = (run: Run): SQL =>
  sql`UPDATE knowledge_crawls SET waits = ${run.waits + 1} WHERE ${open(run)} AND waits = ${run.waits}`;
export const waited = (run: Run): SQL => sql`EXISTS (SELECT 1 FROM knowledge_crawls WHERE ${open(run)} AND waits = ${run.waits + 1})`;
export type Outcome = "stored" | "unchanged" | "skipped" | "failed";
const counted = (outcome: Outcome): SQL => sql.raw(outcome);
/** Counts one result of the provider, once; the position identifies it. */
export const writeCounted = (run: Run, position: number, outcome: Outcome): SQL =>
  sql`UPDATE knowledge_crawls SET position = ${position + 1}, ${counted(outcome)} = ${counted(outcome)} + 1 WHERE ${open(run)} AND position = ${position} AND ${mayContinue(run)}`;
export const hasCounted = (run: Run, position: number): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_crawls WHERE ${open(run)} AND position = ${position + 1})`;
/** Counts one page of the built-in crawler, which is in the queue until it is counted. */
export const writeCountedPage = (run: Run, itemId: KnowledgeItemId, outcome: Outcome): SQL =>
  sql`UPDATE knowledge_crawls SET position = position + 1, ${counted(outcome)} = ${counted(outcome)} + 1 WHERE ${open(run)} AND ${isQueued(run, itemId)}`;
export const writeEnd = (run: Run, state: "done" | "failed" | "aborted", error: string | null, now: number): SQL =>
  sql`UPDATE knowledge_crawls SET state = ${state}, error = coalesce(${error}, error), finished_at = ${now} WHERE ${open(run)}`;
export const writeAbortAsked = (projectId: ProjectId, id: CrawlId): SQL =>
  sql`UPDATE knowledge_crawls SET abort_asked = 1, waits = waits + 1 WHERE id = ${id} AND project_id = ${projectId} AND finished_at IS NULL AND abort_asked = 0`;
export const readWaits = (projectId: ProjectId, id: CrawlId): Query<number | undefined> =>
  queryOne(
    sql`SELECT ${columns("knowledge_crawls", "waits")} FROM knowledge_crawls WHERE id = ${id} AND project_id = ${projectId} AND finished_at IS NULL`,
    (row) => row.waits,
  );
export const writeAbortAll = (projectId: ProjectId, sourceId: KnowledgeSourceId): SQL =>
  sql`UPDATE knowledge_crawls SET abort_asked = 1 WHERE project_id = ${projectId} AND source_id = ${sourceId} AND finished_at IS NULL`;
/** Crawls whose job gave up. */
export const readStuck = (limit: number): Query<CrawlId[]> =>
  query(
    sql`SELECT ${columns("knowledge_crawls", "id")} FROM knowledge_crawls INDEXED BY knowledge_crawls_one WHERE finished_at IS NULL AND NOT ${isUnderWay(sql`'knowledge.crawl:' || knowledge_crawls.id || ':' || waits`)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );

// --- pages -----------------------------------------------------------------------------------------------------------------

export interface KnownPage {
  readonly id: KnowledgeItemId;
  readonly hash: string;
  readonly etag: string | null;
  readonly parts: number;
  readonly tries: number;
  readonly url: string;
  readonly title: string;
}
const PAGE = columns("knowledge_items", "id, hash, etag, parts, tries, url, title");
const pageOf = (row: RowIn<typeof PAGE>): KnownPage => ({
  id: row.id,
  hash: row.hash,
  etag: row.etag,
  parts: row.parts,
  tries: row.tries,
  url: row.url ?? "",
  title: row.title,
});
export const readPage = (run: Run, key: string): Query<KnownPage | undefined> =>
  queryOne(
    sql`SELECT ${PAGE} FROM knowledge_items WHERE project_id = ${run.projectId} AND source_id = ${run.sourceId} AND key = ${key}`,
    pageOf,
  );
/** Another page of this crawl with the same content, or the page that this one declares as canonical. */
export const readTwin = (run: Run, key: string, hash: string, canonical: string | undefined): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${columns("knowledge_items", "url")} FROM knowledge_items WHERE crawl_id = ${run.id} AND hash = ${hash} AND parts > 0 AND project_id = ${run.projectId} AND source_id = ${run.sourceId} AND key <> ${key} AND state = 'ready'
      UNION ALL SELECT url FROM knowledge_items WHERE project_id = ${run.projectId} AND source_id = ${run.sourceId} AND key = ${canonical ?? ""} AND crawl_id = ${run.id} AND state IN ('ready', 'waiting') LIMIT 1`,
    (row) => notNull(row.url),
  );
export interface SeenPage {
  readonly id: KnowledgeItemId;
  readonly key: string;
  readonly title: string;
  readonly state: "ready" | "failed" | "skipped";
  readonly error: string | null;
  readonly hash: string;
  readonly etag: string | null;
  readonly parts: number;
  readonly now: number;
}
/** Stores the page as the crawl saw it. */
export const writePage = (run: Run, p: SeenPage, when: SQL): SQL => sql`
  INSERT INTO knowledge_items (id, project_id, source_id, key, title, url, state, error, hash, etag, parts, crawl_id, created_at, updated_at)
  SELECT ${p.id}, ${run.projectId}, ${run.sourceId}, ${p.key}, ${p.title}, ${p.key}, ${p.state}, ${p.error}, ${p.hash}, ${p.etag}, ${p.parts}, ${run.id}, ${p.now}, ${p.now} WHERE ${when}
  ON CONFLICT (project_id, source_id, key) DO UPDATE SET title = excluded.title, state = excluded.state, error = excluded.error, hash = excluded.hash, etag = excluded.etag,
    parts = excluded.parts, crawl_id = excluded.crawl_id, tries = 0, updated_at = excluded.updated_at, revision = revision + 1`;

/** Queues pages for the built-in crawler. A known page keeps its content until it is fetched. */
export const writeQueue = (run: Run, pages: readonly { id: KnowledgeItemId; key: string }[], now: number): SQL[] => [
  sql`INSERT INTO knowledge_items (id, project_id, source_id, key, title, url, state, crawl_id, created_at, updated_at)
    SELECT value ->> 'id', ${run.projectId}, ${run.sourceId}, value ->> 'key', value ->> 'key', value ->> 'key', 'waiting', ${run.id}, ${now}, ${now}
    FROM json_each(${JSON.stringify(pages)}) WHERE ${isOpen(run)}
    ON CONFLICT (project_id, source_id, key) DO UPDATE SET state = 'waiting', crawl_id = excluded.crawl_id, tries = 0`,
  sql`UPDATE knowledge_crawls SET found = ${pages.length}, state = 'running' WHERE ${open(run)} AND state = 'starting'`,
];
export const isQueued = (run: Run, itemId: KnowledgeItemId): SQL =>
  sql`(EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${itemId} AND crawl_id = ${run.id} AND state = 'waiting') AND ${mayContinue(run)})`;
/** Shortest addresses first: of two pages with the same content the longer address is left out. */
export const readQueue = (run: Run, limit: number): Query<KnownPage[]> =>
  query(
    sql`SELECT ${PAGE} FROM knowledge_items WHERE project_id = ${run.projectId} AND source_id = ${run.sourceId} AND state = 'waiting' AND crawl_id = ${run.id} ORDER BY length(key), id LIMIT ${limit}`,
    (rows) => rows.map(pageOf),
  );
export const writeTriedAgain = (run: Run, itemId: KnowledgeItemId): SQL =>
  sql`UPDATE knowledge_items SET tries = tries + 1 WHERE id = ${itemId} AND project_id = ${run.projectId} AND state = 'waiting'`;
/** Pages of the source that the crawl did not see. */
export const readUnseen = (run: Run, limit: number): Query<KnowledgeItemId[]> =>
  query(
    sql`SELECT ${columns("knowledge_items", "id")} FROM knowledge_items WHERE project_id = ${run.projectId} AND source_id = ${run.sourceId} AND state <> 'removing' AND crawl_id IS NOT ${run.id} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const writeCountRemoved = (run: Run, n: number): SQL => sql`UPDATE knowledge_crawls SET removed = removed + ${n} WHERE ${open(run)}`;
/** Restores the state of queued pages that an aborted crawl did not reach. */
export const writeUnqueue = (run: Run): SQL => sql`
  UPDATE knowledge_items SET state = CASE WHEN parts > 0 THEN 'ready' ELSE 'skipped' END, error = CASE WHEN parts > 0 THEN NULL ELSE 'The run ended before it was fetched.' END
  WHERE project_id = ${run.projectId} AND source_id = ${run.sourceId} AND state = 'waiting' AND crawl_id = ${run.id}`;
