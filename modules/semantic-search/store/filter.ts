// Builds filters for the vector store. Every filter begins with the project; there is no way to make one without it.
import type { KnowledgeDocumentId, ProjectId } from "#kernel/ids/index.ts";
import type { Scope } from "#modules/retrieval";

interface Condition {
  readonly key: string;
  readonly match: { readonly value: string | boolean } | { readonly any: readonly string[] };
}
export interface Filter {
  readonly must: readonly Condition[];
  readonly must_not?: readonly Condition[];
}
const is = (key: string, value: string | boolean): Condition => ({ key, match: { value } });
const isOneOf = (key: string, any: readonly string[]): Condition => ({ key, match: { any } });

/** Matches what the scope allows. */
export const visibleTo = ({ projectId, locales, audiences, kinds, onlyAssistant }: Scope): Filter => ({
  must: [
    is("projectId", projectId),
    isOneOf("audience", audiences),
    ...(locales === undefined ? [] : [isOneOf("locale", locales)]),
    ...(kinds === undefined ? [] : [isOneOf("kind", kinds)]),
    ...(onlyAssistant ? [is("assistant", true)] : []),
  ],
});
export const ofProject = (projectId: ProjectId): Filter => ({ must: [is("projectId", projectId)] });
export const ofDocuments = (projectId: ProjectId, documentIds: readonly KnowledgeDocumentId[]): Filter => ({
  must: [is("projectId", projectId), isOneOf("documentId", documentIds)],
});
/** Matches points that an earlier, longer text left behind. */
export const leftBehind = (projectId: ProjectId, documentIds: readonly KnowledgeDocumentId[], hashes: readonly string[]): Filter => ({
  ...ofDocuments(projectId, documentIds),
  must_not: [isOneOf("hash", hashes)],
});
