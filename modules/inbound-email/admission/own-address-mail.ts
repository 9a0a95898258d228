// Handles mail from an address of our own: a copy that a rule forwards back, or somebody forging our sender. The team sees that it arrived
// but not its content, because that may contain a link or a code of ours.
import { m } from "#messages";
import type { Classification } from "../automatic-mail/classify.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";

/** The classification of such a mail: always automatic, with this additional reason. */
export const classifiedAsOwn = ({ automatic, reasons }: Classification, from: string): Classification =>
  automatic ? { automatic, reasons } : { automatic: true, reasons: [{ rule: "own-address", evidence: from }] };

/** The mail without its content. The sender becomes a name without an address, so that nothing is ever sent there. */
export const withoutContent = (mail: InboundMail, from: string): InboundMail => ({
  ...mail,
  ...{ from: { name: from, address: "" }, sender: null, messageId: null, unreadable: null },
  ...{ text: m.inbound_email_own_address(), html: null, attachments: [], truncated: [] },
});
