// What insights clear of a contact: its searches with the words that counted them, its answers, its questions.
import { type Clearing, erasureStep } from "#modules/contacts";
import { writeForgetQuestions } from "./gap-queries.ts";
import { type ReaderKey, readReaderKeys } from "./reader-queries.ts";
import { writeForgetFeedback, writeForgetSearches } from "./search-queries.ts";

/** Readers become a contact's with the conversation that they begin; whoever stays unknown goes after 90 days. */
export const readerStep = erasureStep<ReaderKey>({
  name: "help-center.reader",
  page: ({ projectId, contactId }, _after, limit) => readReaderKeys(projectId, contactId, limit),
  clear({ projectId }, keys) {
    const of = (kind: ReaderKey["kind"]) => keys.filter((key) => key.kind === kind).map(({ id }) => id);
    return [
      ...writeForgetSearches(projectId, of("search")),
      writeForgetFeedback(projectId, of("feedback")),
      ...writeForgetQuestions(projectId, of("question")),
    ].map((statement): Clearing => ({ statement }));
  },
});
