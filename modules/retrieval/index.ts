// Exports of retrieval for other modules: writing documents, and searching them.
import { derivedId, type KnowledgeSourceId, type ProjectId } from "#kernel/ids/index.ts";

export { type MeaningMatches, searchByMeaning } from "./extension.ts";
export { writeArticlesSource, writeDocument, writeRemoveDocuments } from "./indexing/write-documents.ts";
export { CANDIDATE, type Candidate, candidateOf, isVisible, type Scope, type TermCounts } from "./search/queries.ts";
export { readQueryTermCounts } from "./search/search-words.ts";
export { type Hit, retrieve, type Retrieved } from "./retrieve.ts";
export { knowledgeMark } from "./indexing/write-documents.ts";
export { FITS_FROM } from "./rules.ts";

/** The id of the source that contains a project's articles. */
export const articlesSourceId = (projectId: ProjectId): Promise<KnowledgeSourceId> => derivedId("knowledgeSource", `articles/${projectId}`);
export { editDistance, mayBeMisspelt, neighboursOf, TWO_SLIPS } from "./search/edit-distance.ts";
export { isStopWordIn } from "./search/query-terms.ts";
export { quoteOf } from "./search/quote.ts";
export { isCommonIn } from "./text/common-words.ts";
export { readable } from "./text/plain-text.ts";
export { isArabic } from "./text/arabic.ts";
export { compoundParts } from "./text/compounds.ts";
export { languageOf, LANGUAGES, stem, stemsOf } from "./text/stem.ts";
export { fold, latinDigits, wordsOf } from "./text/tokenizer.ts";
