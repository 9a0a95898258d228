// The face of knowledge: documents of other modules, and what is found in them.
import { derivedId, type KnowledgeSourceId, type ProjectId } from "#kernel/ids/index.ts";

export { writeArticlesSource, writeDocument, writeRemoveDocuments } from "./lexical/queries.ts";
export { readKnown } from "./lexical/lexical.ts";
export { type Hit, retrieve, type Retrieved } from "./retrieve.ts";
export { contactOfMessage, projectLanguages } from "./sources/extension.ts";

/** The id of the one source that holds a project's articles. */
export const articlesSourceId = (projectId: ProjectId): Promise<KnowledgeSourceId> => derivedId("knowledgeSource", `articles/${projectId}`);
