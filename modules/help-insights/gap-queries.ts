// Statements on unanswered questions and their groups.
import { as, columnList, columns, notNull, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type {
  AccountId,
  ArticleId,
  ContactId,
  ConversationId,
  GapId,
  GapQuestionId,
  HelpFeedbackId,
  ProjectId,
} from "#kernel/ids/index.ts";
import { liveTitle } from "#modules/articles";
import type { Gap, GapState } from "./contract.ts";

const list = (values: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(values)})`;

export interface NewQuestion {
  readonly id: GapQuestionId;
  readonly projectId: ProjectId;
  readonly locale: string;
  readonly question: string;
  readonly stems: readonly string[];
  readonly source: "search" | "feedback" | "assistant";
  readonly articleId?: ArticleId | null | undefined;
  readonly conversationId?: ConversationId | null | undefined;
  readonly feedbackId?: HelpFeedbackId | undefined;
  readonly contactId?: ContactId | null | undefined;
  readonly now: number;
}
/** Stores the question once, if the condition holds. The schedule adds it to a group later. */
export const writeQuestion = (q: NewQuestion, when: SQL): SQL => sql`
  INSERT INTO help_questions (id, project_id, locale, question, terms, source, article_id, conversation_id, feedback_id, contact_id, created_at)
  SELECT ${q.id}, ${q.projectId}, ${q.locale}, ${q.question}, ${JSON.stringify(q.stems)}, ${q.source}, ${q.articleId ?? null}, ${q.conversationId ?? null}, ${q.feedbackId ?? null}, ${q.contactId ?? null}, ${q.now} WHERE ${when}
  ON CONFLICT (id) DO NOTHING`;
/** Assigns the questions that came from these answers to a contact. */
export const writeQuestionAsker = (
  projectId: ProjectId,
  feedback: readonly string[],
  contactId: ContactId,
  conversationId: ConversationId,
  when: SQL,
): SQL =>
  sql`UPDATE help_questions SET contact_id = ${contactId}, conversation_id = ${conversationId} WHERE contact_id IS NULL AND source = 'feedback' AND +project_id = ${projectId}
    AND feedback_id IN (SELECT value FROM ${list(feedback)}) AND ${when}`;

// --- grouping -----------------------------------------------------------------

export interface Ungrouped {
  readonly id: GapQuestionId;
  readonly projectId: ProjectId;
  readonly locale: string;
  readonly question: string;
  readonly stems: readonly string[];
  readonly at: number;
}
export const readUngrouped = (limit: number): Query<Ungrouped[]> =>
  query(
    sql`SELECT ${columns("help_questions", "id, project_id, locale, question, terms, created_at")} FROM help_questions WHERE gap_id IS NULL ORDER BY created_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        locale: row.locale,
        question: row.question,
        stems: parseJson<string[]>(row.terms),
        at: row.created_at,
      })),
  );
/** Groups read per stem, and groups that are compared. */
const OF_A_STEM = 100;
const COMPARED = 20;
/** The groups that share the most stems with a question. */
export const readSimilarGroups = (
  projectId: ProjectId,
  locale: string,
  stems: readonly string[],
): Query<{ id: GapId; stems: string[] }[]> =>
  query(
    sql`SELECT ${columns({ g: "help_gaps" }, "g.id, g.terms")} FROM (
        SELECT t.gap_id, count(*) AS shared FROM ${list(stems)} s CROSS JOIN help_gap_terms t ON t.rowid IN (
          SELECT x.rowid FROM help_gap_terms x WHERE x.project_id = ${projectId} AND x.locale = ${locale} AND x.term = s.value LIMIT ${OF_A_STEM})
        GROUP BY t.gap_id ORDER BY shared DESC, t.gap_id LIMIT ${COMPARED}) n JOIN help_gaps g ON g.id = n.gap_id AND g.project_id = ${projectId}`,
    (rows) => rows.map((row) => ({ id: row.id, stems: parseJson<string[]>(row.terms) })),
  );
const isUngrouped = (q: Ungrouped): SQL => sql`EXISTS (SELECT 1 FROM help_questions WHERE id = ${q.id} AND gap_id IS NULL)`;
const writeStems = (projectId: ProjectId, which: SQL): SQL =>
  sql`INSERT INTO help_gap_terms (project_id, locale, term, gap_id) SELECT g.project_id, g.locale, t.value, g.id FROM help_gaps g, json_each(g.terms) t WHERE g.project_id = ${projectId} AND ${which} ON CONFLICT DO NOTHING`;
/** Adds a question to a group, or makes one of it. Repeating it changes nothing. */
export const writeGrouped = (q: Ungrouped, group: GapId | undefined, fresh: GapId, now: number): SQL[] => {
  const same = sql`(SELECT id FROM help_gaps WHERE project_id = ${q.projectId} AND locale = ${q.locale} AND terms = ${JSON.stringify(q.stems)})`;
  // The group may have been deleted since it was read; then the question starts one of its own.
  const target =
    group === undefined ? same : sql`coalesce((SELECT id FROM help_gaps WHERE id = ${group} AND project_id = ${q.projectId}), ${same})`;
  return [
    sql`INSERT INTO help_gaps (id, project_id, locale, question, terms, questions, state, created_at, last_at, look_at)
      SELECT ${fresh}, ${q.projectId}, ${q.locale}, ${q.question}, ${JSON.stringify(q.stems)}, 0, 'open', ${q.at}, ${q.at}, ${now} WHERE ${isUngrouped(q)} AND ${target} IS NULL`,
    writeStems(q.projectId, sql`g.id = ${fresh}`),
    sql`UPDATE help_gaps SET questions = questions + 1, last_at = max(last_at, ${q.at}) WHERE id = ${target} AND ${isUngrouped(q)}`,
    sql`UPDATE help_questions SET gap_id = ${target} WHERE id = ${q.id} AND gap_id IS NULL`,
  ];
};

// --- what the team reads and does ---------------------------------------------

const EXAMPLES = 5;
export type GapRow = Omit<Gap, "lastAt" | "examples"> & { readonly last: number };
export interface Example {
  readonly gapId: GapId;
  readonly id: string;
  readonly question: string;
  readonly source: "search" | "feedback" | "assistant";
  readonly at: number;
  readonly conversationId: string | null;
  readonly article: { readonly articleId: string; readonly title: string } | null;
}
const articleReference = (articleId: string | null, title: string | null) =>
  articleId === null ? null : { articleId, title: title ?? "" };
/** How many of a group's newest questions are compared. */
const NEWEST = 50;
/** The newest questions of a group whose author is known. Two unknown authors could be the same person. */
const askedIn = (projectId: ProjectId, gapId: SQL): SQL =>
  sql`(SELECT x.question, x.contact_id FROM help_questions x WHERE x.gap_id = ${gapId} AND +x.project_id = ${projectId} ORDER BY x.created_at DESC LIMIT ${NEWEST}) q WHERE q.contact_id IS NOT NULL`;
/** The wording that most people used, if they were several; it no longer identifies one person. */
const sharedWords = (projectId: ProjectId, gapId: SQL): SQL =>
  sql`(SELECT q.question FROM ${askedIn(projectId, gapId)} GROUP BY lower(trim(q.question)) HAVING count(DISTINCT q.contact_id) > 1 ORDER BY count(DISTINCT q.contact_id) DESC, q.question LIMIT 1)`;
/** Whether exactly one person used this wording. */
export const readIsOnePersonsWording = (projectId: ProjectId, gapId: GapId, words: string): Query<boolean> =>
  query(
    sql`SELECT count(*) ${as.number("n")}, count(DISTINCT q.contact_id) ${as.number("people")} FROM help_questions q WHERE q.gap_id = ${gapId} AND +q.project_id = ${projectId} AND lower(trim(q.question)) = lower(trim(${words}))`,
    ([row]) => row !== undefined && row.n > 0 && row.people < 2,
  );
const gapColumns = (projectId: ProjectId) =>
  columnList`${columns({ g: "help_gaps" }, "g.id, g.question, g.locale, g.questions, g.last_at, g.state, g.article_id, g.found, g.maybe")}, ${liveTitle(projectId, sql`g.article_id`)} ${as.textOrNull("article_title")}, ${liveTitle(projectId, sql`g.found`)} ${as.textOrNull("found_title")}, ${liveTitle(projectId, sql`g.maybe`)} ${as.textOrNull("maybe_title")},
    EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = ${projectId} AND t.article_id = g.article_id AND t.version IS NOT NULL) ${as.number("published")},
    ${sharedWords(projectId, sql`g.id`)} ${as.textOrNull("shared")}`;
const parseGap = (row: RowIn<ReturnType<typeof gapColumns>>): GapRow => {
  const article = articleReference(row.article_id, row.article_title);
  return {
    id: row.id,
    question: row.question,
    shared: row.shared,
    locale: row.locale,
    questions: row.questions,
    last: row.last_at,
    state: row.state,
    article: article && { ...article, published: row.published !== 0 },
    found: articleReference(row.found, row.found_title),
    maybe: row.maybe_title === null ? null : articleReference(row.maybe, row.maybe_title),
  };
};
export const readGaps = (
  projectId: ProjectId,
  state: GapState,
  after: { at: number; id: string } | undefined,
  limit: number,
): Query<GapRow[]> =>
  query(
    sql`SELECT ${gapColumns(projectId)} FROM help_gaps g WHERE g.project_id = ${projectId} AND g.state = ${state} AND (g.questions, g.id) < (${after?.at ?? Number.MAX_SAFE_INTEGER}, ${after?.id ?? ""})
      ORDER BY g.questions DESC, g.id DESC LIMIT ${limit}`,
    (rows) => rows.map(parseGap),
  );
export const readGap = (projectId: ProjectId, gapId: GapId): Query<GapRow | undefined> =>
  queryOne(sql`SELECT ${gapColumns(projectId)} FROM help_gaps g WHERE g.project_id = ${projectId} AND g.id = ${gapId}`, parseGap);
/** The newest questions of each group. */
export const readExamples = (projectId: ProjectId, gapIds: readonly GapId[]): Query<Example[]> =>
  query(
    sql`SELECT ${columns({ q: "help_questions" }, "q.gap_id, q.id, q.question, q.source, q.created_at, q.conversation_id, q.article_id")}, ${liveTitle(projectId, sql`q.article_id`)} ${as.textOrNull("title")}
      FROM ${list(gapIds)} g CROSS JOIN help_questions q ON q.id IN (
        SELECT x.id FROM help_questions x WHERE x.gap_id = g.value AND +x.project_id = ${projectId} ORDER BY x.created_at DESC LIMIT ${EXAMPLES})
      ORDER BY q.created_at DESC, q.id`,
    (rows) =>
      rows.map((row) => ({
        gapId: notNull(row.gap_id),
        id: row.id,
        question: row.question,
        source: row.source,
        at: row.created_at,
        conversationId: row.conversation_id,
        article: articleReference(row.article_id, row.title),
      })),
  );
export const readIsProjectArticle = (projectId: ProjectId, articleId: ArticleId): Query<boolean> =>
  query(sql`SELECT ${isProjectArticle(projectId, articleId)} ${as.number("ours")}`, ([row]) => row !== undefined && row.ours !== 0);
export const isProjectArticle = (projectId: ProjectId, articleId: ArticleId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_articles WHERE id = ${articleId} AND project_id = ${projectId})`;
/** Condition: the group exists and has no article. */
export const lacksArticle = (projectId: ProjectId, gapId: GapId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_gaps WHERE id = ${gapId} AND project_id = ${projectId} AND article_id IS NULL)`;
/** An ignored group is not searched for until it is opened again. */
export const writeSettled = (
  projectId: ProjectId,
  gapId: GapId,
  to: { state: GapState; articleId: ArticleId | null },
  by: AccountId,
  now: number,
  when: SQL,
): SQL =>
  sql`UPDATE help_gaps SET state = ${to.state}, article_id = ${to.articleId}, changed_by = ${by}, look_at = ${to.state === "ignored" ? null : now}
    WHERE id = ${gapId} AND project_id = ${projectId} AND ${when}`;

// --- searching again ------------------------------------------------------------

export interface GapToSearch {
  readonly id: GapId;
  readonly projectId: ProjectId;
  readonly locale: string;
  readonly question: string;
  readonly stems: readonly string[];
}
export const readGapsToSearch = (now: number, limit: number): Query<GapToSearch[]> =>
  query(
    sql`SELECT ${columns("help_gaps", "id, project_id, locale, question, terms")} FROM help_gaps WHERE look_at <= ${now} ORDER BY look_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        locale: row.locale,
        question: row.question,
        stems: parseJson<string[]>(row.terms),
      })),
  );
export const writeGapSearched = (
  projectId: ProjectId,
  gapId: GapId,
  { found, maybe }: { found: ArticleId | null; maybe: ArticleId | null },
  next: number,
): SQL =>
  sql`UPDATE help_gaps SET found = ${found}, maybe = ${maybe}, look_at = ${next} WHERE id = ${gapId} AND project_id = ${projectId} AND look_at IS NOT NULL`;

// --- removal ----------------------------------------------------------------

/**
 * Removes questions from their groups. A group takes the wording of the questions that stay, and is deleted with its last one. The affected
 * groups are selected in the batch, because the schedule may just have grouped one of the questions. Repeating it changes nothing.
 */
export const writeRemovedQuestions = (projectId: ProjectId, ids: readonly string[]): SQL[] => {
  const these = sql`SELECT value FROM ${list(ids)}`;
  const affected = sql`SELECT gap_id FROM help_questions WHERE id IN (${these}) AND +project_id = ${projectId} AND gap_id IS NOT NULL`;
  const stays = sql`q.gap_id = help_gaps.id AND q.id NOT IN (${these})`;
  const left = (column: string): SQL =>
    sql`(SELECT ${sql.raw(`q.${column}`)} FROM help_questions q WHERE ${stays} ORDER BY q.created_at, q.id LIMIT 1)`;
  return [
    sql`UPDATE help_gaps SET questions = questions - (SELECT count(*) FROM help_questions q WHERE q.id IN (${these}) AND q.gap_id = help_gaps.id) WHERE project_id = ${projectId} AND id IN (${affected})`,
    sql`DELETE FROM help_gap_terms WHERE gap_id IN (${affected}) AND +project_id = ${projectId}`,
    sql`DELETE FROM help_gaps WHERE project_id = ${projectId} AND id IN (${affected}) AND NOT EXISTS (SELECT 1 FROM help_questions q WHERE ${stays})`,
    // Two groups may end up with the same stems. Then one of them has none, and gets no new questions.
    sql`UPDATE help_gaps SET question = ${left("question")}, terms = json_array(id) WHERE project_id = ${projectId} AND id IN (${affected})`,
    sql`UPDATE OR IGNORE help_gaps SET terms = ${left("terms")} WHERE project_id = ${projectId} AND id IN (${affected})`,
    writeStems(projectId, sql`g.id IN (${affected})`),
    sql`DELETE FROM help_questions WHERE id IN (${these}) AND +project_id = ${projectId}`,
  ];
};
export const readOldQuestions = (before: number, limit: number): Query<{ id: string; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("help_questions", "id, project_id")} FROM help_questions WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
