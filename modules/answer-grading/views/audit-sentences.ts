// What the audit log says about grading.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "answer_grading.judging_started": ({ detail: { model } }) => [
    model === undefined ? m.answer_grading_audit_started() : m.answer_grading_audit_started_with({ model }),
  ],
  "answer_grading.decided": () => [m.answer_grading_audit_decided()],
};
export default sentences;
