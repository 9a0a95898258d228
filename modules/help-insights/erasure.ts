// Erases a contact's searches with the counts of their terms, its feedback and its questions.
import { type Clearing, erasureStep } from "#modules/contacts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { writeRemovedQuestions } from "./gap-queries.ts";
import { type ReaderKey, readReaderKeys } from "./reader-queries.ts";
import { writeRemovedFeedback, writeRemovedSearches } from "./search-queries.ts";

/** Searches and feedback belong to a contact once the reader has started a conversation. Those of unknown readers expire after 90 days. */
export const readerErasure = erasureStep<ReaderKey>({
  name: "help-insights.reader",
  async preview(_ctx, { projectId, contactId }) {
    const of = sql`WHERE project_id = ${projectId} AND contact_id = ${contactId}`;
    return {
      searches: sql`SELECT 1 FROM help_searches ${of}`,
      comments: sql`SELECT 1 FROM help_feedback ${of}`,
      questions: sql`SELECT 1 FROM help_questions ${of}`,
    };
  },
  listKeys: ({ projectId, contactId }, _after, limit) => readReaderKeys(projectId, contactId, limit),
  clear({ projectId }, keys) {
    const of = (kind: ReaderKey["kind"]) => keys.filter((key) => key.kind === kind).map(({ id }) => id);
    // The last statement of each list deletes the rows themselves.
    const counting = (statements: readonly SQL[], kind: string): Clearing[] =>
      statements.map((statement, i) => ({ statement, ...(i === statements.length - 1 ? { report: { kind } } : {}) }));
    return [
      ...counting(writeRemovedSearches(projectId, of("search")), "searches"),
      ...counting([writeRemovedFeedback(projectId, of("feedback"))], "comments"),
      ...counting(writeRemovedQuestions(projectId, of("question")), "questions"),
    ];
  },
});
