// Erasure step of files: deletes the rows and hands the objects to erasure, which removes them last.
import type { ConversationId, FileId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { type Clearing, erasureStep } from "#modules/contacts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { byId, loosePartsOf, objectsOf, ofMessages, readFilesOf, writeDeleteStored, writeForgetUploads } from "./queries.ts";

const clear = (which: SQL): Clearing[] => [
  { statement: writeForgetUploads(which), objects: objectsOf(which) },
  { statement: writeDeleteStored(which), report: { kind: "attachments" } },
];

/** Files of these messages and notes. */
export const clearFilesOfMessages = (ids: readonly MessageId[]): Clearing[] => clear(ofMessages(ids));
/** Files that members uploaded for these conversations but did not send. */
export const clearFilesForConversations = (projectId: ProjectId, ids: readonly ConversationId[]): Clearing[] =>
  clear(loosePartsOf(projectId, ids));

/** Files that the contact uploaded or was sent. */
export const fileStep = erasureStep<FileId>({
  name: "files.own",
  preview: async (_ctx, { projectId, contactId }) => ({
    attachments: sql`SELECT 1 FROM files WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  listKeys: ({ projectId, contactId }, _after, limit) => readFilesOf(projectId, contactId, limit),
  clear: (_who, ids) => clear(byId(ids)),
});
