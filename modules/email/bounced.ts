// A mail of ours that came back: what a delivery report says, and what it does to the delivery and its address.
import type { MessageId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import { cleanLine, decodeLoose } from "./mail/clean-text.ts";
import { readAddresses, readIds } from "./mail/fields.ts";
import { readHeaderBlock } from "./mail/header-block.ts";
import type { InboundMail } from "./mail/inbound-mail.ts";

const RETURNED = new Set(["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"]);
const STATUS = new Set(["message/delivery-status", "message/global-delivery-status"]);
const MAX_REPORT = 64 * 1024;

export interface Bounce {
  /** Of the mails that the report is about. */
  readonly messageIds: readonly string[];
  /** Where answers to the returned mails go, by their own headers. */
  readonly replyTo: readonly string[];
  /** Whether it was given up; a mail that is only late did not come back. */
  readonly failed: boolean;
  readonly says: string;
}
/** What an automatic mail says of mails of ours, from its parts (RFC 3464) and from what servers without them write. */
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
    says: cleanLine(
      `The mail came back${status === undefined ? "" : ` (${status})`}${diagnostic === undefined ? "." : `: ${diagnostic}`}`,
      500,
    ),
  };
}

/**
 * Marks the delivery of a message as bounced and its address as one that nothing is sent to, where `when` holds. Of a mail with copies
 * nobody knows whose came back: no address is stopped.
 */
export const writeBounced = (b: { projectId: ProjectId; messageId: MessageId; says: string; now: number }, when: SQL): SQL[] => [
  sql`INSERT INTO mail_suppressions (project_id, address_hash, reason, created_at)
    SELECT d.project_id, d.to_hash, 'bounced', ${b.now} FROM mail_deliveries d WHERE d.project_id = ${b.projectId} AND d.message_id = ${b.messageId} AND NOT EXISTS (SELECT 1 FROM mail_copies k WHERE k.project_id = d.project_id AND k.delivery_id = d.id) AND ${when} LIMIT 1
    ON CONFLICT (project_id, address_hash) DO NOTHING`,
  sql`UPDATE mail_deliveries SET state = 'bounced', error = CASE WHEN to_address IS NULL THEN NULL ELSE ${b.says} END, updated_at = ${b.now} WHERE project_id = ${b.projectId} AND message_id = ${b.messageId} AND state IN ('sending', 'sent', 'needs_review') AND ${when}`,
];
