// What the audit log says about shared views of the inbox.
import { lazy } from "react";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice } from "#modules/projects/views";

const named =
  (said: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail: { name = "" } }) => [said({ name })];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  saved_views: {
    screen: "inbox",
    title: m.saved_views_audit_title,
    fields: {
      name: m.saved_views_name,
      kind: choice(m.saved_views_seen_by, { personal: m.saved_views_personal, shared: m.saved_views_shared }),
      icon: m.saved_views_icon_label,
      conditions: { label: m.saved_views_audit_conditions, Value: lazy(() => import("./audit-conditions.tsx")) },
      sort: m.saved_views_audit_sort,
    },
  },
};
const sentences: AuditSentences = {
  "saved_views.created": named(m.saved_views_audit_created),
  "saved_views.changed": named(m.saved_views_audit_changed),
  "saved_views.deleted": named(m.saved_views_audit_deleted),
  "saved_views.restored": named(m.saved_views_audit_restored),
  "saved_views.ordered": () => [m.saved_views_audit_ordered()],
};
export default sentences;
