// What the audit log says about website previews.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const said =
  (of: (input: { site: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["site"] ? of({ site: detail["site"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  preview_grant: {
    screen: "settings-website-preview",
  },
};
const sentences: AuditSentences = {
  "preview_grant.created": said(m.website_preview_audit_created, m.website_preview_audit_created_one),
  "preview_grant.revoked": said(m.website_preview_audit_revoked, m.website_preview_audit_revoked_one),
};
export default sentences;
