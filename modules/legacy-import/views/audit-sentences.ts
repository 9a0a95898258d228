// What the audit log says about imported data.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";
import { outcomeText } from "./texts.ts";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  import: {
    screen: "settings-imported-data",
  },
};
const sentences: AuditSentences = {
  "import.reconciled": ({ detail }) => [
    detail["outcome"] ? m.legacy_import_audit({ outcome: outcomeText(detail["outcome"]) }) : m.legacy_import_audit_one(),
  ],
};
export default sentences;
