// Records searches, feedback and unanswered questions that public pages, the widget and the assistant report.
import { keyedHash } from "#kernel/auth/index.ts";
import { days, hours } from "#kernel/clock/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import { type ArticleId, type ContactId, type ConversationId, derivedId, type HelpSearchId, type ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { notErased } from "#modules/contacts";
import { helpIsOpen, isReadable } from "#modules/articles";
import { m } from "#messages";
import { type NewQuestion, writeQuestion } from "./gap-queries.ts";
import { type ReaderCtx, addressCounter } from "./reader-limits.ts";
import { dayOf, MAX_QUERY, searchTerms, stemsOf } from "./rules.ts";
import { feedbackExists, searchExists, writeFeedback, writeSearch } from "./search-queries.ts";

/** The id of the search with these words within a visit. */
export const searchIdOf = (projectId: ProjectId, visit: string, locale: string, query: string): Promise<HelpSearchId> =>
  derivedId("helpSearch", `${projectId}:${visit}:${locale}:${searchTerms(query)}`);

/**
 * Replaces a missing visit id: the same IP address on the same day counts as one visit. Only a keyed hash of the address is used, and it is
 * not stored.
 */
export const visitOfAddress = async (ctx: ReaderCtx): Promise<string> =>
  `${dayOf(ctx.clock.now())}:${ctx.address === undefined ? "" : await keyedHash(ctx.env, ctx.db, ctx.address)}`;

/**
 * Records a search once the reader has settled on it, not one per keystroke. The same words within a visit are one search; a later call may
 * add the article that was opened. Beyond the limits, or while the help center is closed, nothing is recorded, without an error.
 */
export async function recordSearch(
  ctx: ReaderCtx,
  input: {
    readonly projectId: ProjectId;
    readonly locale: string;
    readonly query: string;
    readonly place: "page" | "widget";
    readonly results: number;
    readonly opened?: ArticleId | undefined;
    /** The best result if it does not fit well: the search counts as one without an answer. */
    readonly nearest?: ArticleId | undefined;
    readonly visit?: string | undefined;
  },
): Promise<void> {
  const { projectId, locale, place, results, opened = null, nearest = null } = input;
  const query = input.query.replace(/\s+/gu, " ").trim().slice(0, MAX_QUERY);
  const terms = searchTerms(query);
  if (terms === "") return;
  const now = ctx.clock.now();
  const visit = input.visit ?? (await visitOfAddress(ctx));
  const id = await searchIdOf(projectId, visit, locale, query);
  const counters = [
    ...(await addressCounter(ctx, "helpSearchesNotedPerIpHour", hours(1), 120)),
    customCounter("helpSearchesNotedPerProjectHour", projectId, now, hours(1), 5000),
  ];
  const when = sql`${belowLimits(counters)} AND ${helpIsOpen(projectId)}`;
  await ctx.db.commit([
    ...writeSearch({ id, projectId, locale, query, terms, place, results, opened, nearest, now }, when),
    writeCounters(counters, searchExists(projectId, id)),
  ]);
}

/**
 * Stores whether an article helped. The same `clientId` again changes the answer or adds a comment. A comment from a reader who was not
 * helped becomes an unanswered question.
 */
export async function recordFeedback(
  ctx: ReaderCtx,
  input: {
    readonly projectId: ProjectId;
    readonly articleId: ArticleId;
    readonly locale: string;
    readonly clientId: string;
    readonly helpful: boolean;
    readonly comment?: string | undefined;
  },
): Promise<{ ok: true }> {
  const { projectId, articleId, locale, clientId, helpful } = input;
  const now = ctx.clock.now();
  const comment = input.comment?.trim() || null;
  const id = await derivedId("helpFeedback", `${projectId}:${clientId}`);
  const counters = [
    ...(await addressCounter(ctx, "helpFeedbackPerIpHour", hours(1), 60)),
    customCounter("helpFeedbackPerProjectDay", projectId, now, days(1), 5000),
  ];
  const readable = isReadable(projectId, articleId);
  const answer = { id, projectId, articleId, locale, clientId, helpful, comment, now };
  const stored = feedbackExists(answer);
  const when = sql`${belowLimits(counters)} AND ${readable} AND (${stored} OR NOT EXISTS (SELECT 1 FROM help_feedback WHERE id = ${id}))`;
  const question =
    helpful || comment === null
      ? undefined
      : await questionOf({ projectId, articleId, locale, now, question: comment, source: "feedback", feedbackId: id, about: clientId });
  const [verdict] = await ctx.db.commitAndRead(
    [
      ...writeFeedback(answer, when),
      ...(question ? [writeQuestion(question, sql`${when} AND ${stored}`)] : []),
      writeCounters(counters, sql`${when} AND ${stored}`),
    ],
    queryOne(
      sql`SELECT EXISTS (SELECT 1 FROM help_feedback WHERE id = ${id} AND article_id = ${articleId} AND helpful = ${helpful ? 1 : 0}) ${as.number("stored")}, ${readable} ${as.number("readable")}, ${firstFull(counters)} ${as.numberOrNull("full")}`,
      (row) => ({ stored: row.stored !== 0, readable: row.readable !== 0, full: row.full }),
    ),
  );
  if (verdict?.stored) return { ok: true };
  if (!verdict?.readable) throw notFound();
  const full = counters[verdict.full ?? -1];
  throw full ? limitRefusal(full, now) : conflict(m.help_insights_same_client_id());
}

/** A question as it is stored; undefined without a meaningful word. `about` keeps questions with the same words apart. */
export async function questionOf(input: Omit<NewQuestion, "id" | "stems"> & { readonly about: string }): Promise<NewQuestion | undefined> {
  const question = input.question.replace(/\s+/gu, " ").trim().slice(0, 300);
  const stems = stemsOf(question);
  if (stems.length === 0) return undefined;
  return { ...input, question, stems, id: await derivedId("gapQuestion", `${input.projectId}:${input.about}:${stems.join(" ")}`) };
}

/** The statement that stores an unanswered question in the caller's batch; undefined without a meaningful word. */
export async function gapStatement(
  input: {
    readonly projectId: ProjectId;
    readonly question: string;
    readonly locale: string;
    readonly contactId: ContactId;
    readonly conversationId: ConversationId;
    readonly from: "search" | "assistant";
    readonly now: number;
  },
  when: SQL,
): Promise<SQL | undefined> {
  const question = await questionOf({ ...input, source: input.from, about: input.conversationId });
  return question && writeQuestion(question, when);
}
/** Records an unanswered question, once per conversation and wording. */
export async function recordGap(ctx: Pick<Ctx, "db" | "clock">, input: Omit<Parameters<typeof gapStatement>[0], "now">): Promise<void> {
  const statement = await gapStatement({ ...input, now: ctx.clock.now() }, notErased(input.projectId, sql`${input.contactId}`));
  if (statement) await ctx.db.commit([statement]);
}
