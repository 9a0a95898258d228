// What the audit log says about models.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  ai: {
    screen: "settings-ai",
    fields: { reply: m.ai_purpose_reply, assist: m.ai_purpose_assist, context: m.ai_purpose_context },
  },
};
const sentences: AuditSentences = {
  "ai.models_changed": sentencesOfChanges(m.ai_audit_models, {
    reply: m.ai_audit_reply,
    assist: m.ai_audit_assist,
    context: m.ai_audit_context,
  }),
};
export default sentences;
