// Writes and removes documents with their chunks and index terms. Terms contain the project's number, so a search never scans another
// project's words.
import type { KnowledgeDocumentId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { Audience } from "../contract.ts";
import { writeVectorsDue, writeVectorsGone } from "./mark-vectors-due.ts";
import { type Entry, entriesOf } from "./entry.ts";
import { writeCountRemoval } from "./merge-queries.ts";

/**
 * A project's chunks have the ids number * ROOM + n. Written into the SQL text: a bound number would be a REAL, which cannot limit row ids.
 */
export const ROOM = sql`4294967296`;
/** Bytes of one bound value; the platform's limit is 2 MB. */
const MOST = 600_000;

export interface NewDocument {
  /** Kept by the document for as long as its key exists. */
  readonly id: KnowledgeDocumentId;
  readonly projectId: ProjectId;
  readonly sourceId: KnowledgeSourceId;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly locale: string;
  readonly audience: Audience;
  /** Whether the assistant may use it. */
  readonly assistant: boolean;
  /** Markdown, at most 200,000 characters. */
  readonly content: string;
  readonly hash: string;
  readonly now: number;
}

/** Creates the project's index. Idempotent. */
const writeIndex = (projectId: ProjectId, when: SQL): SQL => sql`
  INSERT INTO knowledge_indexes (project_id, next, chunks, title_words, heading_words, body_words)
  SELECT ${projectId}, 0, 0, 0, 0, 0 WHERE ${when} ON CONFLICT (project_id) DO NOTHING`;

/** Expression: a text that is another one after every change of what is found in the project's documents. Empty without any. */
export const knowledgeMark = (projectId: ProjectId | SQL): SQL =>
  sql`coalesce((SELECT k.next || '.' || k.chunks || '.' || k.title_words || '.' || k.heading_words || '.' || k.body_words FROM knowledge_indexes k WHERE k.project_id = ${projectId}), '')`;

/** Removes the chunks of documents from the index. `documents`: a SELECT of document ids of the project. */
const writeRemoveChunks = (projectId: ProjectId, documents: SQL): SQL[] => [
  sql`DELETE FROM knowledge_words WHERE rowid IN (SELECT id FROM knowledge_chunks WHERE project_id = ${projectId} AND document_id IN (${documents}))`,
  sql`UPDATE knowledge_indexes SET (chunks, title_words, heading_words, body_words) = (
      SELECT knowledge_indexes.chunks - count(*), knowledge_indexes.title_words - coalesce(sum(c.title_words), 0),
        knowledge_indexes.heading_words - coalesce(sum(c.heading_words), 0), knowledge_indexes.body_words - coalesce(sum(c.body_words), 0)
      FROM knowledge_chunks c WHERE c.project_id = ${projectId} AND c.document_id IN (${documents}))
    WHERE project_id = ${projectId}`,
  sql`DELETE FROM knowledge_chunks WHERE project_id = ${projectId} AND document_id IN (${documents})`,
];

/** Replaces document, chunks and index entries of the key. `when` must not change within the batch. */
export function writeDocument(doc: NewDocument, when: SQL): SQL[] {
  const { projectId, sourceId, key } = doc;
  const entries = entriesOf(doc.title, doc.content, doc.locale);
  const sum = (of: (entry: Entry) => number): number => entries.reduce((all, entry) => all + of(entry), 0);
  const document = sql`SELECT id FROM knowledge_documents WHERE project_id = ${projectId} AND source_id = ${sourceId} AND key = ${key}`;
  // Only the statement that writes the document checks `when`; the others depend on it.
  return [
    writeIndex(projectId, when),
    ...writeRemoveChunks(projectId, sql`${document} AND (${when})`),
    sql`INSERT INTO knowledge_documents (id, project_id, source_id, key, title, url, locale, audience, assistant, hash, updated_at)
      SELECT ${doc.id}, ${projectId}, ${sourceId}, ${key}, ${doc.title}, ${doc.url}, ${doc.locale}, ${doc.audience}, ${doc.assistant ? 1 : 0}, ${doc.hash}, ${doc.now} WHERE ${when}
      ON CONFLICT (project_id, source_id, key) DO UPDATE SET title = excluded.title, url = excluded.url, locale = excluded.locale,
        audience = excluded.audience, assistant = excluded.assistant, hash = excluded.hash, updated_at = excluded.updated_at`,
    writeVectorsDue(projectId, sql`source_id = ${sourceId} AND key = ${key}`, doc.now, when),
    sql`UPDATE knowledge_indexes SET next = next + ${entries.length}, chunks = chunks + ${entries.length}, title_words = title_words + ${sum((e) => e.titleWords)},
      heading_words = heading_words + ${sum((e) => e.headingWords)}, body_words = body_words + ${sum((e) => e.bodyWords)}
      WHERE project_id = ${projectId} AND (${when})`,
    ...batchesOf(entries).flatMap((batch) => writeEntries(projectId, document, batch, entries.length, when)),
  ];
}

interface Placed extends Entry {
  readonly n: number;
}
/** Splits the entries so that each part fits into a bound value. */
function batchesOf(entries: readonly Entry[]): Placed[][] {
  const batches: Placed[][] = [];
  let room = 0;
  for (const [n, entry] of entries.entries()) {
    // At most three bytes per character, plus the JSON syntax.
    const size = 3 * (entry.content.length + entry.bodyTerms.length + entry.titleTerms.length + 2 * entry.headingTerms.length) + 300;
    if (size > room || batches.length === 0) {
      batches.push([]);
      room = MOST;
    }
    batches.at(-1)?.push({ ...entry, n });
    room -= size;
  }
  return batches;
}
function writeEntries(projectId: ProjectId, document: SQL, batch: readonly Placed[], count: number, when: SQL): SQL[] {
  const pieces = JSON.stringify(
    batch.map(({ n, heading, content, titleWords, headingWords, bodyWords }) => ({
      n,
      heading,
      content,
      titleWords,
      headingWords,
      bodyWords,
    })),
  );
  const terms = JSON.stringify(
    batch.map(({ n, language, titleTerms, headingTerms, bodyTerms }) => ({ n, language, titleTerms, headingTerms, bodyTerms })),
  );
  const id = sql`i.number * ${ROOM} + i.next - ${count} + (p.value ->> 'n')`;
  return [
    sql`INSERT INTO knowledge_chunks (id, project_id, document_id, position, heading, content, title_words, heading_words, body_words, epoch)
      SELECT ${id}, ${projectId}, d.id, p.value ->> 'n', p.value ->> 'heading', p.value ->> 'content', p.value ->> 'titleWords', p.value ->> 'headingWords', p.value ->> 'bodyWords', s.epoch
      FROM json_each(${pieces}) p, knowledge_indexes i, (${document}) d, knowledge_index_state s WHERE i.project_id = ${projectId} AND (${when})`,
    sql`INSERT INTO knowledge_words (rowid, title, heading, body, scope)
      SELECT ${id}, ${inProject("titleTerms")}, ${inProject("headingTerms")}, ${inProject("bodyTerms")}, ${scopeOf()}
      FROM json_each(${terms}) p, knowledge_indexes i, knowledge_documents d JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id
      WHERE i.project_id = ${projectId} AND d.id = (${document}) AND (${when})`,
  ];
}
/** The terms of a field with the project's number prepended: `12xword`. */
const inProject = (field: "titleTerms" | "headingTerms" | "bodyTerms"): SQL =>
  sql`replace(p.value ->> ${field}, ' ', ' ' || i.number || 'x')`;
/** The scope as terms: audience with locale, audience, kind, the language whose rules apply, and whether the assistant may use it. */
const scopeOf = (): SQL =>
  sql`i.number || 'y' || d.audience || ' ' || i.number || 'y' || d.audience || lower(replace(d.locale, '-', '')) || 'z ' || i.number || 'yk' || k.kind || ' ' || i.number || 'yl' || (p.value ->> 'language') || CASE WHEN d.assistant THEN ' ' || i.number || 'ya' ELSE '' END`;

/** Indexes the words of chunks again, and notes that it has done so. */
export function writeWords(
  pieces: readonly (Pick<Entry, "language" | "titleTerms" | "headingTerms" | "bodyTerms"> & { readonly id: number })[],
): SQL[] {
  const terms = JSON.stringify(
    pieces.map(({ id, language, titleTerms, headingTerms, bodyTerms }) => ({ id, language, titleTerms, headingTerms, bodyTerms })),
  );
  const ids = JSON.stringify(pieces.map(({ id }) => id));
  // A document that was written in the meantime has other chunks; these no longer exist.
  return [
    sql`DELETE FROM knowledge_words WHERE rowid IN (SELECT value FROM json_each(${ids}))`,
    sql`INSERT INTO knowledge_words (rowid, title, heading, body, scope)
      SELECT c.id, ${inProject("titleTerms")}, ${inProject("headingTerms")}, ${inProject("bodyTerms")}, ${scopeOf()}
      FROM json_each(${terms}) p CROSS JOIN knowledge_chunks c ON c.id = p.value ->> 'id' JOIN knowledge_indexes i ON i.project_id = c.project_id
      JOIN knowledge_documents d ON d.id = c.document_id AND d.project_id = c.project_id JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id`,
    sql`UPDATE knowledge_chunks SET epoch = (SELECT epoch FROM knowledge_index_state) WHERE id IN (SELECT value FROM json_each(${ids}))`,
  ];
}

/** Removes the documents of a source whose `key` fulfils the condition, with their chunks and index entries. */
export function writeRemoveDocuments(projectId: ProjectId, sourceId: KnowledgeSourceId, which: SQL, when: SQL): SQL[] {
  const documents = sql`SELECT id FROM knowledge_documents WHERE project_id = ${projectId} AND source_id = ${sourceId} AND (${which}) AND (${when})`;
  return [
    writeCountRemoval(documents),
    ...writeVectorsGone(projectId, documents),
    ...writeRemoveChunks(projectId, documents),
    sql`DELETE FROM knowledge_documents WHERE project_id = ${projectId} AND id IN (${documents})`,
  ];
}

/** The source that contains the project's articles. Idempotent. */
export const writeArticlesSource = (projectId: ProjectId, id: KnowledgeSourceId, now: number): SQL => sql`
  INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at)
  VALUES (${id}, ${projectId}, 'articles', 'Articles', 'public', 'en', 1, 'system', ${id}, ${now}) ON CONFLICT DO NOTHING`;
