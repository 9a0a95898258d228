// Mail that comes from an address of our own: a copy that a rule forwards back, or somebody who writes in our name. The team sees that
// it came, and nothing of what it says: it may carry a link or a code of ours.
import { m } from "#messages";
import type { Classification } from "../automatic-mail/classify.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";

/** The classification of such a mail: automatic, whatever else it shows. */
export const classifiedAsOwn = ({ automatic, reasons }: Classification, from: string): Classification =>
  automatic ? { automatic, reasons } : { automatic: true, reasons: [{ rule: "own-address", evidence: from }] };

/** What is shown of it. Its sender is a name and no address, so that nothing is ever sent there. */
export const withoutContent = (mail: InboundMail, from: string): InboundMail => ({
  ...mail,
  ...{ from: { name: from, address: "" }, sender: null, messageId: null, unreadable: null },
  ...{ text: m.inbound_email_own_address(), html: null, attachments: [], cut: [] },
});
