import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

/** With whom a conversation is, as an expression: files of notes and drafts have no contact of their own. */
export const contactOfConversation = extensionPoint<(projectId: ProjectId, conversationId: SQL) => SQL>("contactOfConversation");

/** Whether everybody may read a file, as an expression: while something that everybody reads shows it. */
export const publicFile = extensionPoint<(projectId: SQL, fileId: SQL) => SQL>("publicFile");
