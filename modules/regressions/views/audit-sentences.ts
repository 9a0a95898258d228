// What the audit log says about regression runs.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff, sentencesOfChanges } from "#modules/projects/views";

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
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  regressions: {
    screen: "regressions",
    title: m.regressions_tab,
    fields: {
      set: m.regressions_set,
      reason: m.regressions_reason,
      schedule: m.regressions_schedule,
      weekday: m.regressions_weekday,
      hour: m.regressions_hour,
      timeZone: m.regressions_zone,
      onKnowledge: onOff(m.regressions_on_knowledge),
      gap: m.regressions_gap,
      runBudgetUsd: m.regressions_run_budget,
      monthBudgetUsd: m.regressions_month_budget,
    },
  },
};
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
