// What the audit log says about shared macros.
import { lazy } from "react";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice } from "#modules/projects/views";

const said =
  (named: (input: { title: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["title"] ? named({ title: detail["title"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  macros: {
    screen: "settings-macros",
    fields: {
      title: m.macros_field_title,
      text: m.macros_field_text,
      kind: choice(m.macros_field_kind, { reply: m.macros_kind_reply, note: m.macros_kind_note }),
      steps: { label: m.macros_steps, Value: lazy(() => import("./audit-steps.tsx")) },
    },
  },
};
const sentences: AuditSentences = {
  "macros.created": said(m.macros_audit_created, m.macros_audit_created_one),
  "macros.changed": said(m.macros_audit_changed, m.macros_audit_changed_one),
  "macros.deleted": said(m.macros_audit_deleted, m.macros_audit_deleted_one),
  "macros.restored": said(m.macros_audit_restored, m.macros_audit_restored_one),
};
export default sentences;
