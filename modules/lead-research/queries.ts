// All SQL of the research of leads.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, LeadCriterionId, LeadId, LeadResearchRunId, LeadStatementId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { leadIdsOf, leadIsThere } from "#modules/leads";
import { stillMay } from "#modules/projects";
import {
  type Answer,
  type AnswerWord,
  type Criteria,
  type Criterion,
  KEPT_RUNS,
  MAX_BY_HAND,
  type Run,
  type RunReason,
  type RunState,
  type Statement,
} from "./contract.ts";
import { CACHE_TIME, INTERRUPTED_AFTER } from "./rules.ts";

export interface OfLead {
  readonly projectId: ProjectId;
  readonly leadId: LeadId;
}
const ofLead = ({ projectId, leadId }: OfLead): SQL => sql`project_id = ${projectId} AND lead_id = ${leadId}`;

// --- criteria ------------------------------------------------------------------

export const readCriteria = (projectId: ProjectId): Query<Criteria> =>
  query(sql`SELECT ${columns("lead_criteria", "criteria, revision")} FROM lead_criteria WHERE project_id = ${projectId}`, ([row]) => ({
    criteria: row === undefined ? [] : (JSON.parse(row.criteria) as Criterion[]),
    revision: row?.revision ?? 0,
  }));
/** Replaces the list, unless it was saved after the revision. */
export const writeCriteria = (
  projectId: ProjectId,
  { criteria, revision }: { readonly criteria: readonly Criterion[]; readonly revision: number },
  by: AccountId,
  now: number,
): SQL => sql`
  INSERT INTO lead_criteria (project_id, criteria, revision, updated_by, updated_at)
    SELECT ${projectId}, ${JSON.stringify(criteria)}, ${revision + 1}, ${by}, ${now} WHERE ${stillMay(projectId, by, "admin")}
      AND ${revision} = coalesce((SELECT revision FROM lead_criteria WHERE project_id = ${projectId}), 0)
  ON CONFLICT (project_id) DO UPDATE SET criteria = excluded.criteria, revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
export const writeCriteriaGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM lead_criteria WHERE project_id = ${projectId} AND ${when}`;

// --- runs ----------------------------------------------------------------------

const writeLeadRow = (of: OfLead, when: SQL): SQL =>
  sql`INSERT INTO lead_research (lead_id, project_id) SELECT ${of.leadId}, ${of.projectId} WHERE ${when} ON CONFLICT (lead_id) DO NOTHING`;

/** A run as its job knows it. */
export interface Work extends OfLead {
  readonly id: LeadResearchRunId;
  readonly state: RunState;
  readonly addresses: readonly string[];
  readonly queue: readonly string[];
  readonly fetchUntil: number | null;
  readonly model: string;
  /** Whether its lead is still there. */
  readonly there: boolean;
}
/** Condition: the run is under way. */
export const isOpen = ({ id, projectId }: Pick<Work, "id" | "projectId">): SQL =>
  sql`EXISTS (SELECT 1 FROM lead_research_runs WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL)`;

/** Condition: nothing has happened for too long. */
const isStale = (now: number): SQL => sql`updated_at < ${now - INTERRUPTED_AFTER}`;
export interface NewRun extends OfLead {
  readonly id: LeadResearchRunId;
  readonly clientId: string;
  readonly addresses: readonly string[];
  readonly queue: readonly string[];
  readonly model: string;
  readonly by: AccountId;
  readonly now: number;
}
/** Starts a run while the lead is there and none is under way; one that was interrupted ends. */
export const writeRun = (run: NewRun, when: SQL): SQL[] => {
  const may = sql`${leadIsThere(run.projectId, run.leadId)} AND ${stillMay(run.projectId, run.by, "operator")} AND ${when}`;
  return [
    sql`UPDATE lead_research_runs SET state = 'failed', reason = 'interrupted', ended_at = ${run.now}, updated_at = ${run.now} WHERE ${ofLead(run)} AND ended_at IS NULL AND ${isStale(run.now)} AND ${may}`,
    sql`INSERT INTO lead_research_runs (id, project_id, lead_id, client_id, state, addresses, queue, model, dropped, created_by, created_at, updated_at)
      SELECT ${run.id}, ${run.projectId}, ${run.leadId}, ${run.clientId}, 'waiting', ${JSON.stringify(run.addresses)}, ${JSON.stringify(run.queue)}, ${run.model}, 0, ${run.by}, ${run.now}, ${run.now}
      WHERE ${may} ON CONFLICT DO NOTHING`,
    writeLeadRow(run, isOpen(run)),
  ];
};
/** The run of a request; that of another lead has another `leadId`. */
export const readRunBy = (projectId: ProjectId, clientId: string): Query<{ id: LeadResearchRunId; leadId: LeadId } | undefined> =>
  queryOne(
    sql`SELECT ${columns("lead_research_runs", "id, lead_id")} FROM lead_research_runs WHERE project_id = ${projectId} AND client_id = ${clientId}`,
    (row) => ({ id: row.id, leadId: row.lead_id }),
  );
export const readHasOpen = (of: OfLead): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("held")} FROM lead_research_runs WHERE ${ofLead(of)} AND ended_at IS NULL LIMIT 1`,
    (rows) => rows.length > 0,
  );
/** Whether a condition holds. */
export const readCondition = (condition: SQL): Query<boolean> =>
  query(sql`SELECT ${condition} ${as.number("held")}`, ([row]) => row?.held === 1);
export const readWork = (projectId: ProjectId, id: LeadResearchRunId): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns({ r: "lead_research_runs" }, "r.id, r.project_id, r.lead_id, r.state, r.addresses, r.queue, r.fetch_until, r.model")}, EXISTS (SELECT 1 FROM leads x WHERE x.id = r.lead_id AND x.project_id = r.project_id AND x.deleted_at IS NULL) ${as.number("held")} FROM lead_research_runs r WHERE r.id = ${id} AND r.project_id = ${projectId}`,
    (row) => ({
      ...{ id: row.id, projectId: row.project_id, leadId: row.lead_id, state: row.state as RunState, model: row.model },
      addresses: JSON.parse(row.addresses) as string[],
      queue: JSON.parse(row.queue) as string[],
      fetchUntil: row.fetch_until,
      there: row.held === 1,
    }),
  );
export interface Progress {
  readonly state?: "fetching" | "asking";
  readonly fetchUntil?: number;
  readonly queue?: readonly string[];
}
export const writeProgress = (run: Work, { state, fetchUntil, queue }: Progress, now: number): SQL =>
  sql`UPDATE lead_research_runs SET state = ${state ?? run.state}, fetch_until = ${fetchUntil ?? run.fetchUntil}, queue = ${JSON.stringify(queue ?? run.queue)}, updated_at = ${now}
    WHERE id = ${run.id} AND project_id = ${run.projectId} AND ended_at IS NULL`;
interface Ended {
  readonly state: "done" | "failed" | "cancelled";
  readonly reason?: RunReason;
  readonly detail?: string;
  readonly dropped?: number;
  readonly score?: number | null;
  readonly cost?: number;
}
export const writeEnded = ({ id, projectId }: Pick<Work, "id" | "projectId">, ended: Ended, now: number): SQL =>
  sql`UPDATE lead_research_runs SET state = ${ended.state}, reason = ${ended.reason ?? null}, detail = ${ended.detail ?? null}, dropped = ${ended.dropped ?? 0}, score = ${ended.score ?? null}, cost = coalesce(${ended.cost ?? null}, cost), ended_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`;
/** What an answer cost whose findings are not stored, because the run ended meanwhile. */
export const writeLateCost = ({ id, projectId }: Pick<Work, "id" | "projectId">, cost: number): SQL =>
  sql`UPDATE lead_research_runs SET cost = ${cost} WHERE id = ${id} AND project_id = ${projectId} AND cost IS NULL AND ended_at IS NOT NULL`;
export const writeCancelled = (of: OfLead, id: LeadResearchRunId, now: number): SQL =>
  sql`UPDATE lead_research_runs SET state = 'cancelled', ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND ${ofLead(of)} AND ended_at IS NULL`;
export const readHasRun = (of: OfLead, id: LeadResearchRunId): Query<boolean> =>
  query(sql`SELECT 1 ${as.number("held")} FROM lead_research_runs WHERE id = ${id} AND ${ofLead(of)}`, (rows) => rows.length > 0);

/**
 * The oldest runs beyond those that are kept go with their pages, statements that nobody made their own, and answers; the last finished one
 * stays, however many failed since.
 */
export function writeTrimmed(of: OfLead): SQL[] {
  const oldest = sql`SELECT min(id) FROM (SELECT id FROM lead_research_runs WHERE ${ofLead(of)} ORDER BY id DESC LIMIT ${KEPT_RUNS})`;
  const finished = sql`SELECT max(id) FROM lead_research_runs WHERE ${ofLead(of)} AND state = 'done'`;
  const gone = sql`SELECT id FROM lead_research_runs WHERE ${ofLead(of)} AND id < (${oldest}) AND id IS NOT (${finished})`;
  return [
    sql`DELETE FROM lead_research_pages WHERE ${ofLead(of)} AND run_id IN (${gone})`,
    sql`DELETE FROM lead_statements WHERE ${ofLead(of)} AND author_id IS NULL AND run_id IN (${gone})`,
    sql`DELETE FROM lead_answers WHERE ${ofLead(of)} AND run_id IN (${gone})`,
    sql`DELETE FROM lead_research_runs WHERE ${ofLead(of)} AND id IN (${gone})`,
  ];
}

// --- pages ---------------------------------------------------------------------

export interface PageText {
  readonly place: number;
  readonly url: string;
  readonly title: string;
  readonly state: "read" | "failed" | "denied";
  readonly problem: string | null;
  readonly content: string;
  readonly links: readonly string[];
  readonly fetchedAt: number;
}
const PAGE = columns("lead_research_pages", "place, url, title, state, problem, content, links, fetched_at");
const pageOf = (row: RowIn<typeof PAGE>): PageText => ({
  ...{ place: row.place, url: row.url, title: row.title, state: row.state as PageText["state"], problem: row.problem },
  ...{ content: row.content, links: JSON.parse(row.links) as string[], fetchedAt: row.fetched_at },
});
/** The pages of a run, as far as it is. */
export const readPages = ({ id, projectId }: Pick<Work, "id" | "projectId">): Query<PageText[]> =>
  query(sql`SELECT ${PAGE} FROM lead_research_pages WHERE run_id = ${id} AND project_id = ${projectId} ORDER BY place`, (rows) =>
    rows.map(pageOf),
  );
/** The text of a page from an earlier run of the lead, if it is not older than a day. */
export const readCached = (of: OfLead, url: string, now: number): Query<PageText | undefined> =>
  queryOne(
    sql`SELECT ${PAGE} FROM lead_research_pages INDEXED BY lead_research_pages_lead WHERE ${ofLead(of)} AND url = ${url} AND fetched_at > ${now - CACHE_TIME} AND state = 'read' AND content <> '' ORDER BY fetched_at DESC LIMIT 1`,
    pageOf,
  );
export const writePage = (run: Work, page: PageText): SQL =>
  sql`INSERT INTO lead_research_pages (run_id, place, project_id, lead_id, url, title, state, problem, content, links, fetched_at)
    SELECT ${run.id}, ${page.place}, ${run.projectId}, ${run.leadId}, ${page.url}, ${page.title}, ${page.state}, ${page.problem}, ${page.content}, ${JSON.stringify(page.links)}, ${page.fetchedAt}
    WHERE ${isOpen(run)} ON CONFLICT DO NOTHING`;
/** Earlier runs keep what pages they read, but not their text. */
const writeForgottenTexts = (run: Work): SQL =>
  sql`UPDATE lead_research_pages SET content = '', links = '[]' WHERE ${ofLead(run)} AND run_id <> ${run.id} AND content <> '' AND ${isOpen(run)}`;

// --- what is known -------------------------------------------------------------

export interface Finding {
  readonly id: LeadStatementId;
  readonly text: string;
  readonly url: string;
  readonly quote: string;
}
export interface FoundAnswer {
  readonly criterionId: LeadCriterionId;
  readonly answer: AnswerWord;
  readonly reason: string;
  readonly url: string | null;
  readonly quote: string | null;
}
/** What a run found, if it is still under way; the statement that ends it has to follow. */
export const writeFound = (run: Work, findings: readonly Finding[], answers: readonly FoundAnswer[], now: number): SQL[] => [
  sql`INSERT INTO lead_statements (id, project_id, lead_id, run_id, client_id, content, url, quote, revision, created_at, updated_at)
    SELECT f.value ->> 'id', ${run.projectId}, ${run.leadId}, ${run.id}, f.value ->> 'id', f.value ->> 'text', f.value ->> 'url', f.value ->> 'quote', 1, ${now}, ${now}
    FROM json_each(${JSON.stringify(findings)}) f WHERE ${isOpen(run)}`,
  sql`INSERT INTO lead_answers (lead_id, run_id, criterion_id, project_id, answer, reason, url, quote, updated_at)
    SELECT ${run.leadId}, ${run.id}, a.value ->> 'criterionId', ${run.projectId}, a.value ->> 'answer', a.value ->> 'reason', a.value ->> 'url', a.value ->> 'quote', ${now}
    FROM json_each(${JSON.stringify(answers)}) a WHERE ${isOpen(run)} ON CONFLICT DO NOTHING`,
  writeForgottenTexts(run),
];

const STATEMENT = columnList`${columns({ s: "lead_statements" }, "s.id, s.run_id, s.content, s.url, s.quote, s.author_id, s.revision, s.updated_at")}, ${nameOf(sql`s.author_id`)} ${as.textOrNull("author")}`;
const statementOf = (row: RowIn<typeof STATEMENT>): Statement => ({
  ...{ id: row.id, runId: row.run_id, text: row.content, url: row.url, quote: row.quote },
  ...{ byPerson: row.author_id !== null, authorName: row.author, revision: row.revision, updatedAt: iso(row.updated_at) },
});
/** Bounded by the runs that are kept and what people may add. */
export const readStatements = ({ projectId, leadId }: OfLead): Query<Statement[]> =>
  query(
    sql`SELECT ${STATEMENT} FROM lead_statements s INDEXED BY lead_statements_lead WHERE s.lead_id = ${leadId} AND s.project_id = ${projectId} ORDER BY s.id`,
    (rows) => rows.map(statementOf),
  );
export const readStatement = ({ projectId, leadId }: OfLead, id: LeadStatementId): Query<Statement | undefined> =>
  queryOne(
    sql`SELECT ${STATEMENT} FROM lead_statements s WHERE s.id = ${id} AND s.lead_id = ${leadId} AND s.project_id = ${projectId}`,
    statementOf,
  );
export const readStatementBy = ({ projectId, leadId }: OfLead, clientId: string): Query<Statement | undefined> =>
  queryOne(
    sql`SELECT ${STATEMENT} FROM lead_statements s WHERE s.lead_id = ${leadId} AND s.client_id = ${clientId} AND s.project_id = ${projectId}`,
    statementOf,
  );
interface Words {
  readonly text: string;
  readonly url: string | null;
  readonly quote: string | null;
}
interface By {
  readonly by: AccountId;
  readonly now: number;
}
const mayWrite = ({ projectId, leadId }: OfLead, by: AccountId): SQL =>
  sql`${leadIsThere(projectId, leadId)} AND ${stillMay(projectId, by, "operator")}`;
const hasRoom = (of: OfLead): SQL =>
  sql`(SELECT count(*) FROM lead_statements INDEXED BY lead_statements_lead WHERE ${ofLead(of)} AND author_id IS NOT NULL) < ${MAX_BY_HAND}`;
export const writeStatement = (
  of: OfLead,
  { id, clientId, text, url, quote }: Words & { id: LeadStatementId; clientId: string },
  { by, now }: By,
): SQL[] => [
  writeLeadRow(of, mayWrite(of, by)),
  sql`INSERT INTO lead_statements (id, project_id, lead_id, client_id, content, url, quote, author_id, revision, created_at, updated_at)
    SELECT ${id}, ${of.projectId}, ${of.leadId}, ${clientId}, ${text}, ${url}, ${quote}, ${by}, 1, ${now}, ${now} WHERE ${mayWrite(of, by)} AND ${hasRoom(of)} ON CONFLICT DO NOTHING`,
];
export const writeChanged = (
  of: OfLead,
  id: LeadStatementId,
  { revision, text, url, quote }: Words & { revision: number },
  { by, now }: By,
): SQL =>
  sql`UPDATE lead_statements SET content = ${text}, url = ${url}, quote = ${quote}, author_id = ${by}, revision = revision + 1, updated_at = ${now}
    WHERE id = ${id} AND ${ofLead(of)} AND revision = ${revision} AND ${mayWrite(of, by)} AND (author_id IS NOT NULL OR ${hasRoom(of)})`;
export const writeDeleted = (of: OfLead, id: LeadStatementId, by: AccountId): SQL =>
  sql`DELETE FROM lead_statements WHERE id = ${id} AND ${ofLead(of)} AND ${mayWrite(of, by)}`;

/** Of runs that are kept, and by hand. */
export const readAnswers = ({ projectId, leadId }: OfLead): Query<Answer[]> =>
  query(
    sql`SELECT ${columns({ a: "lead_answers" }, "a.run_id, a.criterion_id, a.answer, a.reason, a.url, a.quote, a.updated_at")}, ${nameOf(sql`a.author_id`)} ${as.textOrNull("author")} FROM lead_answers a WHERE a.lead_id = ${leadId} AND a.project_id = ${projectId}`,
    (rows) =>
      rows.map((row) => ({
        ...{ criterionId: row.criterion_id, runId: (row.run_id as string) === "" ? null : (row.run_id as LeadResearchRunId) },
        ...{ answer: row.answer as AnswerWord, reason: row.reason, url: row.url, quote: row.quote },
        ...{ authorName: row.author, updatedAt: iso(row.updated_at) },
      })),
  );
export const writeAnswer = (of: OfLead, { criterionId, answer, reason, url, quote }: FoundAnswer, { by, now }: By): SQL[] => [
  writeLeadRow(of, mayWrite(of, by)),
  sql`INSERT INTO lead_answers (lead_id, run_id, criterion_id, project_id, answer, reason, url, quote, author_id, updated_at)
    SELECT ${of.leadId}, '', ${criterionId}, ${of.projectId}, ${answer}, ${reason}, ${url}, ${quote}, ${by}, ${now} WHERE ${mayWrite(of, by)}
    ON CONFLICT (lead_id, run_id, criterion_id) DO UPDATE SET answer = excluded.answer, reason = excluded.reason, url = excluded.url, quote = excluded.quote, author_id = excluded.author_id, updated_at = excluded.updated_at`,
];
export const writeAnswerCleared = (of: OfLead, criterionId: LeadCriterionId, by: AccountId): SQL =>
  sql`DELETE FROM lead_answers WHERE lead_id = ${of.leadId} AND run_id = '' AND criterion_id = ${criterionId} AND project_id = ${of.projectId} AND ${mayWrite(of, by)}`;

const RUN = columnList`${columns({ r: "lead_research_runs" }, "r.id, r.state, r.reason, r.detail, r.addresses, r.dropped, r.score, r.cost, r.model, r.created_at, r.updated_at, r.ended_at")}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("starter")},
  (SELECT json_group_array(json_object('url', p.url, 'title', p.title, 'state', p.state, 'problem', p.problem, 'fetchedAt', p.fetched_at) ORDER BY p.place) FROM lead_research_pages p WHERE p.run_id = r.id) ${as.text("pages")}`;
interface ShownPage {
  readonly url: string;
  readonly title: string;
  readonly state: "read" | "failed" | "denied";
  readonly problem: string | null;
  readonly fetchedAt: number;
}
/** The newest first. One without progress for too long is shown as interrupted; the next one ends it. */
export const readRuns = ({ projectId, leadId }: OfLead, now: number): Query<Run[]> =>
  query(
    sql`SELECT ${RUN} FROM lead_research_runs r WHERE r.lead_id = ${leadId} AND r.project_id = ${projectId} ORDER BY r.id DESC LIMIT ${KEPT_RUNS + 2}`,
    (rows) =>
      rows.map((row) => {
        const stale = row.ended_at === null && row.updated_at < now - INTERRUPTED_AFTER;
        return {
          id: row.id,
          state: stale ? "failed" : (row.state as RunState),
          reason: stale ? "interrupted" : (row.reason as RunReason | null),
          detail: row.detail,
          addresses: JSON.parse(row.addresses) as string[],
          pages: (JSON.parse(row.pages) as ShownPage[]).map((page) => ({ ...page, fetchedAt: iso(page.fetchedAt) })),
          dropped: row.dropped,
          score: row.score,
          costUsd: row.cost === null ? null : row.cost / 1e6,
          model: row.model,
          startedBy: row.starter,
          startedAt: iso(row.created_at),
          endedAt: stale ? iso(row.updated_at) : row.ended_at === null ? null : iso(row.ended_at),
        };
      }),
  );

// --- removal -------------------------------------------------------------------

/** What is known of the leads that `which` selects. */
export const writeGone = (which: SQL): SQL[] => [
  sql`DELETE FROM lead_research_pages WHERE lead_id IN (${which})`,
  sql`DELETE FROM lead_statements WHERE lead_id IN (${which})`,
  sql`DELETE FROM lead_answers WHERE lead_id IN (${which})`,
  sql`DELETE FROM lead_research_runs WHERE lead_id IN (${which})`,
  sql`DELETE FROM lead_research WHERE lead_id IN (${which})`,
];
interface Who {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
/** Before the contact's leads are removed: marks what is known of them. */
export const writeErasing = (who: Who): SQL =>
  sql`UPDATE lead_research SET erasing = ${who.contactId} WHERE project_id = ${who.projectId} AND lead_id IN (${leadIdsOf(who)})`;
export const readErasing = ({ projectId, contactId }: Who, limit: number): Query<LeadId[]> =>
  query(
    sql`SELECT ${columns("lead_research", "lead_id")} FROM lead_research INDEXED BY lead_research_erasing WHERE project_id = ${projectId} AND erasing = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.lead_id),
  );
/** A SELECT of those of the leads that are of the contact that is being erased. */
export const erasingAmong = ({ projectId, contactId }: Who, ids: readonly LeadId[]): SQL =>
  sql`SELECT lead_id FROM lead_research WHERE project_id = ${projectId} AND erasing = ${contactId} AND lead_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
