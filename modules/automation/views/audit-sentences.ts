// What the audit log says about automation rules.
import { lazy } from "react";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  automation: {
    screen: "settings-automation",
    fields: {
      name: m.automation_field_name,
      enabled: onOff(m.projects_audit_switched_on),
      rule: { label: m.automation_log_of, Value: lazy(() => import("./audit-rule.tsx")) },
    },
  },
};
const sentences: AuditSentences = {
  "automation.created": said(m.automation_audit_created, m.automation_audit_created_one),
  "automation.changed": said(m.automation_audit_changed, m.automation_audit_changed_one),
  "automation.deleted": said(m.automation_audit_deleted, m.automation_audit_deleted_one),
  "automation.ordered": () => [m.automation_audit_ordered()],
};
export default sentences;
