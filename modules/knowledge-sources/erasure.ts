// Erasure step of knowledge sources: removes answers saved from the contact's conversations.
import type { KnowledgeItemId, KnowledgeSourceId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";
import { writeRemoveDocuments } from "#modules/retrieval";
import { documentKeysOf, readAnswersOf, writeForgetAnswers } from "./queries.ts";

export const answerStep = erasureStep<{ readonly id: KnowledgeItemId; readonly sourceId: KnowledgeSourceId }>({
  name: "knowledge-sources.answers",
  preview: async (_ctx, { projectId, contactId }) => ({
    knowledge: sql`SELECT 1 FROM knowledge_items WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  listKeys: ({ projectId, contactId }, _after, limit) => readAnswersOf(projectId, contactId, limit),
  clear: ({ projectId }, answers) => {
    const ids = answers.map(({ id }) => id);
    const sources = [...new Set(answers.map(({ sourceId }) => sourceId))];
    return [
      ...sources.flatMap((sourceId) =>
        writeRemoveDocuments(projectId, sourceId, documentKeysOf(ids), sql`1`).map((statement) => ({ statement })),
      ),
      { statement: writeForgetAnswers(projectId, ids), report: { kind: "knowledge" } },
    ];
  },
});
