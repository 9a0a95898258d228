// Knowledge: the wire. Browser-safe.
export * from "./words/contract.ts";
export { KnowledgeHit, MAX_QUESTION, searchKnowledge } from "./lexical/contract.ts";
export { readSearchState } from "./semantic/contract.ts";
export * from "./sources/contract.ts";

export const sourcesPath = (projectId: string): string => `/projects/${projectId}/help/sources`;
export const sourcePath = (projectId: string, sourceId: string): string => `${sourcesPath(projectId)}/${sourceId}`;
