// What the audit log says about social cards.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  brand_images: {
    screen: "social-cards",
    title: m.brand_images_title,
    fields: {
      drawn: onOff(m.brand_images_draw),
      design: choice(m.brand_images_design, {
        color: m.brand_images_design_color,
        light: m.brand_images_design_light,
        dark: m.brand_images_design_dark,
      }),
      color: m.brand_images_own_color,
    },
  },
};
const sentences: AuditSentences = {
  "brand_images.uploaded": () => [m.brand_images_audit_uploaded()],
  "brand_images.removed": () => [m.brand_images_audit_removed()],
  "brand_images.settings": () => [m.brand_images_audit_settings()],
};
export default sentences;
