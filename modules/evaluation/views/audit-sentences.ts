// What the audit log says about runs of the evaluation.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  evaluation: {
    screen: "evaluation",
    title: m.evaluation_tab,
  },
};
const sentences: AuditSentences = {
  "evaluation.run_started": ({ detail: { set, model, raised } }) => [
    set === undefined || model === undefined ? m.evaluation_audit_started_one() : m.evaluation_audit_started({ set, model }),
    ...(raised === undefined ? [] : [m.evaluation_audit_raised({ usd: raised })]),
  ],
  "evaluation.run_cancelled": ({ detail: { set } }) => [
    set === undefined ? m.evaluation_audit_cancelled_one() : m.evaluation_audit_cancelled({ set }),
  ],
};
export default sentences;
