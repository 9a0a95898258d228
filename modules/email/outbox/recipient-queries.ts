// Reads the status of recipients: verified, suppressed, blocked, or an address of this installation.
import { as, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { contactIdOfVerifiedAddress, isHidden, isVerifiedContactAddress } from "#modules/contacts";
import { isVerifiedMemberAddress } from "#modules/projects";
import { senderContact } from "../addresses/sender-contacts.ts";
import { isSuppressed } from "./queries.ts";

/** Status of an address for the project that would write to it. */
export interface RecipientStatus {
  readonly address: string;
  readonly hash: string;
  /** A contact or a member of the project has verified it. */
  readonly proved: boolean;
  /** Mail to it bounced. */
  readonly suppressed: boolean;
  /** A contact who has verified it is blocked. */
  readonly blocked: boolean;
  /** This installation receives mail there. */
  readonly ours: boolean;
}
interface RecipientLookup {
  readonly address: string;
  /** Without its plus form. */
  readonly base: string;
  readonly hash: string;
}
/** Holds unless the address is suppressed. An address that is merely over its limit accepts mail: the mail is held. */
export const acceptsMail = (projectId: ProjectId, hash: string | SQL): SQL => sql`NOT ${isSuppressed(projectId, hash)}`;
export const readRecipientStatus = (projectId: ProjectId, all: readonly RecipientLookup[]): Query<RecipientStatus[]> =>
  query(
    sql`SELECT n.value ->> 'address' ${as.text("address")}, n.value ->> 'hash' ${as.text("hash")}, ${isVerifiedContactAddress(projectId, sql`n.value ->> 'address'`)} OR ${isVerifiedMemberAddress(projectId, sql`n.value ->> 'address'`)} ${as.number("proved")},
      ${isSuppressed(projectId, sql`n.value ->> 'hash'`)} ${as.number("suppressed")},
      ${isHidden(projectId, contactIdOfVerifiedAddress(projectId, sql`n.value ->> 'address'`))} OR ${isHidden(projectId, senderContact(projectId, sql`n.value ->> 'hash'`))} ${as.number("blocked")},
      EXISTS (SELECT 1 FROM inbound_addresses WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND (held_at IS NOT NULL OR project_id = ${projectId})) OR EXISTS (SELECT 1 FROM address_claims WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND project_id = ${projectId}) OR EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND (lower(sender) IN (n.value ->> 'address', n.value ->> 'base') OR lower(reply_address) IN (n.value ->> 'address', n.value ->> 'base'))) ${as.number("ours")}
      FROM json_each(${JSON.stringify(all)}) n ORDER BY n.key`,
    (rows) =>
      rows.map((row) => ({
        address: row.address,
        hash: row.hash,
        proved: row.proved !== 0,
        suppressed: row.suppressed !== 0,
        blocked: row.blocked !== 0,
        ours: row.ours !== 0,
      })),
  );
