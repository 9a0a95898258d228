// What the audit log says about the counts of issues.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  code_hosting: {
    screen: "settings-code-hosting",
    fields: {
      mode: choice(m.issue_counts_title, { nothing: m.issue_counts_nothing, comment: m.issue_counts_comment, label: m.issue_counts_label }),
    },
  },
};
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
