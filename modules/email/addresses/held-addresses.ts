// Conditions and queries on which project holds an address. Address-verification decides who gets to hold it.
import { emailConfig } from "../variables.ts";
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { mailboxAddress } from "./base-form.ts";

/** Holds while the project holds the address, given in base form. */
export const isHeld = (projectId: ProjectId | SQL, address: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.project_id = ${projectId} AND h.held_at IS NOT NULL)`;
/** Holds while the project holds an address at all. */
export const holdsAnyAddress = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.project_id = ${projectId} AND h.held_at IS NOT NULL)`;
/** Holds while another project that is not deleted holds the address. */
export const isHeldElsewhere = (projectId: ProjectId | SQL, address: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.project_id <> ${projectId} AND h.held_at IS NOT NULL)`;
/** Holds while a project receives mail at the address, given in base form. */
export const takesMailAt = (address: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.takes_mail = 1 AND h.held_at IS NOT NULL)`;
/** Holds while any project holds the address, given in base form, even if it only sends from it. */
export const isHeldByAnyProject = (address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.held_at IS NOT NULL)`;

/** Whether the installation itself sends from the address, given in base form. No project can hold such an address. */
export const isInstallationAddress = (config: Config, base: string): boolean => {
  const { from } = emailConfig(config);
  return from !== undefined && mailboxAddress(from) === base;
};

const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Those of the addresses from which the project itself sends or at which it receives mail. */
export const readOwnAddresses = (projectId: ProjectId, addresses: readonly string[]): Query<string[]> =>
  query(
    sql`SELECT ${columns("address_claims", "address")} FROM address_claims WHERE project_id = ${projectId} AND address IN ${list(addresses)}
      UNION SELECT address FROM inbound_addresses WHERE project_id = ${projectId} AND address IN ${list(addresses)}
      UNION SELECT lower(sender) AS address FROM email_settings WHERE project_id = ${projectId} AND sender IS NOT NULL
      UNION SELECT lower(reply_address) AS address FROM email_settings WHERE project_id = ${projectId} AND reply_address IS NOT NULL`,
    (rows) => rows.map((row) => row.address),
  );
