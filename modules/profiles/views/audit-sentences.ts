// What the audit log says about profiles.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  profiles: {
    screen: "settings-profiles",
  },
};
const sentences: AuditSentences = {
  "profiles.switched": ({ detail }) => [detail["on"] === "true" ? m.profiles_audit_on() : m.profiles_audit_off()],
  "profiles.deleted": () => [m.profiles_audit_deleted()],
};
export default sentences;
