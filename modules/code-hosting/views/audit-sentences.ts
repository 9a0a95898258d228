// What the audit log says about code hosting.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const named =
  (says: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail }) => [says({ name: detail["name"] ?? "" })];
const sentences: AuditSentences = {
  "code_hosting.connected": named(m.code_hosting_audit_connected),
  "code_hosting.disconnected": named(m.code_hosting_audit_disconnected),
  "code_hosting.repository_added": named(m.code_hosting_audit_repository_added),
  "code_hosting.repository_removed": named(m.code_hosting_audit_repository_removed),
};
export default sentences;
