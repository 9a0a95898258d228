// Statements on searches and feedback. Counts are kept per day, and change in the batch that changes the rows.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, notNull, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, ContactId, HelpFeedbackId, HelpSearchId, ProjectId } from "#kernel/ids/index.ts";
import { isReadable, liveTitle } from "#modules/articles";
import type { RatedArticle, SearchedTerms } from "./contract.ts";
import { dayOf } from "./rules.ts";

const DAY = sql.raw("86400000");
const list = (values: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(values)})`;

export interface NewSearch {
  readonly id: HelpSearchId;
  readonly projectId: ProjectId;
  readonly locale: string;
  readonly query: string;
  readonly terms: string;
  readonly place: "page" | "widget";
  readonly results: number;
  readonly opened: ArticleId | null;
  /** The best result if it does not fit well. */
  readonly nearest: ArticleId | null;
  readonly now: number;
}
export const searchExists = (projectId: ProjectId, id: HelpSearchId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_searches WHERE id = ${id} AND project_id = ${projectId})`;
/**
 * Stores a search once the reader has settled on it; repeated within a visit it only adds the opened article. The counts come first,
 * because they check whether the row is new. An article that readers cannot see does not count as opened.
 */
export function writeSearch(s: NewSearch, when: SQL): SQL[] {
  const isNearest = s.nearest === null ? sql`0` : isReadable(s.projectId, s.nearest);
  const without = s.results === 0 ? sql`1` : isNearest;
  const nearest = s.nearest === null ? sql`NULL` : sql`CASE WHEN ${isNearest} THEN ${s.nearest} END`;
  const opened = s.opened === null ? sql`0` : isReadable(s.projectId, s.opened);
  const article = s.opened === null ? sql`NULL` : sql`CASE WHEN ${opened} THEN ${s.opened} END`;
  const fresh = sql`${when} AND NOT ${searchExists(s.projectId, s.id)}`;
  const sum = sql.raw("searches = searches + 1, without = without + excluded.without, opened = opened + excluded.opened");
  // For an existing row that is opened for the first time, on its own day.
  const first = sql`SELECT r.created_at / ${DAY} FROM help_searches r WHERE r.id = ${s.id} AND r.project_id = ${s.projectId} AND r.opened IS NULL AND ${opened} AND ${when}`;
  return [
    sql`UPDATE help_search_days SET opened = opened + 1 WHERE project_id = ${s.projectId} AND day IN (${first})`,
    sql`UPDATE help_search_terms SET opened = opened + 1 WHERE project_id = ${s.projectId} AND day IN (${first}) AND locale = ${s.locale} AND terms = ${s.terms}`,
    sql`INSERT INTO help_search_days (project_id, day, searches, without, opened) SELECT ${s.projectId}, ${dayOf(s.now)}, 1, ${without}, ${opened} WHERE ${fresh}
      ON CONFLICT (project_id, day) DO UPDATE SET ${sum}`,
    sql`INSERT INTO help_search_terms (project_id, day, locale, terms, searches, without, opened, nearest) SELECT ${s.projectId}, ${dayOf(s.now)}, ${s.locale}, ${s.terms}, 1, ${without}, ${opened}, ${nearest} WHERE ${fresh}
      ON CONFLICT (project_id, day, locale, terms) DO UPDATE SET ${sum}, nearest = excluded.nearest`,
    sql`INSERT INTO help_searches (id, project_id, locale, query, terms, place, results, opened, nearest, created_at)
      SELECT ${s.id}, ${s.projectId}, ${s.locale}, ${s.query}, ${s.terms}, ${s.place}, ${s.results}, ${article}, ${nearest}, ${s.now} WHERE ${when}
      ON CONFLICT (id) DO UPDATE SET opened = coalesce(help_searches.opened, excluded.opened)`,
  ];
}
/** Condition: the search exists, and led to no article, or at most to one that does not fit well. */
export const isUnanswered = (projectId: ProjectId, id: HelpSearchId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_searches WHERE id = ${id} AND project_id = ${projectId} AND (opened IS NULL OR nearest IS NOT NULL))`;
/** Assigns these searches to a contact, whose erasure then clears them. */
export const writeSearcher = (projectId: ProjectId, ids: readonly HelpSearchId[], contactId: ContactId, when: SQL): SQL =>
  sql`UPDATE help_searches SET contact_id = ${contactId} WHERE id IN (SELECT value FROM ${list(ids)}) AND +project_id = ${projectId} AND contact_id IS NULL AND ${when}`;

export interface NewFeedback {
  readonly id: HelpFeedbackId;
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly clientId: string;
  readonly helpful: boolean;
  readonly comment: string | null;
  readonly now: number;
}
/** Condition: this feedback on this article is stored. */
export const feedbackExists = (f: Pick<NewFeedback, "id" | "projectId" | "articleId">): SQL =>
  sql`EXISTS (SELECT 1 FROM help_feedback WHERE id = ${f.id} AND project_id = ${f.projectId} AND article_id = ${f.articleId})`;
/** Stores feedback; the same id again changes the answer or adds a comment. */
export function writeFeedback(f: NewFeedback, when: SQL): SQL[] {
  const helpful = f.helpful ? 1 : 0;
  const known = sql`FROM help_feedback r WHERE r.id = ${f.id} AND r.project_id = ${f.projectId} AND r.article_id = ${f.articleId}`;
  return [
    sql`UPDATE help_feedback_days SET helpful = helpful + ${helpful} - (SELECT r.helpful ${known})
      WHERE project_id = ${f.projectId} AND article_id = ${f.articleId} AND day IN (SELECT r.created_at / ${DAY} ${known} AND r.helpful <> ${helpful}) AND ${when}`,
    sql`INSERT INTO help_feedback_days (project_id, day, article_id, helpful, answers) SELECT ${f.projectId}, ${dayOf(f.now)}, ${f.articleId}, ${helpful}, 1
      WHERE ${when} AND NOT EXISTS (SELECT 1 FROM help_feedback WHERE id = ${f.id})
      ON CONFLICT (project_id, day, article_id) DO UPDATE SET helpful = helpful + excluded.helpful, answers = answers + 1`,
    sql`INSERT INTO help_feedback (id, project_id, article_id, locale, client_id, helpful, comment, created_at)
      SELECT ${f.id}, ${f.projectId}, ${f.articleId}, ${f.locale}, ${f.clientId}, ${helpful}, ${f.comment}, ${f.now} WHERE ${when}
      ON CONFLICT (id) DO UPDATE SET helpful = excluded.helpful, comment = coalesce(excluded.comment, help_feedback.comment) WHERE help_feedback.article_id = excluded.article_id`,
  ];
}
export const writeFeedbackWriter = (projectId: ProjectId, ids: readonly HelpFeedbackId[], contactId: ContactId, when: SQL): SQL =>
  sql`UPDATE help_feedback SET contact_id = ${contactId} WHERE id IN (SELECT value FROM ${list(ids)}) AND +project_id = ${projectId} AND contact_id IS NULL AND ${when}`;

// --- reports ------------------------------------------------

/** Searches read per day. Bounds the cost of a long period, whatever was typed. */
const OF_A_DAY = 100;
const SHOWN = 50;
const daysUntil = (today: number, days: number): SQL => list(Array.from({ length: days }, (_, i) => today - i));

export interface DayCount {
  readonly day: string;
  readonly searches: number;
  readonly without: number;
  readonly opened: number;
}
/** Every day of the period, oldest first. */
export const readSearchDays = (projectId: ProjectId, today: number, days: number): Query<DayCount[]> =>
  query(
    sql`SELECT d.value ${as.number("day")}, coalesce(s.searches, 0) ${as.number("searches")}, coalesce(s.without, 0) ${as.number("without")}, coalesce(s.opened, 0) ${as.number("opened")}
      FROM ${daysUntil(today, days)} d LEFT JOIN help_search_days s ON s.project_id = ${projectId} AND s.day = d.value ORDER BY d.value`,
    (rows) =>
      rows.map((row) => ({
        day: iso(row.day * 86_400_000).slice(0, 10),
        searches: row.searches,
        without: row.without,
        opened: row.opened,
      })),
  );
/** The most frequent searches of the period, or the most frequent of those without an answer, with the nearest article of the last day. */
export const readSearched = (
  projectId: ProjectId,
  today: number,
  days: number,
  by: "searches" | "without",
  { shown, ofADay }: { shown: number; ofADay: number } = { shown: SHOWN, ofADay: OF_A_DAY },
): Query<SearchedTerms[]> => {
  const order = sql.raw(by);
  const nearest = by === "without" ? sql`max(t.day) AS latest, t.nearest` : sql`0 AS latest, NULL AS nearest`;
  return query(
    sql`SELECT ${columns({ c: "help_search_terms" }, "c.locale, c.terms")}, c.searches ${as.number("searches")}, c.without ${as.number("without")}, c.opened ${as.number("opened")}, c.nearest ${as.textOrNull("nearest")}, ${liveTitle(projectId, sql`c.nearest`)} ${as.textOrNull("title")} FROM (
      SELECT t.locale, t.terms, sum(t.searches) AS searches, sum(t.without) AS without, sum(t.opened) AS opened, ${nearest}
      FROM ${daysUntil(today, days)} d CROSS JOIN help_search_terms t ON t.rowid IN (
        SELECT x.rowid FROM help_search_terms x WHERE x.project_id = ${projectId} AND x.day = d.value AND x.${order} > 0 ORDER BY x.${order} DESC LIMIT ${ofADay})
      GROUP BY t.locale, t.terms ORDER BY sum(t.${order}) DESC, t.terms LIMIT ${shown}) c ORDER BY c.${order} DESC, c.terms`,
    (rows) =>
      rows.map((row) => ({
        terms: row.terms,
        locale: row.locale,
        searches: row.searches,
        without: row.without,
        opened: row.opened,
        // An article that readers can no longer see has no title.
        nearest: row.nearest === null || row.title === null ? null : { articleId: row.nearest, title: row.title },
      })),
  );
};
export const readRated = (projectId: ProjectId, today: number, days: number): Query<RatedArticle[]> =>
  query(
    sql`SELECT ${columns({ r: "help_feedback_days" }, "r.article_id")}, r.helpful ${as.number("helpful")}, r.answers ${as.number("answers")}, coalesce(${liveTitle(projectId, sql`r.article_id`)}, '') ${as.text("title")} FROM (
        SELECT f.article_id, sum(f.helpful) AS helpful, sum(f.answers) AS answers
        FROM ${daysUntil(today, days)} d CROSS JOIN help_feedback_days f ON f.rowid IN (
          SELECT x.rowid FROM help_feedback_days x WHERE x.project_id = ${projectId} AND x.day = d.value ORDER BY x.answers DESC LIMIT ${OF_A_DAY})
        GROUP BY f.article_id ORDER BY sum(f.answers) DESC, f.article_id LIMIT ${SHOWN}) r ORDER BY r.answers DESC, r.article_id`,
    (rows) =>
      rows.map((row) => ({
        articleId: row.article_id,
        title: row.title,
        helpful: row.helpful,
        answers: row.answers,
      })),
  );
export interface Comment {
  readonly id: string;
  readonly comment: string;
  readonly helpful: boolean;
  readonly locale: string;
  readonly at: number;
}
export const readComments = (
  projectId: ProjectId,
  articleId: ArticleId,
  after: { at: number; id: string } | undefined,
  limit: number,
): Query<Comment[]> =>
  query(
    sql`SELECT ${columns("help_feedback", "id, comment, helpful, locale, created_at")} FROM help_feedback
      WHERE project_id = ${projectId} AND article_id = ${articleId} AND comment IS NOT NULL AND (created_at, id) < (${after?.at ?? Number.MAX_SAFE_INTEGER}, ${after?.id ?? ""})
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        comment: notNull(row.comment),
        helpful: row.helpful !== 0,
        locale: row.locale,
        at: row.created_at,
      })),
  );

// --- removal ----------------------------------------------------------------

/** Subtracts these searches from the counts of their words, then deletes them. Repeating it changes nothing. */
export const writeRemovedSearches = (projectId: ProjectId, ids: readonly string[]): SQL[] => {
  const chosen = sql`SELECT r.created_at / ${DAY} AS day, r.locale, r.terms, count(*) AS n, sum(r.results = 0 OR r.nearest IS NOT NULL) AS without, sum(r.opened IS NOT NULL) AS opened
    FROM ${list(ids)} k CROSS JOIN help_searches r ON r.id = k.value AND r.project_id = ${projectId} GROUP BY 1, 2, 3`;
  return [
    sql`UPDATE help_search_terms SET searches = help_search_terms.searches - c.n, without = max(0, help_search_terms.without - c.without), opened = max(0, help_search_terms.opened - c.opened)
      FROM (${chosen}) c WHERE help_search_terms.project_id = ${projectId} AND help_search_terms.day = c.day AND help_search_terms.locale = c.locale AND help_search_terms.terms = c.terms`,
    sql`DELETE FROM help_search_terms WHERE searches <= 0 AND project_id = ${projectId} AND (day, locale, terms) IN (SELECT day, locale, terms FROM (${chosen}))`,
    sql`DELETE FROM help_searches WHERE id IN (SELECT value FROM ${list(ids)}) AND +project_id = ${projectId}`,
  ];
};
export const writeRemovedFeedback = (projectId: ProjectId, ids: readonly string[]): SQL =>
  sql`DELETE FROM help_feedback WHERE id IN (SELECT value FROM ${list(ids)}) AND +project_id = ${projectId}`;
/** Deletes rows beyond their retention, a limited number per call. */
export const writeRemovedOldSearches = (before: number, limit: number): SQL[] => [
  sql`DELETE FROM help_searches WHERE id IN (SELECT id FROM help_searches WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`,
  sql`DELETE FROM help_feedback WHERE id IN (SELECT id FROM help_feedback WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`,
  sql`DELETE FROM help_search_terms WHERE rowid IN (SELECT rowid FROM help_search_terms WHERE day < ${dayOf(before)} LIMIT ${limit})`,
  sql`DELETE FROM help_feedback_days WHERE rowid IN (SELECT rowid FROM help_feedback_days WHERE day < ${dayOf(before)} LIMIT ${limit})`,
];
