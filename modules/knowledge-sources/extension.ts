import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";

/**
 * Whose conversation a message that may be kept as an answer stands in, as an expression; null where there is no such message, or
 * it was erased.
 */
export const contactOfMessage = extensionPoint<(projectId: ProjectId, messageId: SQL) => SQL>("contactOfMessage");

/** The languages in which a project's readers are answered, as an expression of a JSON list, the default first; null = nobody chose. */
export const projectLanguages = extensionPoint<(projectId: ProjectId) => SQL>("projectLanguages");
