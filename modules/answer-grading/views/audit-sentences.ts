// What the audit log says about grading.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "answer_grading.judging_started": ({ detail: { model, raised } }) => [
    model === undefined ? m.answer_grading_audit_started() : m.answer_grading_audit_started_with({ model }),
    ...(raised === undefined ? [] : [m.answer_grading_audit_raised({ usd: raised })]),
  ],
  "answer_grading.judging_cancelled": () => [m.answer_grading_audit_cancelled()],
  "answer_grading.decided": () => [m.answer_grading_audit_decided()],
};
export default sentences;
