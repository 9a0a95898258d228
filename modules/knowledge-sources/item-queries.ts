// Statements on items: snippets, files, saved answers, pages.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, KnowledgeItemId, KnowledgeSourceId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { Item } from "./contract.ts";
import { MAX_PARTS } from "./rules.ts";
import { hasRoom, isUnchanged, type Visibility } from "./source-queries.ts";

/** An item with the fields that are not on the wire. */
export interface StoredItem {
  readonly id: KnowledgeItemId;
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly title: string;
  readonly content: string;
  readonly url: string | null;
  readonly state: Item["state"];
  readonly error: string | null;
  readonly hash: string;
  readonly objectKey: string | null;
  readonly textKey: string | null;
  readonly type: string | null;
  readonly size: number;
  readonly parts: number;
  readonly messageId: string | null;
  readonly revision: number;
  readonly updatedAt: number;
}
const ITEM = columns(
  "knowledge_items",
  "id, project_id, source_id, title, content, url, state, error, hash, object_key, text_key, type, size, parts, message_id, revision, updated_at",
);
const itemOf = (row: RowIn<typeof ITEM>): StoredItem => ({
  id: row.id,
  projectId: row.project_id,
  sourceId: row.source_id,
  title: row.title,
  content: row.content,
  url: row.url,
  state: row.state,
  error: row.error,
  hash: row.hash,
  objectKey: row.object_key,
  textKey: row.text_key,
  type: row.type,
  size: row.size,
  parts: row.parts,
  messageId: row.message_id,
  revision: row.revision,
  updatedAt: row.updated_at,
});
export const shownItem = (i: StoredItem): Item => ({
  id: i.id,
  title: i.title,
  url: i.url,
  state: i.state,
  error: i.error,
  type: i.type,
  size: i.size,
  parts: i.parts,
  revision: i.revision,
  updatedAt: iso(i.updatedAt),
});

export const readItem = (projectId: ProjectId, id: KnowledgeItemId): Query<StoredItem | undefined> =>
  queryOne(sql`SELECT ${ITEM} FROM knowledge_items WHERE id = ${id} AND project_id = ${projectId} AND state <> 'removing'`, itemOf);
/** A snippet, as a source of knowledge has it. */
export interface Snippet {
  readonly id: KnowledgeItemId;
  readonly sourceId: KnowledgeSourceId;
  readonly title: string;
  readonly content: string;
  readonly locale: string;
  readonly revision: number;
}
const SNIPPET = columns({ i: "knowledge_items", s: "knowledge_sources" }, "i.id, i.source_id, i.title, i.content, i.revision, s.locale");
const snippetOf = (row: RowIn<typeof SNIPPET>): Snippet => ({
  ...{ id: row.id, sourceId: row.source_id, title: row.title, content: row.content, locale: row.locale, revision: row.revision },
});
const FROM_SNIPPETS = sql`knowledge_items i JOIN knowledge_sources s ON s.id = i.source_id AND s.project_id = i.project_id AND s.kind = 'snippets' AND s.removed_at IS NULL`;
/** A published snippet that is not being removed. */
export const readSnippet = (projectId: ProjectId, id: KnowledgeItemId | null): Query<Snippet | undefined> =>
  queryOne(
    sql`SELECT ${SNIPPET} FROM ${FROM_SNIPPETS} WHERE i.id = ${id} AND i.project_id = ${projectId} AND i.state = 'ready'`,
    snippetOf,
  );
/** The snippet whose search document it is. */
export const readSnippetOf = (projectId: ProjectId, documentId: string): Query<Snippet | undefined> =>
  queryOne(
    sql`SELECT ${SNIPPET} FROM knowledge_documents d CROSS JOIN ${FROM_SNIPPETS} WHERE d.id = ${documentId} AND d.project_id = ${projectId}
      AND i.id = substr(d.key, 1, instr(d.key, '/') - 1) AND i.project_id = ${projectId} AND i.state = 'ready'`,
    snippetOf,
  );
export const readItemMade = (projectId: ProjectId, clientId: string): Query<StoredItem | undefined> =>
  queryOne(sql`SELECT ${ITEM} FROM knowledge_items WHERE project_id = ${projectId} AND client_id = ${clientId}`, itemOf);
/** Newest first. The number of items is limited by the project's documents, so filtering by title is bounded too. */
export const readItems = (
  projectId: ProjectId,
  sourceId: KnowledgeSourceId,
  which: { before: string | undefined; q: string; state: Item["state"] | undefined },
  limit: number,
): Query<Item[]> =>
  query(
    sql`SELECT ${columns("knowledge_items", "id, project_id, source_id, title")}, '' ${as.text("content")}, ${columns("knowledge_items", "url, state, error, hash, object_key, text_key, type, size, parts, message_id, revision, updated_at")}
      FROM knowledge_items WHERE project_id = ${projectId} AND source_id = ${sourceId} AND state <> 'removing'
      ${which.state === undefined ? sql`` : sql`AND state = ${which.state}`} ${which.before === undefined ? sql`` : sql`AND id < ${which.before}`}
      ${which.q === "" ? sql`` : sql`AND (instr(lower(title), lower(${which.q})) > 0 OR instr(lower(coalesce(url, '')), lower(${which.q})) > 0)`}
      ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => shownItem(itemOf(row))),
  );

export interface NewItem {
  readonly id: KnowledgeItemId;
  readonly projectId: ProjectId;
  readonly source: Visibility;
  readonly title: string;
  readonly content: string;
  readonly state: "draft" | "waiting" | "ready";
  readonly hash: string;
  readonly parts: number;
  readonly objectKey?: string;
  readonly type?: string;
  /** For a saved answer: its message, and the contact of the conversation as an SQL expression. */
  readonly saved?: { readonly messageId: MessageId; readonly contactId: SQL };
  readonly clientId: string;
  readonly createdBy: string;
  readonly now: number;
}
export const writeItem = (i: NewItem, when: SQL): SQL => sql`
  INSERT INTO knowledge_items (id, project_id, source_id, key, title, content, state, hash, parts, object_key, type, message_id, contact_id, client_id, created_by, created_at, updated_at)
  SELECT ${i.id}, ${i.projectId}, ${i.source.id}, ${i.id}, ${i.title}, ${i.content}, ${i.state}, ${i.hash}, ${i.parts}, ${i.objectKey ?? null}, ${i.type ?? null},
    ${i.saved?.messageId ?? null}, ${i.saved?.contactId ?? sql`NULL`}, ${i.clientId}, ${i.createdBy}, ${i.now}, ${i.now}
  WHERE ${isUnchanged(i.projectId, i.source)} AND ${hasRoom(i.projectId)} AND ${when} ON CONFLICT DO NOTHING`;
export const itemExists = (id: KnowledgeItemId): SQL => sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id})`;

export const writeItemChange = (
  i: StoredItem,
  change: { title: string; content: string; state: "draft" | "ready"; hash: string; now: number },
  when: SQL,
): SQL => sql`
  UPDATE knowledge_items SET title = ${change.title}, content = ${change.content}, state = ${change.state}, hash = ${change.hash}, error = NULL, parts = ${change.state === "ready" ? 1 : 0},
    revision = revision + 1, updated_at = ${change.now}
  WHERE id = ${i.id} AND project_id = ${i.projectId} AND revision = ${i.revision} AND state <> 'removing' AND ${when}`;
export const hasRevision = (id: KnowledgeItemId, revision: number): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND revision = ${revision})`;

/** Condition on the documents' `key`: documents of these items, starting with number `from`. */
export const documentKeysOf = (ids: readonly KnowledgeItemId[], from = 1): SQL =>
  sql`key IN (SELECT value FROM json_each(${JSON.stringify(ids.flatMap((id) => Array.from({ length: MAX_PARTS - from + 1 }, (_, n) => `${id}/${from + n}`)))}))`;
export const writeItemsRemoving = (projectId: ProjectId, ids: readonly KnowledgeItemId[], when: SQL): SQL =>
  sql`UPDATE knowledge_items SET state = 'removing' WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${when}`;
export const writeItemsGone = (ids: readonly KnowledgeItemId[]): SQL =>
  sql`DELETE FROM knowledge_items WHERE state = 'removing' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export interface Removing {
  readonly id: KnowledgeItemId;
  readonly objects: readonly string[];
}
const REMOVING = columns("knowledge_items", "id, object_key, text_key");
const removingOf = (row: RowIn<typeof REMOVING>): Removing => ({
  id: row.id,
  objects: [row.object_key, row.text_key].filter((key) => key !== null),
});
export const readRemoving = (limit: number): Query<Removing[]> =>
  query(sql`SELECT ${REMOVING} FROM knowledge_items WHERE state = 'removing' ORDER BY id LIMIT ${limit}`, (rows) => rows.map(removingOf));
/** Items of a removed source. */
export const readItemsOf = (projectId: ProjectId, sourceId: KnowledgeSourceId, limit: number): Query<KnowledgeItemId[]> =>
  query(
    sql`SELECT ${columns("knowledge_items", "id")} FROM knowledge_items WHERE project_id = ${projectId} AND source_id = ${sourceId} AND state <> 'removing' ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );

// --- files ---
export const writeStored = (i: StoredItem, objectKey: string, size: number, now: number): SQL =>
  sql`UPDATE knowledge_items SET object_key = ${objectKey}, size = ${size}, updated_at = ${now} WHERE id = ${i.id} AND project_id = ${i.projectId} AND state = 'waiting' AND size = 0`;
export const writeText = (i: StoredItem, textKey: string, now: number): SQL =>
  sql`UPDATE knowledge_items SET text_key = ${textKey}, updated_at = ${now} WHERE id = ${i.id} AND project_id = ${i.projectId} AND state = 'waiting' AND size > 0 AND text_key IS NULL`;
export const hasText = (id: KnowledgeItemId, textKey: string): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND text_key = ${textKey})`;
export const isStored = (id: KnowledgeItemId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND state = 'waiting' AND size > 0)`;
/** Notes that one more document of a file is written. */
export const writePartsDone = (i: StoredItem, done: number, when: SQL): SQL =>
  sql`UPDATE knowledge_items SET parts = ${done} WHERE id = ${i.id} AND project_id = ${i.projectId} AND ${when}`;
export const isWaiting = (id: KnowledgeItemId): SQL => sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND state = 'waiting')`;
export const writeItemFinished = (i: StoredItem, end: { state: "ready" | "failed"; error: string | null; now: number }): SQL =>
  sql`UPDATE knowledge_items SET state = ${end.state}, error = ${end.error}, updated_at = ${end.now}, revision = revision + 1 WHERE id = ${i.id} AND project_id = ${i.projectId} AND state = 'waiting'`;
/** Marks an upload that did not arrive completely for removal, with what it stored. */
export const writeExpireUpload = (projectId: ProjectId, id: KnowledgeItemId): SQL =>
  sql`UPDATE knowledge_items SET state = 'removing' WHERE id = ${id} AND project_id = ${projectId} AND state = 'waiting' AND object_key IS NOT NULL AND size = 0`;

// --- saved answers ---
export const readHolds = (condition: SQL): Query<boolean | undefined> =>
  queryOne(sql`SELECT ${condition} ${as.number("holds")}`, (row) => row.holds !== 0);
export const readAnswersOf = (
  projectId: ProjectId,
  contactId: ContactId,
  limit: number,
): Query<{ id: KnowledgeItemId; sourceId: KnowledgeSourceId }[]> =>
  query(
    sql`SELECT ${columns("knowledge_items", "id, source_id")} FROM knowledge_items WHERE project_id = ${projectId} AND contact_id = ${contactId} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, sourceId: row.source_id })),
  );
export const writeForgetAnswers = (projectId: ProjectId, ids: readonly KnowledgeItemId[]): SQL =>
  sql`DELETE FROM knowledge_items WHERE project_id = ${projectId} AND contact_id IS NOT NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
