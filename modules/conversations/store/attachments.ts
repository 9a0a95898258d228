// Attaches files to a message or note. Visitors may read files of messages, never those of notes.
import type { ConversationId, FileId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { writeAttach } from "#modules/files";
import { type SQL, sql } from "#kernel/db/index.ts";

/** Condition: a message of the conversation, not a note. */
export const isMessageOf = (projectId: ProjectId, conversationId: ConversationId, messageId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM messages m WHERE m.id = ${messageId} AND +m.project_id = ${projectId} AND +m.conversation_id = ${conversationId} AND m.kind = 'message')`;

export const attachmentsWrite = (
  a: {
    projectId: ProjectId;
    conversationId: ConversationId;
    owner: string;
    fileIds: readonly FileId[];
    messageId: MessageId;
    visible: boolean;
  },
  when: SQL,
): SQL[] =>
  a.fileIds.length === 0
    ? []
    : [
        writeAttach(
          {
            projectId: a.projectId,
            owner: a.owner,
            fileIds: a.fileIds,
            messageId: a.messageId,
            contactId: a.visible
              ? sql`(SELECT contact_id FROM conversations WHERE project_id = ${a.projectId} AND id = ${a.conversationId})`
              : null,
          },
          when,
        ),
      ];
