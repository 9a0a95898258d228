// What the audit log says about the assistant.
import { m } from "#messages";
import { type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

const sentences: AuditSentences = {
  "assistant.changed": sentencesOfChanges(m.assistant_audit_changed, {
    enabled: ({ to }) => m.assistant_audit_enabled({ to }),
    version: ({ to }) => m.assistant_audit_version({ version: to }),
  }),
};
export default sentences;
