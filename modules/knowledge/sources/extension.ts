import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";

/**
 * Whose conversation a message that may be kept as an answer stands in, as an expression; null where there is no such message, or
 * it was erased.
 */
export const contactOfMessage = extensionPoint<(projectId: ProjectId, messageId: SQL) => SQL>("contactOfMessage");
