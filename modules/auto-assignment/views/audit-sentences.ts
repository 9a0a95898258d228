// What the audit log says about automatic assignment.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  auto_assignment: {
    screen: "settings-assignment",
    fields: {
      mode: choice(m.auto_assignment_mode, {
        off: m.auto_assignment_off,
        turn: m.auto_assignment_turn,
        balanced: m.auto_assignment_balanced,
      }),
      cap: m.auto_assignment_cap,
      withinHours: onOff(m.auto_assignment_hours),
      leftOut: m.auto_assignment_left_out,
    },
  },
};
const sentences: AuditSentences = {
  "auto_assignment.changed": ({ detail }) => [
    detail["name"] ? m.auto_assignment_audit_changed_team({ team: detail["name"] }) : m.auto_assignment_audit_changed(),
  ],
};
export default sentences;
