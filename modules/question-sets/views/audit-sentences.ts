// What the audit log says about question sets.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

const named =
  (said: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail: { name = "" } }) => [said({ name })];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  questions: {
    screen: "question-sets",
    title: m.question_sets_audit_title,
    fields: {
      useConversations: onOff(m.question_sets_consent_switch),
    },
  },
};
const sentences: AuditSentences = {
  "questions.set_created": named(m.question_sets_audit_created),
  "questions.set_archived": named(m.question_sets_audit_archived),
  "questions.settings_changed": () => [m.question_sets_audit_settings()],
};
export default sentences;
