// Sources that another module fills from a service: what it stores and removes in them. The module decides when; each batch is its own.
import { derivedId, type KnowledgeItemId, type KnowledgeSourceId, type ProjectId } from "#kernel/ids/index.ts";
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import { deleteRemovedItems, writeItemsRemoved } from "./cleanup.ts";
import {
  documentKeysOf,
  isUnchanged,
  type NewSource,
  readDocumentCount,
  readSourceMade,
  readSourceVisibility,
  sourceExists,
  sourceValue,
  type Visibility,
  writeSource,
  writeSourceChange,
  writeSynced,
  writeVisibility,
} from "./queries.ts";
import { writeVisibilityJob } from "./apply-visibility.ts";
import { MAX_DOCUMENT, partsOf } from "./rules.ts";
import { hashOf, writePartOf } from "./write-item-document.ts";
import { writeRemoveDocuments } from "#modules/retrieval";

export {
  deleteRemovedItems,
  isUnchanged,
  readDocumentCount,
  readSourceMade,
  readSourceVisibility,
  sourceExists,
  sourceValue,
  type Visibility,
  writeItemsRemoved,
  writeSourceChange,
  writeSynced,
  writeVisibility,
  writeVisibilityJob,
};

/** Documents of one text; what is beyond is left out. */
const MAX_PARTS = 5;

/** `by`: the name of the service, as people know it. */
export const writeFilledSource = (source: Omit<NewSource, "kind" | "filledBy">, by: string, when: SQL): SQL =>
  writeSource({ ...source, kind: "website", filledBy: by }, when);
export const writeFilledState = (projectId: ProjectId, id: KnowledgeSourceId, state: "running" | "failed" | null, when: SQL): SQL =>
  sql`UPDATE knowledge_sources SET filled_state = ${state} WHERE id = ${id} AND project_id = ${projectId} AND ${when}`;
/** Removes sources as a member would; what they stored is deleted in the background. `which`: a SELECT of ids. */
export const writeFilledSourcesRemoved = (projectId: ProjectId, which: SQL, now: number): SQL =>
  sql`UPDATE knowledge_sources SET removed_at = ${now}, removing = 1 WHERE project_id = ${projectId} AND id IN (${which}) AND removed_at IS NULL`;

/** A text of the service that is known, also one that could not be used. `version`: the service's mark of what it says. */
export interface KnownText {
  readonly id: KnowledgeItemId;
  readonly key: string;
  readonly version: string;
  readonly parts: number;
}
/** All of a source whose key begins so, bounded by what the caller stores. SQLite compares the bytes of UTF-8, of which the last character has the highest. */
export const readKnownTexts = (projectId: ProjectId, sourceId: KnowledgeSourceId, prefix: string): Query<KnownText[]> =>
  query(
    sql`SELECT ${columns("knowledge_items", "id, key, etag, parts")} FROM knowledge_items
      WHERE project_id = ${projectId} AND source_id = ${sourceId} AND key >= ${prefix} AND key < ${`${prefix}\u{10FFFF}`} AND state <> 'removing'`,
    (rows) => rows.map((row) => ({ id: row.id, key: row.key, version: row.etag ?? "", parts: row.parts })),
  );
export interface FilledText {
  /** The source's own name of it, which stays. */
  readonly key: string;
  readonly version: string;
  readonly title: string;
  /** Where members find it; `isLinked` false: citations do not lead there. */
  readonly url: string;
  readonly isLinked: boolean;
  /** Markdown. */
  readonly content: string;
  /** Why it is not used. */
  readonly problem?: string | undefined;
}
/** The number of documents that the text needs. */
export const documentsOf = ({ content, problem }: Pick<FilledText, "content" | "problem">): number =>
  problem !== undefined ? 0 : partsOf(content.slice(0, MAX_PARTS * MAX_DOCUMENT)).length;

/**
 * The statements that store a text in place of what was known of it. `when` and that the source is as it was read hold throughout the
 * batch: the item is written last.
 */
export async function writeFilledText(
  projectId: ProjectId,
  source: Visibility,
  known: KnownText | undefined,
  text: FilledText,
  now: number,
  when: SQL,
): Promise<SQL[]> {
  const id = known?.id ?? (await derivedId("knowledgeItem", `${source.id}\n${text.key}`));
  const { key, version, title, url, content, problem } = text;
  const parts = problem === undefined ? partsOf(content.slice(0, MAX_PARTS * MAX_DOCUMENT)) : [];
  const target = { id, projectId, title, url: text.isLinked ? url : null };
  const held = sql`${when} AND ${isUnchanged(projectId, source)}`;
  const hash = problem === undefined ? hashOf(title, content) : "";
  const state = problem === undefined ? "ready" : "skipped";
  return [
    ...(await Promise.all(parts.map((part, n) => writePartOf(target, source, n + 1, part, now, held)))).flat(),
    ...((known?.parts ?? 0) > parts.length ? writeRemoveDocuments(projectId, source.id, documentKeysOf([id], parts.length + 1), held) : []),
    sql`INSERT INTO knowledge_items (id, project_id, source_id, key, title, url, state, error, hash, etag, parts, created_at, updated_at)
      SELECT ${id}, ${projectId}, ${source.id}, ${key}, ${title}, ${url}, ${state}, ${problem ?? null}, ${hash}, ${version}, ${parts.length}, ${now}, ${now} WHERE ${held}
      ON CONFLICT (project_id, source_id, key) DO UPDATE SET title = excluded.title, url = excluded.url, state = excluded.state, error = excluded.error,
        hash = excluded.hash, etag = excluded.etag, parts = excluded.parts, updated_at = excluded.updated_at, revision = revision + 1`,
  ];
}
/** Whether citations of the source's texts lead to the service, from now on. */
export const writeLinked = (projectId: ProjectId, sourceId: KnowledgeSourceId, isLinked: boolean): SQL =>
  isLinked
    ? sql`UPDATE knowledge_documents SET url = (SELECT i.url FROM knowledge_items i WHERE i.project_id = ${projectId} AND i.id = substr(knowledge_documents.key, 1, instr(knowledge_documents.key, '/') - 1))
        WHERE project_id = ${projectId} AND source_id = ${sourceId} AND url IS NULL`
    : sql`UPDATE knowledge_documents SET url = NULL WHERE project_id = ${projectId} AND source_id = ${sourceId} AND url IS NOT NULL`;
