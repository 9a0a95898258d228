// What the audit log says about profiles.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "profiles.switched": ({ detail }) => [detail["on"] === "true" ? m.profiles_audit_on() : m.profiles_audit_off()],
  "profiles.deleted": () => [m.profiles_audit_deleted()],
};
export default sentences;
