// What the audit log says about social cards.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "brand_images.uploaded": () => [m.brand_images_audit_uploaded()],
  "brand_images.removed": () => [m.brand_images_audit_removed()],
  "brand_images.settings": () => [m.brand_images_audit_settings()],
};
export default sentences;
