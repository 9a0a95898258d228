// What the audit log says about imports and exports of contacts.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** Entries of before a name was kept have none. */
const fileOf = ({ name = "" }: Readonly<Record<string, string>>) => ({ kind: name === "" ? "untitled" : "titled", name });
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  contacts: {
    screen: "contact-import",
    title: m.contact_import_title,
  },
};
const sentences: AuditSentences = {
  "contacts.import_started": ({ detail }) => [m.contact_import_audit_started(fileOf(detail))],
  "contacts.import_stopped": ({ detail }) => [m.contact_import_audit_stopped(fileOf(detail))],
  "contacts.import_resumed": ({ detail }) => [m.contact_import_audit_resumed(fileOf(detail))],
  "contacts.import_undone": ({ detail }) => [m.contact_import_audit_undone(fileOf(detail))],
  "contacts.export_started": () => [m.contact_import_audit_export_started()],
  "contacts.exported": ({ detail: { count = "0" } }) => [m.contact_import_audit_exported({ count: Number(count) })],
};
export default sentences;
