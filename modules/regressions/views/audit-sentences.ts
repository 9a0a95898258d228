// What the audit log says about regression runs.
import { m } from "#messages";
import { type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

const ofPlan = sentencesOfChanges(m.regressions_audit_plan, {
  set: ({ to }) => m.regressions_audit_set({ to }),
  schedule: ({ to }) => m.regressions_audit_schedule({ to }),
  weekday: ({ to }) => m.regressions_audit_weekday({ to }),
  hour: ({ to }) => m.regressions_audit_hour({ to }),
  timeZone: ({ to }) => m.regressions_audit_zone({ to }),
  onKnowledge: ({ to }) => m.regressions_audit_knowledge({ to }),
  gapHours: ({ to }) => m.regressions_audit_gap({ to }),
  runBudgetUsd: ({ to }) => m.regressions_audit_run_budget({ to }),
  monthBudgetUsd: ({ to }) => m.regressions_audit_month_budget({ to }),
});
type Entry = Parameters<AuditSentences[string]>[0];
const valueOf = ({ changes }: Entry, field: string): string => changes.find((one) => one.field === field)?.to ?? "";
const sentences: AuditSentences = {
  "regressions.plan_saved": (entry) => [m.regressions_audit_plan(), ...ofPlan(entry)],
  "regressions.accepted": (entry) => {
    const set = valueOf(entry, "set");
    return [set === "" ? m.regressions_audit_accepted_one() : m.regressions_audit_accepted({ set })];
  },
  "regressions.dismissed": (entry) => {
    const [set, reason] = [valueOf(entry, "set"), valueOf(entry, "reason")];
    return [set === "" || reason === "" ? m.regressions_audit_dismissed_one() : m.regressions_audit_dismissed({ set, reason })];
  },
};
export default sentences;
