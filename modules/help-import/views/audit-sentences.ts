// What the audit log says about imports.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";
import type { Platform } from "../contract.ts";
import { PLATFORM_NAMES } from "./labels.ts";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  help: {
    screen: "articles",
  },
};
const sentences: AuditSentences = {
  "help.imports_opened": () => [m.help_import_audit_opened()],
  "help.imports_closed": () => [m.help_import_audit_closed()],
  "help.import_started": ({ detail: { platform = "", place = "", dry } }) => [
    m.help_import_audit_started({
      kind: dry === "true" ? "dry" : "real",
      platform: PLATFORM_NAMES[platform as Platform] ?? platform,
      place,
    }),
  ],
  "help.import_stopped": () => [m.help_import_audit_stopped()],
  "help.import_resumed": () => [m.help_import_audit_resumed()],
  "help.import_undone": () => [m.help_import_audit_undone()],
};
export default sentences;
