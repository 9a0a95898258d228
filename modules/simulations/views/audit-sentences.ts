// What the audit log says about simulations.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "simulations.run_started": ({ detail: { model, customer, raised } }) => [
    model === undefined || customer === undefined ? m.simulations_audit_started_one() : m.simulations_audit_started({ model, customer }),
    ...(raised === undefined ? [] : [m.simulations_audit_raised({ usd: raised })]),
  ],
  "simulations.run_cancelled": () => [m.simulations_audit_cancelled()],
};
export default sentences;
