// What the audit log says about code hosting.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  code_hosting: {
    screen: "settings-code-hosting",
  },
};
const sentences: AuditSentences = {
  "code_hosting.connected": said(m.code_hosting_audit_connected, m.code_hosting_audit_connected_one),
  "code_hosting.disconnected": said(m.code_hosting_audit_disconnected, m.code_hosting_audit_disconnected_one),
  "code_hosting.repository_added": said(m.code_hosting_audit_repository_added, m.code_hosting_audit_repository_added_one),
  "code_hosting.repository_removed": said(m.code_hosting_audit_repository_removed, m.code_hosting_audit_repository_removed_one),
  "code_hosting.webhook_secret": () => [m.code_hosting_audit_webhook_secret()],
  "code_hosting.webhook_removed": () => [m.code_hosting_audit_webhook_removed()],
  "code_hosting.webhook_created": said(m.code_hosting_audit_webhook_created, m.code_hosting_audit_webhook_created_one),
};
export default sentences;
