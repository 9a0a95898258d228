// What the audit log says about website previews.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (of: (input: { site: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["site"] ? of({ site: detail["site"] }) : one()];
const sentences: AuditSentences = {
  "preview_grant.created": said(m.website_preview_audit_created, m.website_preview_audit_created_one),
  "preview_grant.revoked": said(m.website_preview_audit_revoked, m.website_preview_audit_revoked_one),
};
export default sentences;
