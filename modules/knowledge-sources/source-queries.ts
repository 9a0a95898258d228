// Statements on sources. Retrieval writes the documents themselves.
import { isoOrNull, iso } from "#kernel/clock/index.ts";
import {
  as,
  columnList,
  columns,
  isJoined,
  type JsonText,
  outer,
  parseJson,
  type Query,
  query,
  queryOne,
  type RowIn,
  type Selected,
  type SQL,
  sql,
} from "#kernel/db/index.ts";
import type { AccountId, KnowledgeDocumentId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import { MAX_DOCUMENTS, MAX_SOURCES, type Source, type WebsiteInput } from "./contract.ts";
import type { SourceKind } from "#modules/retrieval/contract";
import { CRAWL_COLUMNS, crawlOf } from "./website/queries.ts";

const countOf = (state: string): SQL =>
  sql`(SELECT count(*) FROM knowledge_items i WHERE i.project_id = s.project_id AND i.source_id = s.id AND i.state = ${state})`;
const WEBSITE = columns(
  { w: "knowledge_websites" },
  "w.way AS w_way, w.addresses, w.include, w.exclude, w.max_pages, w.schedule, w.next_at",
);
const SOURCE = columnList`${columns({ s: "knowledge_sources" }, "s.id, s.kind, s.name, s.audience, s.assistant, s.locale, s.created_at AS made_at, s.synced_at, s.filled_by, s.filled_state")},
    (SELECT count(*) FROM knowledge_documents d WHERE d.project_id = s.project_id AND d.source_id = s.id) ${as.number("documents")},
    ${countOf("draft")} ${as.number("drafts")}, ${countOf("waiting")} ${as.number("waiting")}, ${countOf("failed")} ${as.number("broken")},
    ${outer(WEBSITE)}, ${outer(CRAWL_COLUMNS)}`;
const FROM_SOURCES = sql`knowledge_sources s LEFT JOIN knowledge_websites w ON w.project_id = s.project_id AND w.source_id = s.id
    LEFT JOIN knowledge_crawls c ON c.id = (SELECT id FROM knowledge_crawls WHERE project_id = s.project_id AND source_id = s.id ORDER BY id DESC LIMIT 1)`;
const sourceOf = (row: RowIn<typeof SOURCE>): Source => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  audience: row.audience,
  assistant: row.assistant !== 0,
  locale: row.locale,
  createdAt: iso(row.made_at),
  syncedAt: isoOrNull(row.synced_at),
  documents: row.documents,
  drafts: row.drafts,
  waiting: row.waiting,
  failed: row.broken,
  website: isJoined(row, WEBSITE, "w_way") ? { ...websiteOf(row), nextAt: isoOrNull(row.next_at) } : null,
  run: isJoined(row, CRAWL_COLUMNS, "c_id") ? crawlOf(row) : null,
  filled: row.filled_by === null ? null : { by: row.filled_by, state: row.filled_state },
});
const websiteOf = (row: RowIn<typeof WEBSITE>): WebsiteInput => ({
  way: row.w_way,
  addresses: parseJson<string[]>(row.addresses),
  include: parseJson<string[]>(row.include),
  exclude: parseJson<string[]>(row.exclude),
  maxPages: row.max_pages,
  schedule: row.schedule,
});

export const readSources = (projectId: ProjectId): Query<Source[]> =>
  query(
    sql`SELECT ${SOURCE} FROM ${FROM_SOURCES} WHERE s.project_id = ${projectId} AND s.removed_at IS NULL ORDER BY s.created_at, s.id LIMIT ${MAX_SOURCES + 1}`,
    (rows) => rows.map(sourceOf),
  );
export const readSource = (projectId: ProjectId, id: KnowledgeSourceId): Query<Source | undefined> =>
  queryOne(
    sql`SELECT ${SOURCE} FROM ${FROM_SOURCES} WHERE s.project_id = ${projectId} AND s.id = ${id} AND s.removed_at IS NULL`,
    sourceOf,
  );
export const readSourceMade = (projectId: ProjectId, clientId: string): Query<Source | undefined> =>
  queryOne(
    sql`SELECT ${SOURCE} FROM ${FROM_SOURCES} WHERE s.project_id = ${projectId} AND s.client_id = ${clientId} AND s.removed_at IS NULL`,
    sourceOf,
  );

/** The languages in a JSON list expression; English if it is empty. */
export const readLanguages = (list: SQL): Query<string[]> =>
  query(sql`SELECT ${list} ${as.of<{ list: JsonText | null }>("list")}`, ([row]) =>
    row === undefined || row.list === null ? ["en"] : parseJson<string[]>(row.list),
  );

/** The settings that documents inherit from their source. */
export interface Visibility {
  readonly id: KnowledgeSourceId;
  readonly kind: SourceKind;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly locale: string;
}
const visibilityOf = (row: Selected<"knowledge_sources", "id, kind, audience, assistant, locale">): Visibility => ({
  id: row.id,
  kind: row.kind,
  audience: row.audience,
  assistant: row.assistant !== 0,
  locale: row.locale,
});
export const readSourceVisibility = (projectId: ProjectId, id: KnowledgeSourceId | SQL): Query<Visibility | undefined> =>
  queryOne(
    sql`SELECT ${columns("knowledge_sources", "id, kind, audience, assistant, locale")} FROM knowledge_sources WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NULL`,
    visibilityOf,
  );
/** Condition: the source is as it was read, so that documents never get the visibility of earlier settings. */
export const isUnchanged = (projectId: ProjectId, s: Visibility): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_sources WHERE id = ${s.id} AND project_id = ${projectId} AND removed_at IS NULL AND audience = ${s.audience} AND assistant = ${s.assistant ? 1 : 0} AND locale = ${s.locale})`;
export const hasRoom = (projectId: ProjectId, more = 1): SQL =>
  sql`(SELECT count(*) FROM knowledge_documents WHERE project_id = ${projectId}) <= ${MAX_DOCUMENTS - more}`;
export const readDocumentCount = (projectId: ProjectId): Query<number | undefined> =>
  queryOne(sql`SELECT count(*) ${as.number("n")} FROM knowledge_documents WHERE project_id = ${projectId}`, (row) => row.n);

export interface NewSource extends Visibility {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly createdBy: AccountId | string;
  readonly clientId: string;
  readonly now: number;
  /** The service from which another module fills it. */
  readonly filledBy?: string;
}
export const writeSource = (s: NewSource, when: SQL = sql`1`): SQL => sql`
  INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at, filled_by)
  SELECT ${s.id}, ${s.projectId}, ${s.kind}, ${s.name}, ${s.audience}, ${s.locale}, ${s.assistant ? 1 : 0}, ${s.createdBy}, ${s.clientId}, ${s.now}, ${s.filledBy ?? null}
  WHERE ${when} AND (SELECT count(*) FROM knowledge_sources WHERE project_id = ${s.projectId} AND removed_at IS NULL) < ${MAX_SOURCES} ON CONFLICT DO NOTHING`;
/** The id of the project's oldest source of saved answers in a language, as an SQL expression; null if there is none. */
export const oldestAnswers = (projectId: ProjectId, locale: string): SQL =>
  sql`(SELECT id FROM knowledge_sources WHERE project_id = ${projectId} AND kind = 'answers' AND locale = ${locale} AND removed_at IS NULL ORDER BY created_at, id LIMIT 1)`;
export const sourceExists = (projectId: ProjectId, id: KnowledgeSourceId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_sources WHERE id = ${id} AND project_id = ${projectId} AND removed_at IS NULL)`;
/** Condition: another module fills the source. */
export const isFilled = (projectId: ProjectId, id: KnowledgeSourceId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_sources WHERE id = ${id} AND project_id = ${projectId} AND filled_by IS NOT NULL)`;
/** A column of a source, as an expression. */
export const sourceValue = (projectId: ProjectId, id: KnowledgeSourceId, column: "name" | "audience" | "assistant" | "locale"): SQL =>
  sql`(SELECT ${sql.raw(column)} FROM knowledge_sources WHERE project_id = ${projectId} AND id = ${id})`;
export const writeSourceChange = (
  projectId: ProjectId,
  id: KnowledgeSourceId,
  change: { name?: string | undefined; audience?: Audience | undefined; assistant?: boolean | undefined; locale?: string | undefined },
): SQL => sql`
  UPDATE knowledge_sources SET name = coalesce(${change.name ?? null}, name), audience = coalesce(${change.audience ?? null}, audience),
    assistant = coalesce(${change.assistant === undefined ? null : change.assistant ? 1 : 0}, assistant), locale = coalesce(${change.locale ?? null}, locale)
  WHERE id = ${id} AND project_id = ${projectId} AND removed_at IS NULL`;
export const writeSynced = (projectId: ProjectId, id: KnowledgeSourceId, now: number, when: SQL): SQL =>
  sql`UPDATE knowledge_sources SET synced_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND ${when}`;
export const writeSourceRemoved = (projectId: ProjectId, id: KnowledgeSourceId, now: number): SQL =>
  sql`UPDATE knowledge_sources SET removed_at = ${now}, removing = 1 WHERE id = ${id} AND project_id = ${projectId} AND removed_at IS NULL`;
export const writeSourceEmptied = (projectId: ProjectId, id: KnowledgeSourceId): SQL =>
  sql`UPDATE knowledge_sources SET removing = 0, name = '' WHERE id = ${id} AND project_id = ${projectId} AND removed_at IS NOT NULL`;
/**
 * Copies the source's visibility to its documents, so that narrower visibility applies at once. The index follows with a job, which finds
 * the documents by their empty hash.
 */
export const writeVisibility = (projectId: ProjectId, id: KnowledgeSourceId): SQL[] => [
  sql`UPDATE knowledge_documents SET hash = '', (audience, assistant, locale) = (SELECT audience, assistant, locale FROM knowledge_sources WHERE id = ${id} AND project_id = ${projectId})
    WHERE project_id = ${projectId} AND source_id = ${id}`,
];
export interface StaleDocument {
  readonly id: KnowledgeDocumentId;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly content: string;
  readonly updatedAt: number;
}
/** Documents whose index entries are outdated, with their whole text. */
export const readStale = (projectId: ProjectId, sourceId: KnowledgeSourceId, limit: number): Query<StaleDocument[]> =>
  query(
    sql`SELECT ${columns({ d: "knowledge_documents" }, "d.id, d.key, d.title, d.url, d.updated_at")}, coalesce((SELECT group_concat(content, '') FROM (SELECT content FROM knowledge_chunks WHERE project_id = d.project_id AND document_id = d.id ORDER BY position)), '') ${as.text("content")}
      FROM knowledge_documents d INDEXED BY knowledge_documents_stale WHERE d.project_id = ${projectId} AND d.source_id = ${sourceId} AND d.hash = '' LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        key: row.key,
        title: row.title,
        url: row.url,
        content: row.content,
        updatedAt: row.updated_at,
      })),
  );
/** Condition: nobody else has written the document since; the rewrite keeps it true within its own batch. */
export const isSameDocument = (projectId: ProjectId, d: StaleDocument): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_documents WHERE id = ${d.id} AND project_id = ${projectId} AND updated_at = ${d.updatedAt})`;
export const readRemovingSources = (limit: number): Query<{ id: KnowledgeSourceId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("knowledge_sources", "id, project_id")} FROM knowledge_sources WHERE removing = 1 ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
