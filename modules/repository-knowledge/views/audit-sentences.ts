// What the audit log says about knowledge from repositories.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  knowledge: {
    screen: "sources",
  },
};
const sentences: AuditSentences = {
  "knowledge.repository_narrowed": ({ detail }) => [m.repository_knowledge_audit_narrowed({ name: detail["name"] ?? "" })],
};
export default sentences;
