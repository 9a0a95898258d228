// Marks documents whose vectors have to be updated, in the batch that changes the documents. Done whether or not search by meaning is set
// up: once it is, all documents get vectors, and nothing that was removed keeps one.
import type { ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";

/**
 * The documents' vectors have to be made or changed: stands in the batch that writes documents, behind the statement that wrote
 * them. `which` = a condition on `knowledge_documents`.
 */
export const writeVectorsDue = (projectId: ProjectId, which: SQL, now: number, when: SQL): SQL => sql`
  INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts)
  SELECT id, project_id, 1, '', '', ${now}, 0 FROM knowledge_documents WHERE project_id = ${projectId} AND (${which}) AND (${when})
  ON CONFLICT (document_id) DO UPDATE SET revision = revision + 1, due_at = ${now}, attempts = 0, error = NULL`;

/**
 * The documents' vectors have to go, before anything new is made: stands in the batch that removes documents, before the statement
 * that removes them. `documents` = a SELECT of document ids of the project.
 */
export const writeVectorsGone = (projectId: ProjectId, documents: SQL): SQL[] => {
  // By the documents: with the plus the project's other rows are not walked.
  const these = sql`document_id IN (${documents}) AND +project_id = ${projectId}`;
  return [
    // Nothing was ever given away of these.
    sql`DELETE FROM knowledge_vectors WHERE ${these} AND place = ''`,
    sql`UPDATE knowledge_vectors SET revision = revision + 1, due_at = 0, attempts = 0, error = NULL WHERE ${these}`,
  ];
};
