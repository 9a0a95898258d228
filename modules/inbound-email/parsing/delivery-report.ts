// Reads delivery reports (RFC 3464): which mail of ours bounced, and why. Pure.
import { m } from "#messages";
import { cleanLine, decodeLoose } from "./clean-text.ts";
import { readAddresses, readIds } from "./fields.ts";
import { readHeaderBlock } from "./header-block.ts";
import type { InboundMail } from "./inbound-mail.ts";

const RETURNED = new Set(["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"]);
const STATUS = new Set(["message/delivery-status", "message/global-delivery-status"]);
const MAX_REPORT = 64 * 1024;

export interface Bounce {
  /** Message-IDs of the returned mails. */
  readonly messageIds: readonly string[];
  /** Reply-To addresses of the returned mails, from their headers. */
  readonly replyTo: readonly string[];
  /** Whether delivery was given up. A delayed mail has not bounced. */
  readonly failed: boolean;
  /** Whether the report says that delivery is still being tried. */
  readonly delayed: boolean;
  readonly says: string;
}
/** Reads which of our mails an automatic mail returns: from the parts of RFC 3464, or from a header of servers that do not use them. */
export function readBounce(mail: InboundMail): Bounce | null {
  const blocks = mail.attachments
    .filter(({ type }) => RETURNED.has(type))
    .slice(0, 5)
    .map(({ bytes }) => readHeaderBlock(bytes.subarray(0, MAX_REPORT)));
  const messageIds = readIds(blocks.flatMap((block) => block.whole("message-id").slice(0, 1)));
  const statuses = mail.attachments.filter(({ type }) => STATUS.has(type)).map(({ bytes }) => decodeLoose(bytes.subarray(0, MAX_REPORT)));
  if (messageIds.length === 0 && statuses.length === 0 && mail.structure.reportType !== "delivery-status") return null;
  const failed =
    statuses.some((text) => /^action:\s*failed/im.test(text)) ||
    (statuses.length === 0 && mail.headers.some(({ name }) => name === "x-failed-recipients"));
  const diagnostic = statuses
    .map((text) => /^diagnostic-code:\s*(?:[\w-]+;)?\s*(.+(?:\r?\n[ \t].+)*)/im.exec(text)?.[1])
    .find((one) => one !== undefined);
  const status = statuses.map((text) => /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1]).find((one) => one !== undefined);
  return {
    messageIds,
    replyTo: readAddresses(blocks.flatMap((block) => block.whole("reply-to").slice(0, 1)))
      .list.map(({ address }) => address)
      .slice(0, 10),
    failed,
    delayed: !failed && statuses.some((text) => /^action:\s*delayed/im.test(text)),
    says: cleanLine(sayBounced(status, diagnostic), 500),
  };
}

function sayBounced(status: string | undefined, reason: string | undefined): string {
  if (reason === undefined) return status === undefined ? m.inbound_email_bounced() : m.inbound_email_bounced_status({ status });
  return status === undefined ? m.inbound_email_bounced_because({ reason }) : m.inbound_email_bounced_status_because({ status, reason });
}
