// What the audit log says about models.
import { m } from "#messages";
import { type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

const sentences: AuditSentences = {
  "ai.models_changed": sentencesOfChanges(m.ai_audit_models, {
    reply: m.ai_audit_reply,
    assist: m.ai_audit_assist,
    context: m.ai_audit_context,
  }),
};
export default sentences;
