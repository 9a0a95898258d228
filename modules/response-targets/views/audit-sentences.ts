// What the audit log says about response-time targets.
import { lazy } from "react";
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  response_targets: {
    screen: "settings-targets",
    fields: {
      policies: { label: m.response_targets_title, Value: lazy(() => import("./audit-policies.tsx")) },
    },
  },
};
const sentences: AuditSentences = { "response_targets.changed": () => [m.response_targets_audit_changed()] };
export default sentences;
