// Extension points of knowledge sources, for what higher modules know about messages and languages.
import type { KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

/**
 * The contact in whose conversation a message is that may be saved as an answer, as an SQL expression; null if there is no such message, or
 * it was erased.
 */
export const contactOfMessage = extensionPoint<(projectId: ProjectId, messageId: SQL) => SQL>("contactOfMessage");

/** The languages of a project's help center as an SQL expression of a JSON list, the default first; null if none are set. */
export const projectLanguages = extensionPoint<(projectId: ProjectId) => SQL>("projectLanguages");

/** Sources that another module fills: what is to be done in the batch that removes one. */
export const filledSource = extensionPoint<{ readonly removed: (projectId: ProjectId, sourceId: KnowledgeSourceId) => SQL[] }>(
  "filledSource",
);
