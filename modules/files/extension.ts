// Extension points of files: the contact of a conversation, and public files.
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

/** SQL of a conversation's contact, needed because files of notes and drafts have no contact of their own. */
export const contactOfConversation = extensionPoint<(projectId: ProjectId, conversationId: SQL) => SQL>("contactOfConversation");

/** SQL condition that everybody may read a file, because something public shows it. */
export const publicFile = extensionPoint<(projectId: SQL, fileId: SQL) => SQL>("publicFile");
