// What the audit log says about shared macros.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "macros.created": ({ detail }) => [m.macros_audit_created({ title: detail["title"] ?? "" })],
  "macros.changed": ({ detail }) => [m.macros_audit_changed({ title: detail["title"] ?? "" })],
  "macros.deleted": ({ detail }) => [m.macros_audit_deleted({ title: detail["title"] ?? "" })],
  "macros.restored": ({ detail }) => [m.macros_audit_restored({ title: detail["title"] ?? "" })],
};
export default sentences;
