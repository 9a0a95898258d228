// Which project holds an address of the desk. How it comes to hold one is decided in address-verification.
import { emailConfig } from "../variables.ts";
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { baseAddress } from "./base-form.ts";

// --- whose it is --------------------------------------------------------------

/** Holds while the address, an expression of its base form, is the project's. */
export const isHeld = (projectId: ProjectId | SQL, address: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.project_id = ${projectId} AND h.held_at IS NOT NULL)`;
/** Holds while another living project has the address. */
export const isHeldElsewhere = (projectId: ProjectId | SQL, address: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.project_id <> ${projectId} AND h.held_at IS NOT NULL)`;
/** Holds while a project takes mail in at the address, a base form. */
export const takesMailAt = (address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.takes_mail = 1 AND h.held_at IS NOT NULL)`;
/** Holds while a project has the address, a base form, also one that it only sends from. */
export const isHeldByAnyProject = (address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM inbound_addresses h WHERE h.address = ${address} AND h.held_at IS NOT NULL)`;

/** Whether the address, a base form, is what the installation itself sends from: it is never given out. */
export const isInstallationAddress = (config: Config, base: string): boolean => {
  const { from } = emailConfig(config);
  return from !== undefined && baseAddress(from) === base;
};

const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Which of the addresses the project itself sends from or takes mail at. */
export const readOwnAddresses = (projectId: ProjectId, addresses: readonly string[]): Query<string[]> =>
  query(
    sql`SELECT ${columns("address_claims", "address")} FROM address_claims WHERE project_id = ${projectId} AND address IN ${list(addresses)}
      UNION SELECT address FROM inbound_addresses WHERE project_id = ${projectId} AND address IN ${list(addresses)}
      UNION SELECT lower(sender) AS address FROM email_settings WHERE project_id = ${projectId} AND sender IS NOT NULL
      UNION SELECT lower(reply_address) AS address FROM email_settings WHERE project_id = ${projectId} AND reply_address IS NOT NULL`,
    (rows) => rows.map((row) => row.address),
  );
