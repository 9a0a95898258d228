// What the audit log says about the widget's images.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const nameOf = (use: unknown): string => (use === "launcher" ? m.widget_images_audit_launcher() : m.widget_images_audit_assistant());
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  widget_images: {
    screen: "settings-look",
    title: m.widget_images_audit_title,
  },
};
const sentences: AuditSentences = {
  "widget_images.stored": ({ detail }) => [m.widget_images_audit_stored({ image: nameOf(detail["use"]) })],
  "widget_images.removed": ({ detail }) => [m.widget_images_audit_removed({ image: nameOf(detail["use"]) })],
};
export default sentences;
