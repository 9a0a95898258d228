// What the audit log says about the image studio.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  image_studio: {
    screen: "image-studio",
    title: m.image_studio_audit_title,
    fields: {
      colors: m.image_studio_audit_colors,
      tone: m.image_studio_tone,
      keepDays: m.image_studio_keep_days,
    },
  },
};
const sentences: AuditSentences = {
  "image_studio.deleted": () => [m.image_studio_audit_deleted()],
  "image_studio.look_changed": () => [m.image_studio_audit_look()],
};
export default sentences;
