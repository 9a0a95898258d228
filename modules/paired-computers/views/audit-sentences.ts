// What the audit log says about paired computers.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const nameOf = (detail: Readonly<Record<string, string>>): string => detail["name"] ?? m.paired_computers_audit_nameless();
const countOf = (detail: Readonly<Record<string, string>>): number => Number(detail["devices"] ?? 0);
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  device: {
    screen: "settings-paired-computers",
  },
};
const sentences: AuditSentences = {
  "device.paired": ({ detail }) => [
    detail["grant"] === "new"
      ? m.paired_computers_audit_paired_new({ name: nameOf(detail) })
      : detail["grant"] === undefined
        ? m.paired_computers_audit_paired({ name: nameOf(detail) })
        : m.paired_computers_audit_paired_added({ name: nameOf(detail) }),
  ],
  "device.revoked": ({ detail }) => [m.paired_computers_audit_revoked({ name: nameOf(detail), count: countOf(detail) })],
  "device.grant_revoked": ({ detail }) => [m.paired_computers_audit_grant_revoked({ count: countOf(detail) })],
  "device.unpaired": ({ detail }) => [m.paired_computers_audit_unpaired({ name: nameOf(detail) })],
  "device.token_reused": ({ detail }) => [m.paired_computers_audit_token_reused({ name: nameOf(detail) })],
};
export default sentences;
