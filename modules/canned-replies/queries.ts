// Statements on canned replies. Every one names the project; a reply of another member is answered like a missing one.
import { isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CannedReplyId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { keptFilesJson, parseAttachments } from "#modules/files";
import { type CannedReply, MAX_OWN, MAX_SHARED } from "./contract.ts";

interface Texts {
  readonly title: string;
  readonly shortcut: string;
  readonly text: string;
  readonly files: readonly FileId[];
}

const COLUMNS = columns({ r: "canned_replies" }, "r.id, r.owner_id, r.title, r.shortcut, r.content, r.version, r.uses, r.used_at");
const FILES_OF_REPLY = keptFilesJson(sql`r.project_id`, sql`r.file_ids`);
const reply = (row: RowIn<typeof COLUMNS> & { readonly files: string }): CannedReply => ({
  id: row.id,
  shared: row.owner_id === null,
  title: row.title,
  shortcut: row.shortcut ?? "",
  text: row.content,
  files: parseAttachments(row.files),
  version: row.version,
  uses: row.uses,
  usedAt: isoOrNull(row.used_at),
});

// Conditions on a row of canned_replies.
const isVisible = (me: AccountId): SQL => sql`(owner_id IS NULL OR owner_id = ${me})`;
/** The caller may change it: it is their own, or shared and they may change those. */
const isMine = (me: AccountId, admin: SQL): SQL => sql`(owner_id = ${me} OR (owner_id IS NULL AND ${admin}))`;

/** The replies that the project shares. */
export const readShared = (projectId: ProjectId): Query<CannedReply[]> =>
  query(
    sql`SELECT ${COLUMNS}, ${FILES_OF_REPLY} ${as.text("files")} FROM canned_replies r WHERE r.project_id = ${projectId} AND r.owner_id IS NULL AND r.deleted_at IS NULL LIMIT ${MAX_SHARED}`,
    (rows) => rows.map(reply),
  );
/** The member's own. */
export const readOwn = (projectId: ProjectId, me: AccountId): Query<CannedReply[]> =>
  query(
    sql`SELECT ${COLUMNS}, ${FILES_OF_REPLY} ${as.text("files")} FROM canned_replies r WHERE r.project_id = ${projectId} AND r.owner_id = ${me} AND r.deleted_at IS NULL LIMIT ${MAX_OWN}`,
    (rows) => rows.map(reply),
  );
export const readReply = (projectId: ProjectId, me: AccountId, id: CannedReplyId): Query<CannedReply | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS}, ${FILES_OF_REPLY} ${as.text("files")} FROM canned_replies r WHERE r.project_id = ${projectId} AND r.id = ${id} AND r.deleted_at IS NULL AND ${isVisible(me)}`,
    reply,
  );
/** The same, deleted or not. */
export const readReplyOrDeleted = (projectId: ProjectId, me: AccountId, id: CannedReplyId): Query<CannedReply | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS}, ${FILES_OF_REPLY} ${as.text("files")} FROM canned_replies r WHERE r.project_id = ${projectId} AND r.id = ${id} AND ${isVisible(me)}`,
    reply,
  );
export const readReplyBy = (projectId: ProjectId, me: AccountId, clientId: string): Query<CannedReply | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS}, ${FILES_OF_REPLY} ${as.text("files")} FROM canned_replies r WHERE r.project_id = ${projectId} AND r.created_by = ${me} AND r.client_id = ${clientId}`,
    reply,
  );

/** Condition: no other reply of the scope has the shortcut. `owner`: an expression, NULL for the shared ones. */
const isFree = (projectId: ProjectId, owner: SQL, shortcut: SQL, but: CannedReplyId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM canned_replies o WHERE o.project_id = ${projectId} AND ifnull(o.owner_id, '') = ifnull(${owner}, '') AND o.shortcut = ${shortcut} AND o.shortcut IS NOT NULL AND o.deleted_at IS NULL AND o.id <> ${but})`;
const ownerSql = (owner: AccountId | null): SQL => (owner === null ? sql`NULL` : sql`${owner}`);
/** Condition: there is room for another reply of the scope. */
const hasRoom = (projectId: ProjectId, owner: AccountId | null): SQL =>
  sql`(SELECT count(*) FROM canned_replies n WHERE n.project_id = ${projectId} AND n.owner_id IS ${ownerSql(owner)} AND n.deleted_at IS NULL) < ${owner === null ? MAX_SHARED : MAX_OWN}`;
/** Why a new reply was not stored. */
export const readObstacles = (
  projectId: ProjectId,
  owner: AccountId | null,
  shortcut: string,
  id: CannedReplyId,
): Query<{ free: boolean; room: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${isFree(projectId, ownerSql(owner), sql`${shortcut}`, id)} ${as.number("free")}, ${hasRoom(projectId, owner)} ${as.number("room")}`,
    (row) => ({ free: row.free !== 0, room: row.room !== 0 }),
  );

const orNull = (shortcut: string): string | null => (shortcut === "" ? null : shortcut);

/** A reply that its clientId has stored already is left as it is. */
export const writeReply = (
  r: Texts & {
    readonly id: CannedReplyId;
    readonly projectId: ProjectId;
    readonly owner: AccountId | null;
    readonly by: AccountId;
    readonly clientId: string;
    readonly now: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO canned_replies (id, project_id, owner_id, title, shortcut, content, file_ids, created_by, client_id, created_at, changed_at)
  SELECT ${r.id}, ${r.projectId}, ${r.owner}, ${r.title}, ${orNull(r.shortcut)}, ${r.text}, ${JSON.stringify(r.files)}, ${r.by}, ${r.clientId}, ${r.now}, ${r.now}
  WHERE ${when} AND ${hasRoom(r.projectId, r.owner)} AND ${isFree(r.projectId, ownerSql(r.owner), sql`${orNull(r.shortcut)}`, r.id)} ON CONFLICT (project_id, created_by, client_id) DO NOTHING`;
export const writeChanged = (
  r: Texts & {
    readonly id: CannedReplyId;
    readonly projectId: ProjectId;
    readonly me: AccountId;
    readonly version: number;
    readonly now: number;
  },
  admin: SQL,
  when: SQL,
): SQL => sql`
  UPDATE canned_replies SET title = ${r.title}, shortcut = ${orNull(r.shortcut)}, content = ${r.text}, file_ids = ${JSON.stringify(r.files)}, version = version + 1, changed_at = ${r.now}
  WHERE project_id = ${r.projectId} AND id = ${r.id} AND version = ${r.version} AND deleted_at IS NULL AND ${isMine(r.me, admin)} AND ${when}
    AND ${isFree(r.projectId, sql`canned_replies.owner_id`, sql`${orNull(r.shortcut)}`, r.id)}`;
export const writeDeleted = (projectId: ProjectId, me: AccountId, id: CannedReplyId, admin: SQL, now: number): SQL =>
  sql`UPDATE canned_replies SET deleted_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL AND ${isMine(me, admin)}`;
/** Deletes shared replies of these versions. `pairs`: a SELECT of ids with versions. */
export const writeDeletedAmong = (projectId: ProjectId, pairs: SQL, now: number, when: SQL): SQL =>
  sql`UPDATE canned_replies SET deleted_at = ${now} WHERE project_id = ${projectId} AND owner_id IS NULL AND deleted_at IS NULL AND (id, version) IN (${pairs}) AND ${when}`;
/** Condition: the reply was deleted. `id`: an expression. */
export const replyIsGone = (projectId: ProjectId, id: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM canned_replies g WHERE g.project_id = ${projectId} AND g.id = ${id} AND g.deleted_at IS NULL)`;
export const writeRestored = (projectId: ProjectId, me: AccountId, id: CannedReplyId, admin: SQL): SQL => sql`
  UPDATE canned_replies SET deleted_at = NULL WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NOT NULL AND ${isMine(me, admin)}
    AND ${isFree(projectId, sql`canned_replies.owner_id`, sql`canned_replies.shortcut`, id)}`;
/** Counts an insertion; the same one is counted once. */
export const writeUsed = (projectId: ProjectId, me: AccountId, id: CannedReplyId, clientId: string, now: number, when: SQL): SQL =>
  sql`UPDATE canned_replies SET uses = uses + 1, used_at = ${now}, last_use = ${clientId} WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL AND ${isVisible(me)} AND last_use IS NOT ${clientId} AND ${when}`;

/** Condition: the reply is stored with these files, in this version. */
export const isStored = (projectId: ProjectId, id: CannedReplyId, version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM canned_replies WHERE project_id = ${projectId} AND id = ${id} AND version = ${version})`;

// --- the end of a reply ------------------------------------------------------------
/** Personal replies of whoever is no longer a member. `isStillMember`: a condition on an account. */
export const writeDeletedOfFormer = (projectId: ProjectId, isStillMember: (account: SQL) => SQL, now: number, when: SQL): SQL =>
  sql`UPDATE canned_replies SET deleted_at = ${now} WHERE project_id = ${projectId} AND owner_id IS NOT NULL AND deleted_at IS NULL AND ${when} AND NOT ${isStillMember(sql`canned_replies.owner_id`)}`;
export const writeDeletedOfProject = (projectId: ProjectId, now: number, when: SQL): SQL =>
  sql`UPDATE canned_replies SET deleted_at = ${now} WHERE project_id = ${projectId} AND deleted_at IS NULL AND ${when}`;
/** Replies that were deleted before this time, oldest first. */
export const readDue = (before: number, limit: number): Query<{ id: CannedReplyId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("canned_replies", "id, project_id")} FROM canned_replies WHERE deleted_at < ${before} ORDER BY deleted_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
export const isDue = (projectId: ProjectId, id: CannedReplyId, before: number): SQL =>
  sql`EXISTS (SELECT 1 FROM canned_replies WHERE project_id = ${projectId} AND id = ${id} AND deleted_at < ${before})`;
export const filesOfReply = (projectId: ProjectId, id: CannedReplyId): SQL =>
  sql`SELECT j.value FROM canned_replies r, json_each(r.file_ids) j WHERE r.project_id = ${projectId} AND r.id = ${id}`;
export const writeGone = (projectId: ProjectId, id: CannedReplyId, before: number): SQL =>
  sql`DELETE FROM canned_replies WHERE project_id = ${projectId} AND id = ${id} AND deleted_at < ${before}`;
