// Wire contract of help insights: searches, feedback, and questions without an answer. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, line, page, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { Title } from "#modules/articles/contract";
import { Locale } from "#modules/retrieval/contract";
import { m } from "#messages";

const inProject = { projectId: idOf("project") };
const ofGap = { ...inProject, gapId: idOf("gap") };

export const PERIODS = [7, 30, 90] as const;
const Period = v.object({
  days: v.optional(
    v.pipe(
      v.picklist(["7", "30", "90"], "must be 7, 30 or 90"),
      v.transform((text) => Number(text)),
    ),
    "30",
  ),
});

const ArticleReference = v.object({ articleId: v.string(), title: v.string() });
export const SearchedTerms = v.object({
  terms: v.string(),
  locale: v.string(),
  searches: v.number(),
  /** How many of these found nothing or nothing that fits well, and how many led to an article. */
  without: v.number(),
  opened: v.number(),
  /** In the list of searches without an answer: the article that comes nearest, if there is one. */
  nearest: v.nullable(ArticleReference),
});
export type SearchedTerms = v.InferOutput<typeof SearchedTerms>;
export const RatedArticle = v.object({ ...ArticleReference.entries, helpful: v.number(), answers: v.number() });
export type RatedArticle = v.InferOutput<typeof RatedArticle>;
export const Insights = v.object({
  /** Every day of the period, oldest first. */
  days: v.array(v.object({ day: v.string(), searches: v.number(), without: v.number(), opened: v.number() })),
  top: v.array(SearchedTerms),
  /** The most frequent searches that found nothing, or nothing that fits well. */
  without: v.array(SearchedTerms),
  /** Articles with the most feedback. */
  articles: v.array(RatedArticle),
});
export type Insights = v.InferOutput<typeof Insights>;

/** Readers' searches and feedback of the last 7, 30 or 90 days. Only the hundred most frequent searches of each day count. */
export const readInsights = route({
  name: "readInsights",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insights",
  who: "member",
  params: inProject,
  query: Period,
  reply: Insights,
});
/** The searches of the period as CSV, the most frequent first, at most 10,000. */
export const exportSearches = route({
  name: "exportSearches",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insights/searches.csv",
  who: "member",
  params: inProject,
  query: Period,
  reply: "raw",
});
export const ArticleComment = v.object({
  id: v.string(),
  comment: v.string(),
  helpful: v.boolean(),
  locale: v.string(),
  createdAt: Time,
});
/** Readers' comments on an article, newest first. */
export const listComments = route({
  name: "listComments",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/insights/articles/:articleId/comments",
  who: "member",
  params: { ...inProject, articleId: idOf("article") },
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(ArticleComment),
});

export const GAP_STATES = ["open", "written", "ignored"] as const;
const GapState = v.picklist(GAP_STATES);
export type GapState = v.InferOutput<typeof GapState>;
export const Gap = v.object({
  id: idOf("gap"),
  question: v.string(),
  /** The most common wording, if several people used it; null if everybody worded it differently. */
  shared: v.nullable(v.string()),
  locale: v.string(),
  /** How often it was asked in the last 90 days. */
  questions: v.number(),
  lastAt: Time,
  state: GapState,
  /** The article that a member wrote or chose for it. `published`: readers can see it. */
  article: v.nullable(v.object({ ...ArticleReference.entries, published: v.boolean() })),
  /** The article in which a search for the question now finds an answer. */
  found: v.nullable(ArticleReference),
  /** The article that comes nearest, as long as none answers it. */
  maybe: v.nullable(ArticleReference),
  /** The newest of its questions. */
  examples: v.array(
    v.object({
      id: v.string(),
      question: v.string(),
      source: v.picklist(["search", "feedback", "assistant"]),
      createdAt: Time,
      conversationId: v.nullable(v.string()),
      article: v.nullable(ArticleReference),
    }),
  ),
});
export type Gap = v.InferOutput<typeof Gap>;
/** Groups of unanswered questions, most frequent first. */
export const listGaps = route({
  name: "listGaps",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/gaps",
  who: "member",
  params: inProject,
  query: v.object({ state: v.optional(GapState, "open"), cursor: v.optional(Cursor) }),
  reply: page(Gap),
});
/** Ignores a group, opens it again, or names the article that answers it. */
export const settleGap = route({
  name: "settleGap",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/help/gaps/:gapId",
  who: "member",
  params: ofGap,
  /** Required for `written`, not allowed otherwise. */
  body: v.strictObject({ state: GapState, articleId: v.optional(idOf("article")) }),
  reply: Gap,
});
/**
 * Creates a draft article with this title. A group has one such article; repeating the call returns it. The exact wording of a single
 * visitor is refused as the title, because no erasure reaches articles.
 */
export const writeGapArticle = route({
  name: "writeGapArticle",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/help/gaps/:gapId/article",
  who: "member",
  params: ofGap,
  body: v.strictObject({ clientId: ClientId, title: v.pipe(Title, v.minLength(1, m.help_insights_write_title)) }),
  reply: v.object({ articleId: idOf("article") }),
  status: 201,
  errors: ["conflict"],
});

/** The path of the insights screen. */
export const insightsPath = (projectId: string): string => `/projects/${projectId}/help/insights`;

/** What a reader read and searched before writing to the team. The server adds the articles' titles and shows it to the team only. */
export const ReaderContext = v.strictObject({
  /** A UUID of the visit of the page. */
  visit: ClientId,
  locale: Locale,
  read: v.pipe(v.array(idOf("article")), v.maxLength(10)),
  searched: v.pipe(v.array(line(200)), v.maxLength(5)),
  /** Ids of the reader's feedback on articles. */
  feedback: v.optional(v.pipe(v.array(ClientId), v.maxLength(10)), []),
});
export type ReaderContext = v.InferOutput<typeof ReaderContext>;
