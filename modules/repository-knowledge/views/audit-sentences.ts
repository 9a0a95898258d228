// What the audit log says about knowledge from repositories.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "knowledge.repository_narrowed": ({ detail }) => [m.repository_knowledge_audit_narrowed({ name: detail["name"] ?? "" })],
};
export default sentences;
