// Marks documents whose vectors have to be updated, in the batch that changes the documents. Done even without semantic search: once it is
// set up, all documents get vectors, and no removed document keeps any.
import type { ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";

/**
 * Marks documents whose vectors have to be created or changed. Must follow the statement that writes the documents, in the same batch.
 * `which`: a condition on `knowledge_documents`.
 */
export const writeVectorsDue = (projectId: ProjectId, which: SQL, now: number, when: SQL): SQL => sql`
  INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts)
  SELECT id, project_id, 1, '', '', ${now}, 0 FROM knowledge_documents WHERE project_id = ${projectId} AND (${which}) AND (${when})
  ON CONFLICT (document_id) DO UPDATE SET revision = revision + 1, due_at = ${now}, attempts = 0, error = NULL`;

/**
 * Marks documents whose vectors have to be removed. Must precede the statement that removes the documents, in the same batch. `documents`:
 * a SELECT of document ids of the project.
 */
export const writeVectorsGone = (projectId: ProjectId, documents: SQL): SQL[] => {
  // The plus sign makes the planner look rows up by document instead of scanning the project's.
  const these = sql`document_id IN (${documents}) AND +project_id = ${projectId}`;
  return [
    // Nothing of these was ever sent to the store.
    sql`DELETE FROM knowledge_vectors WHERE ${these} AND place = ''`,
    sql`UPDATE knowledge_vectors SET revision = revision + 1, due_at = 0, attempts = 0, error = NULL WHERE ${these}`,
  ];
};
