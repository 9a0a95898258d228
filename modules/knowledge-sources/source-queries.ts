// Statements on sources. Retrieval writes the documents themselves.
import { isoOrNull, iso } from "#kernel/clock/index.ts";
import { col, queryOne, type Query, query, type Row } from "#kernel/db/index.ts";
import type { AccountId, KnowledgeDocumentId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Audience } from "#modules/retrieval/contract";
import { MAX_DOCUMENTS, MAX_SOURCES, type Source, type WebsiteInput } from "./contract.ts";
import type { SourceKind } from "#modules/retrieval/contract";
import { CRAWL_COLUMNS, crawlOf } from "./website/queries.ts";

const countOf = (state: string): SQL =>
  sql`(SELECT count(*) FROM knowledge_items i WHERE i.project_id = s.project_id AND i.source_id = s.id AND i.state = ${state})`;
const SELECT_SOURCE = sql`
  SELECT s.id, s.kind, s.name, s.audience, s.assistant, s.locale, s.created_at AS made_at, s.synced_at,
    (SELECT count(*) FROM knowledge_documents d WHERE d.project_id = s.project_id AND d.source_id = s.id) AS documents,
    ${countOf("draft")} AS drafts, ${countOf("waiting")} AS waiting, ${countOf("failed")} AS broken,
    w.way AS w_way, w.addresses, w.include, w.exclude, w.max_pages, w.schedule, w.next_at, ${CRAWL_COLUMNS}
  FROM knowledge_sources s LEFT JOIN knowledge_websites w ON w.project_id = s.project_id AND w.source_id = s.id
    LEFT JOIN knowledge_crawls c ON c.id = (SELECT id FROM knowledge_crawls WHERE project_id = s.project_id AND source_id = s.id ORDER BY id DESC LIMIT 1)`;
const sourceOf = (row: Row): Source => ({
  id: col.id<KnowledgeSourceId>(row, "id"),
  kind: col.id<SourceKind>(row, "kind"),
  name: col.text(row, "name"),
  audience: col.id<Audience>(row, "audience"),
  assistant: col.truth(row, "assistant"),
  locale: col.text(row, "locale"),
  createdAt: iso(col.number(row, "made_at")),
  syncedAt: isoOrNull(col.numberOrNull(row, "synced_at")),
  documents: col.number(row, "documents"),
  drafts: col.number(row, "drafts"),
  waiting: col.number(row, "waiting"),
  failed: col.number(row, "broken"),
  website: row["w_way"] === null ? null : { ...websiteOf(row), nextAt: isoOrNull(col.numberOrNull(row, "next_at")) },
  run: row["c_id"] === null ? null : crawlOf(row),
});
const websiteOf = (row: Row): WebsiteInput => ({
  way: col.id<WebsiteInput["way"]>(row, "w_way"),
  addresses: col.json<string[]>(row, "addresses"),
  include: col.json<string[]>(row, "include"),
  exclude: col.json<string[]>(row, "exclude"),
  maxPages: col.number(row, "max_pages"),
  schedule: col.id<WebsiteInput["schedule"]>(row, "schedule"),
});

export const readSources = (projectId: ProjectId): Query<Source[]> =>
  query(
    sql`${SELECT_SOURCE} WHERE s.project_id = ${projectId} AND s.removed_at IS NULL ORDER BY s.created_at, s.id LIMIT ${MAX_SOURCES + 1}`,
    (rows) => rows.map(sourceOf),
  );
export const readSource = (projectId: ProjectId, id: KnowledgeSourceId): Query<Source | undefined> =>
  queryOne(sql`${SELECT_SOURCE} WHERE s.project_id = ${projectId} AND s.id = ${id} AND s.removed_at IS NULL`, sourceOf);
export const readSourceMade = (projectId: ProjectId, clientId: string): Query<Source | undefined> =>
  queryOne(sql`${SELECT_SOURCE} WHERE s.project_id = ${projectId} AND s.client_id = ${clientId} AND s.removed_at IS NULL`, sourceOf);

/** Of an expression of a JSON list: what it holds, and English where it holds nothing. */
export const readLanguages = (list: SQL): Query<string[]> =>
  query(sql`SELECT ${list} AS list`, ([row]) => (row === undefined || row["list"] === null ? ["en"] : col.json<string[]>(row, "list")));

/** What documents take from their source. */
export interface Visibility {
  readonly id: KnowledgeSourceId;
  readonly kind: SourceKind;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly locale: string;
}
const visibilityOf = (row: Row): Visibility => ({
  id: col.id<KnowledgeSourceId>(row, "id"),
  kind: col.id<SourceKind>(row, "kind"),
  audience: col.id<Audience>(row, "audience"),
  assistant: col.truth(row, "assistant"),
  locale: col.text(row, "locale"),
});
export const readVisibility = (projectId: ProjectId, id: KnowledgeSourceId | SQL): Query<Visibility | undefined> =>
  queryOne(
    sql`SELECT id, kind, audience, assistant, locale FROM knowledge_sources WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NULL`,
    visibilityOf,
  );
/** Holds while the source is as it was read: documents never get the reach of an earlier setting. */
export const isUnchanged = (projectId: ProjectId, s: Visibility): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_sources WHERE id = ${s.id} AND project_id = ${projectId} AND removed_at IS NULL AND audience = ${s.audience} AND assistant = ${s.assistant ? 1 : 0} AND locale = ${s.locale})`;
export const hasRoom = (projectId: ProjectId, more = 1): SQL =>
  sql`(SELECT count(*) FROM knowledge_documents WHERE project_id = ${projectId}) <= ${MAX_DOCUMENTS - more}`;
export const readDocumentCount = (projectId: ProjectId): Query<number | undefined> =>
  queryOne(sql`SELECT count(*) AS n FROM knowledge_documents WHERE project_id = ${projectId}`, (row) => col.number(row, "n"));

export interface NewSource extends Visibility {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly createdBy: AccountId | string;
  readonly clientId: string;
  readonly now: number;
}
export const writeSource = (s: NewSource, when: SQL = sql`1`): SQL => sql`
  INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at)
  SELECT ${s.id}, ${s.projectId}, ${s.kind}, ${s.name}, ${s.audience}, ${s.locale}, ${s.assistant ? 1 : 0}, ${s.createdBy}, ${s.clientId}, ${s.now}
  WHERE ${when} AND (SELECT count(*) FROM knowledge_sources WHERE project_id = ${s.projectId} AND removed_at IS NULL) < ${MAX_SOURCES} ON CONFLICT DO NOTHING`;
/** The project's oldest source of chosen answers in a language, as an expression of its id; null = there is none. */
export const oldestAnswers = (projectId: ProjectId, locale: string): SQL =>
  sql`(SELECT id FROM knowledge_sources WHERE project_id = ${projectId} AND kind = 'answers' AND locale = ${locale} AND removed_at IS NULL ORDER BY created_at, id LIMIT 1)`;
export const sourceExists = (projectId: ProjectId, id: KnowledgeSourceId): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_sources WHERE id = ${id} AND project_id = ${projectId} AND removed_at IS NULL)`;
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
/** The documents of a source follow it: what may no longer be read is not found from then on. The index follows by a job, which finds
 *  them by their empty hash. */
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
/** Documents that the index does not know as they are, with their whole text. */
export const readStale = (projectId: ProjectId, sourceId: KnowledgeSourceId, limit: number): Query<StaleDocument[]> =>
  query(
    sql`SELECT d.id, d.key, d.title, d.url, d.updated_at, coalesce((SELECT group_concat(content, '') FROM (SELECT content FROM knowledge_chunks WHERE project_id = d.project_id AND document_id = d.id ORDER BY position)), '') AS content
      FROM knowledge_documents d INDEXED BY knowledge_documents_stale WHERE d.project_id = ${projectId} AND d.source_id = ${sourceId} AND d.hash = '' LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: col.id<KnowledgeDocumentId>(row, "id"),
        key: col.text(row, "key"),
        title: col.text(row, "title"),
        url: col.textOrNull(row, "url"),
        content: col.text(row, "content"),
        updatedAt: col.number(row, "updated_at"),
      })),
  );
/** Holds while nobody else has written the document, before and after it is written anew at the same time. */
export const isSameDocument = (projectId: ProjectId, d: StaleDocument): SQL =>
  sql`EXISTS (SELECT 1 FROM knowledge_documents WHERE id = ${d.id} AND project_id = ${projectId} AND updated_at = ${d.updatedAt})`;
export const readRemovingSources = (limit: number): Query<{ id: KnowledgeSourceId; projectId: ProjectId }[]> =>
  query(sql`SELECT id, project_id FROM knowledge_sources WHERE removing = 1 ORDER BY id LIMIT ${limit}`, (rows) =>
    rows.map((row) => ({ id: col.id<KnowledgeSourceId>(row, "id"), projectId: col.id<ProjectId>(row, "project_id") })),
  );
