// Which addresses mails came back from, as far as one recipient can be told from the others.
import { as, columns, notNull, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { ReturnedAddress } from "../extension.ts";
import { eventRows, hasCopy, type HashedReturn } from "./queries.ts";

/** Of mails of the project, or of one message: their recipients, without those whose mail had copies. */
export const readReturnedOf = (
  projectId: ProjectId,
  which: { readonly ids: readonly DeliveryId[] } | { readonly messageId: MessageId },
): Query<ReturnedAddress[]> => {
  const those: SQL =
    "ids" in which ? sql`d.id IN (SELECT value FROM json_each(${JSON.stringify(which.ids)}))` : sql`d.message_id = ${which.messageId}`;
  return query(
    sql`SELECT ${columns({ d: "mail_deliveries" }, "d.to_address")} FROM mail_deliveries d WHERE d.project_id = ${projectId} AND ${those} AND d.to_address IS NOT NULL AND NOT ${hasCopy()} LIMIT 10`,
    (rows) => rows.map((row) => ({ projectId, address: notNull(row.to_address), reason: "bounced" })),
  );
};
/** Of events of a provider; the recipient of a mail with copies is the one that the event names. By the event's place among them. */
export const readReturnedIn = (
  events: readonly HashedReturn[],
  provider: string,
): Query<
  { readonly hash: string; readonly projectId: ProjectId; readonly address: string | null; readonly reason: ReturnedAddress["reason"] }[]
> =>
  query(
    sql`SELECT ${columns({ d: "mail_deliveries" }, "d.project_id")}, CASE WHEN ${hasCopy()} THEN r.hash ELSE d.to_hash END ${as.text("hash")}, CASE WHEN ${hasCopy()} THEN NULL ELSE d.to_address END ${as.textOrNull("address")}, r.reason ${as.of<{ reason: ReturnedAddress["reason"] }>("reason")}
      FROM ${eventRows(events)} r CROSS JOIN mail_deliveries d ON d.id = r.id
      WHERE d.provider = ${provider} AND d.to_address IS NOT NULL AND (NOT ${hasCopy()} OR r.hash = d.to_hash OR ${hasCopy(sql`r.hash`)})`,
    (rows) => rows.map(({ project_id, ...row }) => ({ projectId: project_id, ...row })),
  );
