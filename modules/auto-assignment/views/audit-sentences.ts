// What the audit log says about automatic assignment.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "auto_assignment.changed": ({ detail }) => [
    detail["name"] ? m.auto_assignment_audit_changed_team({ team: detail["name"] }) : m.auto_assignment_audit_changed(),
  ],
};
export default sentences;
