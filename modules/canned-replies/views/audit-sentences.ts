// What the audit log says about shared replies.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { title: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["title"] ? named({ title: detail["title"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  canned_replies: {
    screen: "settings-canned-replies",
    fields: {
      title: m.canned_field_title,
      shortcut: m.canned_field_shortcut,
      text: m.canned_field_text,
      files: m.projects_audit_files,
    },
  },
};
const sentences: AuditSentences = {
  "canned_replies.created": said(m.canned_replies_audit_created, m.canned_replies_audit_created_one),
  "canned_replies.changed": said(m.canned_replies_audit_changed, m.canned_replies_audit_changed_one),
  "canned_replies.deleted": said(m.canned_replies_audit_deleted, m.canned_replies_audit_deleted_one),
  "canned_replies.restored": said(m.canned_replies_audit_restored, m.canned_replies_audit_restored_one),
};
export default sentences;
