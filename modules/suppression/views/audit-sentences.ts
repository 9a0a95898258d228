// What the audit log says about suppressed addresses and the sender's identity.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  suppression: {
    screen: "settings-suppressions",
  },
  outreach_identity: {
    screen: "settings-outreach-identity",
    fields: {
      legalName: m.suppression_legal_name,
      postalAddress: m.suppression_postal,
      senderName: m.suppression_sender_name,
      replyAddress: m.suppression_reply,
    },
  },
};
const sentences: AuditSentences = {
  "suppression.removed": () => [m.suppression_audit_removed()],
  "outreach_identity.changed": () => [m.suppression_audit_identity()],
  "suppression.added": ({ detail: { count } }) => [m.suppression_audit_added({ count: Number(count ?? 0) })],
};
export default sentences;
