// Statements on the index: pieces, words and what a project's index is made of. Terms carry the project's number, so that no
// project's words are walked for another.
import { col, onePart, type Part, part, type Row } from "#kernel/db/index.ts";
import type { KnowledgeDocumentId, KnowledgeSourceId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { SourceKind } from "./contract.ts";

import type { Audience } from "../words/contract.ts";
import { writeVectorsDue, writeVectorsGone } from "../semantic/due.ts";
import { type Entry, entriesOf } from "./entry.ts";

/** A project's pieces have the ids number * ROOM + n. Part of the text: a bound number is a REAL, which bounds no row number. */
const ROOM = sql`4294967296`;
/** Bytes of one bound value; the platform ends at 2 MB. */
const MOST = 600_000;

export interface NewDocument {
  /** Kept by the document for as long as its key stays. */
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

/** Begins the project's index. Idempotent. */
const writeIndex = (projectId: ProjectId, when: SQL): SQL => sql`
  INSERT INTO knowledge_indexes (project_id, next, chunks, title_words, heading_words, body_words)
  SELECT ${projectId}, 0, 0, 0, 0, 0 WHERE ${when} ON CONFLICT (project_id) DO NOTHING`;

/** Takes the pieces of documents out of the index. `documents` = a SELECT of document ids of the project. */
const writeRemoveChunks = (projectId: ProjectId, documents: SQL): SQL[] => [
  sql`DELETE FROM knowledge_words WHERE rowid IN (SELECT id FROM knowledge_chunks WHERE project_id = ${projectId} AND document_id IN (${documents}))`,
  sql`UPDATE knowledge_indexes SET (chunks, title_words, heading_words, body_words) = (
      SELECT knowledge_indexes.chunks - count(*), knowledge_indexes.title_words - coalesce(sum(c.title_words), 0),
        knowledge_indexes.heading_words - coalesce(sum(c.heading_words), 0), knowledge_indexes.body_words - coalesce(sum(c.body_words), 0)
      FROM knowledge_chunks c WHERE c.project_id = ${projectId} AND c.document_id IN (${documents}))
    WHERE project_id = ${projectId}`,
  sql`DELETE FROM knowledge_chunks WHERE project_id = ${projectId} AND document_id IN (${documents})`,
];

/** Replaces what the key held: document, pieces and index. `when` must hold, or not hold, for the whole batch. */
export function writeDocument(doc: NewDocument, when: SQL): SQL[] {
  const { projectId, sourceId, key } = doc;
  const entries = entriesOf(doc.title, doc.content, doc.locale);
  const sum = (of: (entry: Entry) => number): number => entries.reduce((all, entry) => all + of(entry), 0);
  const document = sql`SELECT id FROM knowledge_documents WHERE project_id = ${projectId} AND source_id = ${sourceId} AND key = ${key}`;
  // Only what writes the document decides; the rest follows it.
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
/** Parts of the entries that each fit into a bound value. */
function batchesOf(entries: readonly Entry[]): Placed[][] {
  const batches: Placed[][] = [];
  let room = 0;
  for (const [n, entry] of entries.entries()) {
    // Three bytes for a letter at most, and the JSON around it.
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
  const terms = JSON.stringify(batch.map(({ n, titleTerms, headingTerms, bodyTerms }) => ({ n, titleTerms, headingTerms, bodyTerms })));
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
/** The terms of a field with the project's number before each: `12xword`. */
const inProject = (field: "titleTerms" | "headingTerms" | "bodyTerms"): SQL =>
  sql`replace(p.value ->> ${field}, ' ', ' ' || i.number || 'x')`;
/** Who may find it, as terms of their own: by audience and locale, by audience, by kind, and whether the assistant may. */
const scopeOf = (): SQL =>
  sql`i.number || 'y' || d.audience || ' ' || i.number || 'y' || d.audience || lower(replace(d.locale, '-', '')) || 'z ' || i.number || 'yk' || k.kind || CASE WHEN d.assistant THEN ' ' || i.number || 'ya' ELSE '' END`;

/** Puts the words of pieces into the index anew, and notes that it has them. */
export function writeWords(pieces: readonly (Pick<Entry, "titleTerms" | "headingTerms" | "bodyTerms"> & { readonly id: number })[]): SQL[] {
  const terms = JSON.stringify(pieces.map(({ id, titleTerms, headingTerms, bodyTerms }) => ({ id, titleTerms, headingTerms, bodyTerms })));
  const ids = JSON.stringify(pieces.map(({ id }) => id));
  // A document that was written meanwhile has other pieces: these are gone, and so are their words.
  return [
    sql`DELETE FROM knowledge_words WHERE rowid IN (SELECT value FROM json_each(${ids}))`,
    sql`INSERT INTO knowledge_words (rowid, title, heading, body, scope)
      SELECT c.id, ${inProject("titleTerms")}, ${inProject("headingTerms")}, ${inProject("bodyTerms")}, ${scopeOf()}
      FROM json_each(${terms}) p CROSS JOIN knowledge_chunks c ON c.id = p.value ->> 'id' JOIN knowledge_indexes i ON i.project_id = c.project_id
      JOIN knowledge_documents d ON d.id = c.document_id AND d.project_id = c.project_id JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id`,
    sql`UPDATE knowledge_chunks SET epoch = (SELECT epoch FROM knowledge_index_state) WHERE id IN (SELECT value FROM json_each(${ids}))`,
  ];
}

/** Removes the documents of a source whose `key` fits the condition, with their pieces and words. */
export function writeRemoveDocuments(projectId: ProjectId, sourceId: KnowledgeSourceId, which: SQL, when: SQL): SQL[] {
  const documents = sql`SELECT id FROM knowledge_documents WHERE project_id = ${projectId} AND source_id = ${sourceId} AND (${which}) AND (${when})`;
  return [
    ...writeVectorsGone(projectId, documents),
    ...writeRemoveChunks(projectId, documents),
    sql`DELETE FROM knowledge_documents WHERE project_id = ${projectId} AND id IN (${documents})`,
  ];
}

/** The one source that holds the project's articles. Idempotent. */
export const writeArticlesSource = (projectId: ProjectId, id: KnowledgeSourceId, now: number): SQL => sql`
  INSERT INTO knowledge_sources (id, project_id, kind, name, audience, locale, assistant, created_by, client_id, created_at)
  VALUES (${id}, ${projectId}, 'articles', 'Articles', 'public', 'en', 1, 'system', ${id}, ${now}) ON CONFLICT DO NOTHING`;

/** What a project's index is made of. */
export interface Totals {
  readonly number: number;
  readonly chunks: number;
  readonly titleWords: number;
  readonly headingWords: number;
  readonly bodyWords: number;
}
export const readTotals = (projectId: ProjectId): Part<Totals | undefined> =>
  onePart(
    sql`SELECT number, chunks, title_words, heading_words, body_words FROM knowledge_indexes WHERE project_id = ${projectId}`,
    (row) => ({
      number: col.number(row, "number"),
      chunks: col.number(row, "chunks"),
      titleWords: col.number(row, "title_words"),
      headingWords: col.number(row, "heading_words"),
      bodyWords: col.number(row, "body_words"),
    }),
  );
/** In how many of the project's pieces each term stands. */
export const readFrequencies = (projectId: ProjectId, terms: readonly string[]): Part<ReadonlyMap<string, number>> =>
  part(
    sql`SELECT j.value AS term, t.doc AS pieces FROM knowledge_indexes i, json_each(${JSON.stringify(terms)}) j, knowledge_terms t
      WHERE i.project_id = ${projectId} AND t.term = i.number || 'x' || j.value`,
    (rows) => new Map(rows.map((row) => [col.text(row, "term"), col.number(row, "pieces")])),
  );
/** The same for words that are still being typed: of the terms that begin so, at most `limit`. */
export const readBeginnings = (projectId: ProjectId, beginning: string, limit: number): Part<number> =>
  part(
    sql`SELECT coalesce(sum(pieces), 0) AS pieces FROM (SELECT t.doc AS pieces FROM knowledge_indexes i, knowledge_terms t
      WHERE i.project_id = ${projectId} AND t.term >= i.number || 'x' || ${beginning} AND t.term < i.number || 'x' || ${`${beginning}\u{10ffff}`} LIMIT ${limit})`,
    (rows) => (rows[0] === undefined ? 0 : col.number(rows[0], "pieces")),
  );

/** A piece that may answer. */
export interface Candidate {
  readonly id: number;
  readonly documentId: KnowledgeDocumentId;
  readonly sourceId: KnowledgeSourceId;
  readonly kind: SourceKind;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly locale: string;
  readonly audience: Audience;
  readonly heading: string;
  readonly content: string;
  readonly updatedAt: number;
}
/** Who asks: what does not fit is never looked at. */
export interface Scope {
  readonly projectId: ProjectId;
  readonly audiences: readonly Audience[];
  /** Undefined = every locale. */
  readonly locales?: readonly string[] | undefined;
  readonly kinds?: readonly SourceKind[] | undefined;
  readonly onlyAssistant?: boolean | undefined;
}
/** One way to look: an expression of the index, and how many pieces are taken of it at most. */
export interface Look {
  readonly match: string;
  readonly limit: number;
}

/** The columns of a candidate: a piece `c` of a document `d` of a source `k`. */
export const CANDIDATE = sql`c.id, c.document_id, d.source_id, k.kind, d.key, d.title, d.url, d.locale, d.audience, c.heading, c.content, d.updated_at`;
export const candidateOf = (row: Row): Candidate => ({
  id: col.number(row, "id"),
  documentId: col.id<KnowledgeDocumentId>(row, "document_id"),
  sourceId: col.id<KnowledgeSourceId>(row, "source_id"),
  kind: col.text(row, "kind") as SourceKind,
  key: col.text(row, "key"),
  title: col.text(row, "title"),
  url: col.textOrNull(row, "url"),
  locale: col.text(row, "locale"),
  audience: col.text(row, "audience") as Audience,
  heading: col.text(row, "heading"),
  content: col.text(row, "content"),
  updatedAt: col.number(row, "updated_at"),
});

/** The pieces that any of the looks finds. The scope holds twice: in the index, and on the document as it is now. */
export const readCandidates = (scope: Scope, number: number, looks: readonly Look[]): Part<Candidate[]> => {
  const found = looks.map(
    ({ match, limit }) =>
      sql`SELECT id FROM (SELECT rowid AS id FROM knowledge_words WHERE knowledge_words MATCH ${match} AND rowid BETWEEN CAST(${number} AS INTEGER) * ${ROOM} AND CAST(${number} AS INTEGER) * ${ROOM} + ${ROOM} - 1 LIMIT ${limit})`,
  );
  return part(
    sql`SELECT ${CANDIDATE} FROM (${sql.join(found, sql` UNION `)}) f
      CROSS JOIN knowledge_chunks c ON c.id = f.id AND c.project_id = ${scope.projectId}
      CROSS JOIN knowledge_documents d ON d.id = c.document_id AND ${fits(scope)}
      CROSS JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id AND k.removed_at IS NULL`,
    (rows) => rows.map(candidateOf),
  );
};
const among = (column: SQL, values: readonly string[]): SQL => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Holds for a document (as `d`) that who asks may find. */
export const fits = ({ projectId, audiences, locales, kinds, onlyAssistant }: Scope): SQL =>
  sql.join(
    [
      sql`d.project_id = ${projectId}`,
      among(sql`d.audience`, audiences),
      ...(locales === undefined ? [] : [among(sql`d.locale`, locales)]),
      ...(kinds === undefined
        ? []
        : [among(sql`(SELECT kind FROM knowledge_sources WHERE id = d.source_id AND project_id = d.project_id)`, kinds)]),
      ...(onlyAssistant ? [sql`d.assistant = 1`] : []),
    ],
    sql` AND `,
  );
