// What the audit log says about the counts of issues.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "code_hosting.issue_counts": ({ detail }) => [
    detail["mode"] === "comment"
      ? m.issue_counts_audit_comment()
      : detail["mode"] === "label"
        ? m.issue_counts_audit_label()
        : m.issue_counts_audit_nothing(),
  ],
};
export default sentences;
