// Shows the team what a reader read and searched before starting a conversation, and attaches it to the contact.
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { derivedId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { readArticleLines } from "#modules/articles";
import type { ReaderContext } from "./contract.ts";
import { questionOf, searchIdOf } from "./record-activity.ts";
import { writeQuestion, writeQuestionAsker } from "./gap-queries.ts";
import { isUnanswered, writeFeedbackWriter, writeSearcher } from "./search-queries.ts";

/** What operators are shown: titles of articles, and searches as they were typed. */
interface ReaderContextSummary {
  read: { id: string; title: string }[];
  searched: string[];
}

/** The summary for the team. Titles come from the database, so that a page cannot invent them. */
export async function summarizeReaderContext(
  ctx: Pick<Ctx, "db">,
  projectId: ProjectId,
  carried: ReaderContext,
): Promise<ReaderContextSummary | undefined> {
  const { read, searched, locale } = carried;
  const [lines] = read.length === 0 ? [[]] : await ctx.db.read(readArticleLines(projectId, read, locale));
  if (lines.length === 0 && searched.length === 0) return undefined;
  return { read: lines.map(({ articleId, title }) => ({ id: articleId, title })), searched: [...searched] };
}

/**
 * Statements for the batch that starts the conversation: assign the visit's searches and feedback to the contact, and record each search
 * after which no article was opened, or for which none fits well, as an unanswered question.
 */
export async function attachReaderContext(
  carried: ReaderContext,
  who: { readonly projectId: ProjectId; readonly contactId: ContactId; readonly conversationId: ConversationId; readonly now: number },
): Promise<(done: SQL) => SQL[]> {
  const { projectId, contactId, conversationId, now } = who;
  const { visit, locale } = carried;
  const searches = await Promise.all(
    carried.searched.map(async (query) => ({
      id: await searchIdOf(projectId, visit, locale, query),
      question: await questionOf({
        projectId,
        locale,
        question: query,
        source: "search",
        about: conversationId,
        contactId,
        conversationId,
        now,
      }),
    })),
  );
  const feedback = await Promise.all(carried.feedback.map((clientId) => derivedId("helpFeedback", `${projectId}:${clientId}`)));
  return (done) => [
    ...searches.flatMap(({ id, question }) => (question ? [writeQuestion(question, sql`${done} AND ${isUnanswered(projectId, id)}`)] : [])),
    ...(searches.length === 0
      ? []
      : [
          writeSearcher(
            projectId,
            searches.map(({ id }) => id),
            contactId,
            done,
          ),
        ]),
    ...(feedback.length === 0
      ? []
      : [
          writeQuestionAsker(projectId, feedback, contactId, conversationId, done),
          writeFeedbackWriter(projectId, feedback, contactId, done),
        ]),
  ];
}
