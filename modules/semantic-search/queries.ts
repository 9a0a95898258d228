// All statements on vectors, except those that retrieval writes with a document (mark-vectors-due.ts).
import { as, columns, notNull, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { KnowledgeDocumentId, ProjectId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import { CANDIDATE, type Candidate, candidateOf, isVisible, type Scope } from "#modules/retrieval";
import type { SourceKind } from "#modules/retrieval/contract";

// --- the store -----------------------------------------------------------------

export interface StoreState {
  /** Length of a vector; null if unknown, or no longer known. */
  readonly dimension: number | null;
  readonly generation: number;
  readonly checkedAt: number;
  /** No request is made before this time. */
  readonly retryAt: number;
  readonly error: string | null;
}
export const NEW_STORE: StoreState = { dimension: null, generation: 0, checkedAt: 0, retryAt: 0, error: null };
export const readStore = (name: string): Query<StoreState> =>
  query(
    sql`SELECT ${columns("knowledge_vector_stores", "dimension, generation, checked_at, retry_at, error")} FROM knowledge_vector_stores WHERE name = ${name}`,
    ([row]) =>
      row === undefined
        ? NEW_STORE
        : {
            dimension: row.dimension,
            generation: row.generation,
            checkedAt: row.checked_at,
            retryAt: row.retry_at,
            error: row.error,
          },
  );
export const writeStore = (name: string, s: StoreState): SQL => sql`
  INSERT INTO knowledge_vector_stores (name, dimension, generation, checked_at, retry_at, error)
  VALUES (${name}, ${s.dimension}, ${s.generation}, ${s.checkedAt}, ${s.retryAt}, ${s.error})
  ON CONFLICT (name) DO UPDATE SET dimension = excluded.dimension, generation = excluded.generation, checked_at = excluded.checked_at,
    retry_at = excluded.retry_at, error = excluded.error`;

// --- work ----------------------------------------------------------------------

/** A document whose vectors are not up to date. */
export interface DueDocument {
  readonly documentId: KnowledgeDocumentId;
  readonly projectId: ProjectId;
  readonly revision: number;
  readonly place: string;
  readonly hash: string;
  readonly attempts: number;
  /** Null if the document was removed. */
  readonly document: {
    readonly hash: string;
    readonly title: string;
    readonly locale: string;
    readonly audience: Audience;
    readonly assistant: boolean;
    readonly kind: SourceKind;
    readonly chunks: number;
  } | null;
}
export const readDue = (now: number, limit: number): Query<DueDocument[]> =>
  query(
    sql`SELECT ${columns({ v: "knowledge_vectors", d: "knowledge_documents?", k: "knowledge_sources?" }, "v.document_id, v.project_id, v.revision, v.place, v.hash, v.attempts, d.hash AS d_hash, d.title, d.locale, d.audience, d.assistant, k.kind")},
        (SELECT count(*) FROM knowledge_chunks c WHERE c.project_id = d.project_id AND c.document_id = d.id) ${as.number("chunks")}
      FROM knowledge_vectors v LEFT JOIN knowledge_documents d ON d.id = v.document_id AND d.project_id = v.project_id
      LEFT JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id
      WHERE v.due_at <= ${now} ORDER BY v.due_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        documentId: row.document_id,
        projectId: row.project_id,
        revision: row.revision,
        place: row.place,
        hash: row.hash,
        attempts: row.attempts,
        document:
          row.d_hash === null || row.kind === null
            ? null
            : {
                hash: notNull(row.d_hash),
                title: notNull(row.title),
                locale: notNull(row.locale),
                audience: notNull(row.audience) as Audience,
                assistant: row.assistant === 1,
                kind: notNull(row.kind) as SourceKind,
                chunks: row.chunks,
              },
      })),
  );
/** Whether there is anything to do: a due document, a deleted project, or vectors that are not in `place`. */
export const readWork = (now: number, place: string): Query<boolean> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM knowledge_vectors WHERE due_at <= ${now}) OR EXISTS (SELECT 1 FROM knowledge_vector_ends WHERE due_at <= ${now})
      OR EXISTS (SELECT 1 FROM knowledge_vectors WHERE due_at IS NULL AND place < ${place})
      OR EXISTS (SELECT 1 FROM knowledge_vectors WHERE due_at IS NULL AND place > ${place}) ${as.number("work")}`,
    ([row]) => row !== undefined && row.work !== 0,
  );
/** Marks documents whose vectors are in another place than `place`: another model, another store, or a recreated collection. */
export const writeMisplacedDue = (place: string, now: number, limit: number): SQL => sql`
  UPDATE knowledge_vectors SET due_at = ${now}, attempts = 0, error = NULL WHERE document_id IN (
    SELECT document_id FROM (SELECT document_id FROM knowledge_vectors WHERE due_at IS NULL AND place < ${place} LIMIT ${limit})
    UNION ALL SELECT document_id FROM (SELECT document_id FROM knowledge_vectors WHERE due_at IS NULL AND place > ${place} LIMIT ${limit}))`;

export interface Chunk {
  readonly documentId: KnowledgeDocumentId;
  readonly position: number;
  readonly heading: string;
  readonly content: string;
}
export const readChunks = (documents: readonly DueDocument[]): Query<Chunk[]> =>
  query(
    sql`SELECT ${columns({ c: "knowledge_chunks" }, "c.document_id, c.position, c.heading, c.content")} FROM json_each(${JSON.stringify(
      documents.map(({ projectId, documentId }) => ({ projectId, documentId })),
    )}) j
      JOIN knowledge_chunks c ON c.project_id = j.value ->> 'projectId' AND c.document_id = j.value ->> 'documentId'
      ORDER BY c.document_id, c.position`,
    (rows) =>
      rows.map((row) => ({
        documentId: row.document_id,
        position: row.position,
        heading: row.heading,
        content: row.content,
      })),
  );

/** Those of the rows that have not changed since they were read. */
const unchangedRows = (rows: readonly DueDocument[]): SQL =>
  sql`document_id IN (SELECT x.document_id FROM json_each(${JSON.stringify(
    rows.map(({ documentId, revision }) => ({ documentId, revision })),
  )}) j JOIN knowledge_vectors x ON x.document_id = j.value ->> 'documentId' AND x.revision = j.value ->> 'revision')`;
/**
 * Notes that the store may contain vectors of these from now on, so that the row outlives a removal of the document. Skips rows that
 * changed meanwhile.
 */
export const writeBegun = (rows: readonly DueDocument[], place: string): SQL =>
  sql`UPDATE knowledge_vectors SET place = ${place}, hash = '' WHERE ${unchangedRows(rows)}`;
export const readBegun = (rows: readonly DueDocument[], place: string): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("knowledge_vectors", "document_id")} FROM knowledge_vectors WHERE ${unchangedRows(rows)} AND place = ${place}`,
    (found) => new Set(found.map((row) => row.document_id)),
  );
/** The vectors match this revision of the document. */
export const writeSettled = (rows: readonly DueDocument[], place: string): SQL => sql`
  UPDATE knowledge_vectors SET place = ${place}, due_at = NULL, attempts = 0, error = NULL,
    hash = coalesce((SELECT value ->> 'hash' FROM json_each(${JSON.stringify(rows.map((row) => ({ id: row.documentId, hash: row.document?.hash ?? "" })))}) WHERE value ->> 'id' = document_id), '')
  WHERE ${unchangedRows(rows)}`;
/** The store has confirmed that nothing of these is left. */
export const writeRemovalDone = (rows: readonly DueDocument[]): SQL =>
  sql`DELETE FROM knowledge_vectors WHERE ${unchangedRows(rows)} AND NOT EXISTS (SELECT 1 FROM knowledge_documents d WHERE d.id = document_id)`;
/** They are tried again later. */
export const writePostponed = (rows: readonly DueDocument[], until: number, error: string): SQL =>
  sql`UPDATE knowledge_vectors SET due_at = ${until}, attempts = attempts + 1, error = ${error} WHERE ${unchangedRows(rows)}`;

// --- deleted projects ------------------------------------------------------------

/** Marks the project's vectors for removal; part of the batch that deletes the project. */
export const writeProjectCleanup = (projectId: ProjectId, now: number, when: SQL): SQL => sql`
  INSERT INTO knowledge_vector_ends (project_id, due_at) SELECT ${projectId}, ${now}
  WHERE EXISTS (SELECT 1 FROM knowledge_vectors WHERE project_id = ${projectId}) AND ${when} ON CONFLICT (project_id) DO NOTHING`;
export const readProjectToClean = (now: number): Query<ProjectId | undefined> =>
  queryOne(
    sql`SELECT ${columns("knowledge_vector_ends", "project_id")} FROM knowledge_vector_ends WHERE due_at <= ${now} ORDER BY due_at LIMIT 1`,
    (row) => row.project_id,
  );
export const readPlaces = (projectId: ProjectId): Query<string[]> =>
  query(sql`SELECT DISTINCT ${columns("knowledge_vectors", "place")} FROM knowledge_vectors WHERE project_id = ${projectId}`, (rows) =>
    rows.map((row) => row.place),
  );
export const writeProjectGone = (projectId: ProjectId, limit: number): SQL[] => [
  sql`DELETE FROM knowledge_vectors WHERE document_id IN (SELECT document_id FROM knowledge_vectors WHERE project_id = ${projectId} LIMIT ${limit})`,
  sql`DELETE FROM knowledge_vector_ends WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM knowledge_vectors WHERE project_id = ${projectId})`,
];

// --- state and search ---------------------------------------------------------

/** Counting stops here. */
export const MOST_COUNTED = 1000;
export const readWaiting = (projectId: ProjectId): Query<{ waiting: number; failed: number; lastError: string | null }> =>
  query(
    sql`SELECT count(*) ${as.number("waiting")}, count(error) ${as.number("failed")}, max(error) ${as.textOrNull("last_error")} FROM
      (SELECT error FROM knowledge_vectors WHERE project_id = ${projectId} AND due_at IS NOT NULL LIMIT ${MOST_COUNTED})`,
    ([row]) => ({
      waiting: row === undefined ? 0 : row.waiting,
      failed: row === undefined ? 0 : row.failed,
      lastError: row === undefined ? null : row.last_error,
    }),
  );

/** Whether the project has any vectors. */
export const readAnySettled = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT 1 FROM knowledge_vectors WHERE project_id = ${projectId} AND due_at IS NULL LIMIT 1`, (rows) => rows.length > 0);
/** The chunks that the store returned, as they are now: only those within the scope whose text is still the embedded one. */
export const readNear = (
  scope: Scope,
  named: readonly { documentId: KnowledgeDocumentId; ordinal: number; hash: string; score: number }[],
): Query<{ piece: Candidate; score: number }[]> =>
  query(
    sql`SELECT ${CANDIDATE}, j.value ->> 'score' ${as.number("score")} FROM json_each(${JSON.stringify(named)}) j
      CROSS JOIN knowledge_documents d ON d.id = j.value ->> 'documentId' AND d.hash = j.value ->> 'hash' AND ${isVisible(scope)}
      CROSS JOIN knowledge_chunks c ON c.project_id = d.project_id AND c.document_id = d.id AND c.position = j.value ->> 'ordinal'
      CROSS JOIN knowledge_sources k ON k.id = d.source_id AND k.project_id = d.project_id AND k.removed_at IS NULL`,
    (rows) => rows.map((row) => ({ piece: candidateOf(row), score: row.score })),
  );
