// What the audit log says about imported data.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";
import { outcomeText } from "./texts.ts";

const sentences: AuditSentences = {
  "import.reconciled": ({ detail }) => [
    detail["outcome"] ? m.legacy_import_audit({ outcome: outcomeText(detail["outcome"]) }) : m.legacy_import_audit_one(),
  ],
};
export default sentences;
