// What the audit log says about the image studio.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "image_studio.deleted": () => [m.image_studio_audit_deleted()],
};
export default sentences;
