// What the audit log says about imports of conversations.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";
import type { Platform } from "../contract.ts";
import { PLATFORM_NAMES } from "./labels.ts";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  desk: {
    screen: "settings-desk-import",
  },
};
const sentences: AuditSentences = {
  "desk.imports_opened": () => [m.desk_import_audit_opened()],
  "desk.imports_closed": () => [m.desk_import_audit_closed()],
  "desk.import_started": ({ detail: { platform = "", place = "", dry } }) => [
    m.desk_import_audit_started({
      kind: dry === "true" ? "dry" : "real",
      platform: PLATFORM_NAMES[platform as Platform] ?? platform,
      place,
    }),
  ],
  "desk.import_stopped": () => [m.desk_import_audit_stopped()],
  "desk.import_resumed": () => [m.desk_import_audit_resumed()],
  "desk.import_undone": () => [m.desk_import_audit_undone()],
  "desk.export_deleted": () => [m.desk_import_audit_export_deleted()],
};
export default sentences;
