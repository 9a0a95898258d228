// Statements on files.
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, FileId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter } from "#kernel/limits/index.ts";
import { notErased } from "#modules/contacts";
import type { Attachment } from "./contract.ts";

export interface StoredFile extends Attachment {
  readonly projectId: ProjectId;
  readonly objectKey: string;
  readonly state: "pending" | "stored" | "attached" | "removing";
  readonly contactId: ContactId | null;
  readonly owner: string;
  /** Null until the upload is complete. */
  readonly sha256: string | null;
}
const COLUMNS = columns("files", "id, project_id, object_key, name, type, size, inline, state, contact_id, owner, sha256");
const file = (row: RowIn<typeof COLUMNS>): StoredFile => ({
  id: row.id,
  projectId: row.project_id,
  objectKey: row.object_key,
  name: row.name,
  type: row.type,
  size: row.size,
  inline: row.inline !== 0,
  state: row.state,
  contactId: row.contact_id,
  owner: row.owner,
  sha256: row.sha256,
});
export const toAttachment = ({ id, name, type, size, inline }: StoredFile): Attachment => ({ id, name, type, size, inline });

export interface NewFile {
  readonly id: FileId;
  readonly projectId: ProjectId;
  readonly objectKey: string;
  readonly name: string;
  readonly size: number;
  readonly owner: string;
  readonly clientId: string;
  readonly contactId: ContactId | null;
  /** The conversation for which a member uploads it. */
  readonly conversationId: string | null;
  readonly counters: readonly Counter[];
  readonly now: number;
}
/** The insert that decides an upload: it needs a new clientId and room below all limits. */
export const writePending = (f: NewFile, when: SQL): SQL => sql`
  INSERT INTO files (id, project_id, object_key, name, type, size, state, owner, client_id, contact_id, conversation_id, counted, created_at)
  SELECT ${f.id}, ${f.projectId}, ${f.objectKey}, ${f.name}, 'application/octet-stream', ${f.size}, 'pending', ${f.owner}, ${f.clientId}, ${f.contactId}, ${f.conversationId}, ${JSON.stringify(f.counters.map(({ key, window, add }) => ({ key, window, add })))}, ${f.now}
  WHERE ${belowLimits(f.counters)} AND ${when} ON CONFLICT (project_id, owner, client_id) DO NOTHING`;
export const fileExists = (id: FileId): SQL => sql`EXISTS (SELECT 1 FROM files WHERE id = ${id})`;
export const readUpload = (projectId: ProjectId, owner: string, clientId: string): Query<StoredFile | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM files WHERE project_id = ${projectId} AND owner = ${owner} AND client_id = ${clientId}`, file);
export const writeStored = (id: FileId, found: { type: string; inline: boolean; sha256: string }): SQL =>
  sql`UPDATE files SET state = 'stored', type = ${found.type}, inline = ${found.inline ? 1 : 0}, sha256 = ${found.sha256} WHERE id = ${id} AND state = 'pending'`;
/** Marks a failed upload, so that the cron task removes it even after a crash. */
export const writeAbandon = (id: FileId): SQL => sql`UPDATE files SET state = 'removing' WHERE id = ${id} AND state = 'pending'`;
/** Releases the reservation of a failed upload and deletes its row in the same batch, so that it happens once. */
export const writeRelease = (id: FileId): SQL[] => [
  sql`UPDATE abuse_counters SET n = max(0, n - (SELECT j.value ->> 'add' FROM files f, json_each(f.counted) j WHERE f.id = ${id} AND j.value ->> 'key' = abuse_counters.key AND j.value ->> 'window' = abuse_counters.window))
    WHERE (key, window) IN (SELECT j.value ->> 'key', j.value ->> 'window' FROM files f, json_each(f.counted) j WHERE f.id = ${id} AND f.state IN ('pending', 'removing'))`,
  sql`DELETE FROM files WHERE id = ${id} AND state IN ('pending', 'removing')`,
];
export const readOne = (id: FileId): Query<StoredFile | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM files WHERE id = ${id} AND state IN ('stored', 'attached')`, file);
/** Whether everybody may read it, because a module shows it publicly. */
export const readPublic = (
  { id, projectId }: StoredFile,
  shows: readonly ((projectId: SQL, fileId: SQL) => SQL)[],
): Query<boolean | undefined> =>
  queryOne(
    sql`SELECT ${sql.join([sql`0`, ...shows.map((by) => by(sql`${projectId}`, sql`${id}`))], sql` OR `)} ${as.number("open")}`,
    (row) => row.open !== 0,
  );
/** The images of a message that may be displayed inline, for modules that embed them. */
export const readImages = (messageId: MessageId): Query<{ id: FileId; objectKey: string; type: string }[]> =>
  query(
    sql`SELECT ${columns("files", "id, object_key, type")} FROM files WHERE message_id = ${messageId} AND state = 'attached' AND inline = 1`,
    (rows) => rows.map((row) => ({ id: row.id, objectKey: row.object_key, type: row.type })),
  );
/** Whether its contact still exists: an erased contact's files are no longer served, even if still stored. */
export const readNotErased = (
  { id, projectId }: StoredFile,
  whose: readonly ((projectId: ProjectId, conversationId: SQL) => SQL)[],
): Query<boolean | undefined> => {
  const contacts = [sql`f.contact_id`, ...whose.map((of) => of(projectId, sql`f.conversation_id`))];
  return queryOne(
    sql`SELECT ${sql.join(
      contacts.map((contact) => notErased(projectId, contact)),
      sql` AND `,
    )} ${as.number("here")} FROM files f WHERE f.id = ${id}`,
    (row) => row.here !== 0,
  );
};

// Files are found by their ids. The unary plus keeps the planner from scanning everything that the sender ever uploaded.

/** Attaches the sender's own stored files to a message of this batch; `contactId`: the visitor who may read them. */
export const writeAttach = (
  a: { projectId: ProjectId; owner: string; fileIds: readonly FileId[]; messageId: MessageId; contactId: SQL | null },
  when: SQL,
): SQL => sql`
  UPDATE files SET state = 'attached', message_id = ${a.messageId}, contact_id = ${a.contactId === null ? sql`NULL` : a.contactId}, counted = '[]'
  WHERE +project_id = ${a.projectId} AND +owner = ${a.owner} AND state = 'stored' AND id IN (SELECT value FROM json_each(${JSON.stringify(a.fileIds)})) AND ${when}`;
/** Keeps a stored file without a message, for modules that show it elsewhere. */
export const writeKeep = (projectId: ProjectId, id: FileId, when: SQL): SQL =>
  sql`UPDATE files SET state = 'attached', counted = '[]' WHERE id = ${id} AND +project_id = ${projectId} AND state = 'stored' AND ${when}`;
/** The same for several files, of one uploader. */
export const writeKeepAll = (projectId: ProjectId, owner: string, ids: readonly FileId[], when: SQL): SQL =>
  sql`UPDATE files SET state = 'attached', counted = '[]' WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +project_id = ${projectId} AND +owner = ${owner} AND state = 'stored' AND ${when}`;
/** Kept files with their bytes' places, in the order of `ids`. */
export const readKept = (projectId: ProjectId, ids: readonly FileId[]): Query<StoredFile[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM files WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +project_id = ${projectId} AND state = 'attached' AND message_id IS NULL`,
    (rows) => rows.map(file).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  );
export const isKeptWithoutMessage = (projectId: ProjectId, id: FileId): SQL =>
  sql`EXISTS (SELECT 1 FROM files WHERE id = ${id} AND +project_id = ${projectId} AND state = 'attached' AND message_id IS NULL)`;
/** Hands a kept file that nothing shows any more to the cron task for removal. */
export const writeRemoveKept = (projectId: ProjectId, id: FileId, when: SQL): SQL =>
  sql`UPDATE files SET state = 'removing' WHERE id = ${id} AND +project_id = ${projectId} AND state = 'attached' AND message_id IS NULL AND ${when}`;
/** The same for several files. `ids`: a SELECT of their ids. */
export const writeRemoveKeptAmong = (projectId: ProjectId, ids: SQL, when: SQL): SQL =>
  sql`UPDATE files SET state = 'removing' WHERE id IN (${ids}) AND +project_id = ${projectId} AND state = 'attached' AND message_id IS NULL AND ${when}`;
/** Holds while all files are the sender's own and not attached. A repeated id counts as missing. */
export const areUnattached = (projectId: ProjectId, owner: string, fileIds: readonly FileId[]): SQL =>
  fileIds.length === 0
    ? sql`1`
    : sql`(SELECT count(*) FROM files WHERE +project_id = ${projectId} AND +owner = ${owner} AND state = 'stored' AND id IN (SELECT value FROM json_each(${JSON.stringify(fileIds)}))) = ${sql.raw(String(fileIds.length))}`;
/** The names of files in this order, with commas between them; null for none. An expression. */
export const namesOfFiles = (projectId: ProjectId, fileIds: readonly FileId[]): SQL =>
  sql`(SELECT group_concat(n.name, ', ') FROM (SELECT f.name FROM json_each(${JSON.stringify(fileIds)}) k CROSS JOIN files f ON f.id = k.value AND +f.project_id = ${projectId} ORDER BY k.key) n)`;
/** Keeps stored files, which nothing names yet, at least until that time. */
export const writeKeepUntil = (projectId: ProjectId, owner: string, fileIds: readonly FileId[], until: number, when: SQL): SQL =>
  sql`UPDATE files SET kept_until = ${until} WHERE +project_id = ${projectId} AND +owner = ${owner} AND state = 'stored' AND id IN (SELECT value FROM json_each(${JSON.stringify(fileIds)})) AND ${when}`;
/** SQL of a message's attachments as JSON, for another module's statement. */
export const attachmentsJson = (messageId: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'inline', f.inline)) FROM (SELECT * FROM files WHERE message_id = ${messageId} ORDER BY id) f)`;
/** SQL of kept files as attachments in JSON, in the order of `ids`: an expression of a JSON list of ids. */
export const keptFilesJson = (projectId: SQL, ids: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'inline', f.inline)) FROM (SELECT k.* FROM json_each(${ids}) j CROSS JOIN files k ON k.id = j.value WHERE +k.project_id = ${projectId} AND k.state = 'attached' AND k.message_id IS NULL ORDER BY j.key) f)`;
/** SQL of files as attachments in JSON, in the order of `ids`: an expression of a JSON list of ids. Those that are gone are left out. */
export const listedFilesJson = (projectId: SQL, ids: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'inline', f.inline)) FROM (SELECT k.* FROM json_each(${ids}) j CROSS JOIN files k ON k.id = j.value WHERE +k.project_id = ${projectId} AND k.state IN ('stored', 'attached') ORDER BY j.key) f)`;
/** Condition: all are files of messages that the contact can see and for which `isOf` holds. A repeated id counts as missing. */
export const areOfMessages = (projectId: ProjectId, ids: readonly FileId[], isOf: (messageId: SQL) => SQL): SQL =>
  ids.length === 0
    ? sql`1`
    : sql`(SELECT count(*) FROM files f WHERE f.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +f.project_id = ${projectId} AND f.state = 'attached' AND f.contact_id IS NOT NULL AND ${isOf(sql`f.message_id`)}) = ${sql.raw(String(ids.length))}`;
/** Condition: all are stored files that `owner` uploaded for the conversation, and not attached yet. A repeated id counts as missing. */
export const areUploadedFor = (projectId: ProjectId, owner: string, conversationId: SQL, ids: readonly FileId[]): SQL =>
  ids.length === 0
    ? sql`1`
    : sql`(SELECT count(*) FROM files f WHERE f.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +f.project_id = ${projectId} AND +f.owner = ${owner} AND f.state = 'stored' AND +f.conversation_id = ${conversationId}) = ${sql.raw(String(ids.length))}`;
/** Lets another author attach uploads for a conversation, where `when` holds. Those that are attached already stay as they are. */
export const writeNewOwner = (
  projectId: ProjectId,
  owner: string,
  conversationId: ConversationId,
  ids: readonly FileId[],
  when: SQL,
): SQL =>
  sql`UPDATE files SET owner = ${owner} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +project_id = ${projectId} AND state = 'stored' AND +conversation_id = ${conversationId} AND ${when}`;
/** Has the files of messages that are removed themselves removed by the schedule. `messages`: a query of the messages' ids. */
export const writeDetach = (messages: SQL, when: SQL): SQL =>
  sql`UPDATE files SET state = 'removing', message_id = NULL, contact_id = NULL, counted = '[]' WHERE message_id IN (${messages}) AND state = 'attached' AND ${when}`;
/** A file of a message, or one that is kept. */
export const readAttached = (projectId: ProjectId, id: FileId): Query<StoredFile | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM files WHERE id = ${id} AND +project_id = ${projectId} AND state = 'attached'`, file);
export function parseAttachments(json: string | null): Attachment[] {
  const found = JSON.parse(json ?? "[]") as (Omit<Attachment, "inline"> & { inline: number })[];
  return found.map((a) => ({ ...a, inline: a.inline !== 0 }));
}
/** The files of a message with their object keys, for sending them by mail. */
export const readBytesOf = (projectId: ProjectId, messageId: MessageId): Query<(Attachment & { objectKey: string })[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM files WHERE message_id = ${messageId} AND +project_id = ${projectId} AND state = 'attached' ORDER BY id`,
    (rows) => rows.map(file).map((found) => ({ ...toAttachment(found), objectKey: found.objectKey })),
  );
/** The sender's own files that are not attached yet, for a draft. */
export const readUnattached = (projectId: ProjectId, owner: string, ids: readonly string[]): Query<Attachment[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM files WHERE +project_id = ${projectId} AND +owner = ${owner} AND state = 'stored' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => rows.map((row) => toAttachment(file(row))),
  );

export interface Loose {
  readonly id: FileId;
  readonly objectKey: string;
}
const LOOSE_COLUMNS = columns("files", "id, object_key");
const loose = (rows: readonly RowIn<typeof LOOSE_COLUMNS>[]): Loose[] => rows.map((row) => ({ id: row.id, objectKey: row.object_key }));
/** Marks files that were not attached in time. Marking first means that a crash between object and row leaves neither behind. */
export const writeExpire = (now: number, pendingBefore: number, storedBefore: number, limit: number): SQL => sql`
  UPDATE files SET state = 'removing', counted = CASE WHEN state = 'pending' THEN counted ELSE '[]' END WHERE id IN (
    SELECT id FROM (SELECT id FROM files WHERE state = 'pending' AND created_at < ${pendingBefore} ORDER BY created_at LIMIT ${limit})
    UNION ALL SELECT id FROM (SELECT id FROM files WHERE state = 'stored' AND created_at < ${storedBefore} AND coalesce(kept_until, 0) < ${now} ORDER BY created_at LIMIT ${limit}))`;
/** Marked files. One that an erasure emptied (it has no name) may still be storing its object until `late`. */
export const readRemoving = (late: number, limit: number): Query<Loose[]> =>
  query(
    sql`SELECT ${LOOSE_COLUMNS} FROM files WHERE state = 'removing' AND (name <> '' OR created_at < ${late}) ORDER BY created_at LIMIT ${limit}`,
    loose,
  );

// --- erasure ---------------------------------------------------------------------
const among = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const ofMessages = (ids: readonly MessageId[]): SQL => sql`message_id IN ${among(ids)}`;
export const loosePartsOf = (projectId: ProjectId, conversationIds: readonly ConversationId[]): SQL =>
  sql`project_id = ${projectId} AND conversation_id IN ${among(conversationIds)} AND state <> 'attached'`;
export const byId = (ids: readonly FileId[]): SQL => sql`id IN ${among(ids)}`;
export const readFilesOf = (projectId: ProjectId, contactId: ContactId, limit: number): Query<FileId[]> =>
  query(
    sql`SELECT ${columns("files", "id")} FROM files WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const objectsOf = (which: SQL): SQL => sql`SELECT object_key FROM files WHERE ${which}`;
/**
 * Empties running uploads. Their rows stay without personal data, so that the cron task removes the objects that they may still store
 * and releases their reservations.
 */
export const writeForgetUploads = (which: SQL): SQL =>
  sql`UPDATE files SET state = 'removing', name = '', contact_id = NULL, conversation_id = NULL, sha256 = NULL WHERE ${which} AND state IN ('pending', 'removing')`;
export const writeDeleteStored = (which: SQL): SQL => sql`DELETE FROM files WHERE ${which} AND state IN ('stored', 'attached')`;
