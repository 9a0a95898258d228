// What the audit log says about grading.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  answer_grading: {
    screen: "answer-grading",
    title: m.answer_grading_title,
  },
};
const sentences: AuditSentences = {
  "answer_grading.judging_started": ({ detail: { model, raised } }) => [
    model === undefined ? m.answer_grading_audit_started() : m.answer_grading_audit_started_with({ model }),
    ...(raised === undefined ? [] : [m.answer_grading_audit_raised({ usd: raised })]),
  ],
  "answer_grading.judging_cancelled": () => [m.answer_grading_audit_cancelled()],
  "answer_grading.decided": () => [m.answer_grading_audit_decided()],
};
export default sentences;
