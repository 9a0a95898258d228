// What the audit log says about imports and exports of contacts.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "contacts.import_started": ({ detail: { name = "" } }) => [m.contact_import_audit_started({ name })],
  "contacts.import_stopped": ({ detail: { name = "" } }) => [m.contact_import_audit_stopped({ name })],
  "contacts.import_resumed": ({ detail: { name = "" } }) => [m.contact_import_audit_resumed({ name })],
  "contacts.import_undone": ({ detail: { name = "" } }) => [m.contact_import_audit_undone({ name })],
  "contacts.export_started": () => [m.contact_import_audit_export_started()],
  "contacts.exported": ({ detail: { count = "0" } }) => [m.contact_import_audit_exported({ count: Number(count) })],
};
export default sentences;
