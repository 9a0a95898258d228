// Whether mail may go to an address that somebody named: verified, suppressed, blocked, or one of the desk itself.
import { col, type Query, query } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { contactOfProvedEmail, isHidden, isProvedContact } from "#modules/contacts";
import { isProvedMember } from "#modules/projects";
import { type SQL, sql } from "drizzle-orm";
import { mappedContact } from "../addresses/sender-contacts.ts";
import { isSuppressed } from "./queries.ts";

/** How an address stands, to the project that would write to it. */
export interface Standing {
  readonly address: string;
  readonly hash: string;
  /** A contact of the project, or one of its members, proved it. */
  readonly proved: boolean;
  /** Mail to it came back. */
  readonly suppressed: boolean;
  /** A contact that it is proved to belong to is blocked. */
  readonly blocked: boolean;
  /** It takes mail in for this installation. */
  readonly ours: boolean;
}
interface Named {
  readonly address: string;
  /** Without its plus form. */
  readonly base: string;
  readonly hash: string;
}
/** Holds when nobody at the address sent mail back. Where only the room of an hour is missing, the mail waits. */
export const takesMail = (projectId: ProjectId, hash: string): SQL => sql`NOT ${isSuppressed(projectId, hash)}`;
export const readStanding = (projectId: ProjectId, all: readonly Named[]): Query<Standing[]> =>
  query(
    sql`SELECT n.value ->> 'address' AS address, n.value ->> 'hash' AS hash, ${isProvedContact(projectId, sql`n.value ->> 'address'`)} OR ${isProvedMember(projectId, sql`n.value ->> 'address'`)} AS proved,
      ${isSuppressed(projectId, sql`n.value ->> 'hash'`)} AS suppressed,
      ${isHidden(projectId, contactOfProvedEmail(projectId, sql`n.value ->> 'address'`))} OR ${isHidden(projectId, mappedContact(projectId, sql`n.value ->> 'hash'`))} AS blocked,
      EXISTS (SELECT 1 FROM inbound_addresses WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND (held_at IS NOT NULL OR project_id = ${projectId})) OR EXISTS (SELECT 1 FROM address_claims WHERE address IN (n.value ->> 'address', n.value ->> 'base') AND project_id = ${projectId}) OR EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND (lower(sender) IN (n.value ->> 'address', n.value ->> 'base') OR lower(reply_address) IN (n.value ->> 'address', n.value ->> 'base'))) AS ours
      FROM json_each(${JSON.stringify(all)}) n ORDER BY n.key`,
    (rows) =>
      rows.map((row) => ({
        address: col.text(row, "address"),
        hash: col.text(row, "hash"),
        proved: col.truth(row, "proved"),
        suppressed: col.truth(row, "suppressed"),
        blocked: col.truth(row, "blocked"),
        ours: col.truth(row, "ours"),
      })),
  );
