// All SQL of suppressed addresses and of sender identities.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId, SuppressionId } from "#kernel/ids/index.ts";
import { acceptsMail, addressHashesOf, isHeld, takesMailAt } from "#modules/email";
import { projectIsLive } from "#modules/projects";
import type { AddressKeys } from "./address-key.ts";
import { EVERYWHERE, type OutreachIdentity, REMOVABLE, type Suppression, type SuppressionReason } from "./contract.ts";

const json = (values: unknown): SQL => sql`json_each(${JSON.stringify(values)})`;

// --- suppressed addresses ---------------------------------------------------

/** What is known of an address. `here`: the project's own reason. `elsewhere`: another project's, which is never told. */
export interface SuppressionState {
  readonly here: SuppressionReason | null;
  readonly elsewhere: boolean;
}
const isHere = (projectId: ProjectId | SQL, key: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suppressions h WHERE h.project_id = ${projectId} AND h.address_hash = ${key})`;
const isEverywhere = (key: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suppressions e WHERE e.address_hash = ${key} AND e.everywhere = 1)`;
/** Holds while the project may send outreach to the address with the key. One look-up in each of two indexes. */
export const notSuppressed = (projectId: ProjectId | SQL, key: string | SQL): SQL =>
  sql`NOT (${isHere(projectId, key)} OR ${isEverywhere(key)})`;

/** By the addresses as they were given. A bounce or a complaint that only mail knows of counts for the project that sent it. */
export const readSuppressionOf = (projectId: ProjectId, all: readonly AddressKeys[]): Query<Map<string, SuppressionState>> =>
  query(
    sql`SELECT n.value ->> 'address' ${as.text("address")},
      (SELECT h.reason FROM suppressions h WHERE h.project_id = ${projectId} AND h.address_hash = n.value ->> 'key' ORDER BY h.everywhere DESC, h.reason LIMIT 1) ${as.of<{ own: SuppressionReason | null }>("own")},
      EXISTS (SELECT 1 FROM suppressions h WHERE h.project_id = ${projectId} AND h.address_hash = n.value ->> 'key' AND h.everywhere = 1) ${as.number("own_everywhere")},
      ${isEverywhere(sql`n.value ->> 'key'`)} ${as.number("everywhere")},
      ${acceptsMail(projectId, sql`n.value ->> 'mailHash'`)} ${as.number("accepted")} FROM ${json(all)} n`,
    (rows) =>
      new Map(
        rows.map(({ address, own, own_everywhere, everywhere, accepted }) => [
          address,
          { here: own ?? (accepted === 0 ? "hard_bounce" : null), elsewhere: everywhere !== 0 && own_everywhere === 0 },
        ]),
      ),
  );

export interface NewSuppression {
  readonly id: SuppressionId;
  readonly key: string;
  readonly mailHash: string | null;
  readonly address: string | null;
}
/**
 * Stores what the project does not have yet for the reason. For a deleted project only what acts across the installation is kept, by its
 * hash alone. `addressFrom`: SQL of the address where a row has none.
 */
export const writeSuppressions = (
  projectId: ProjectId,
  rows: readonly NewSuppression[],
  of: {
    readonly reason: SuppressionReason;
    readonly by: AccountId | null;
    readonly now: number;
    readonly addressFrom?: SQL | undefined;
    readonly when: SQL;
  },
): SQL => {
  const live = projectIsLive(projectId);
  const everywhere = EVERYWHERE.has(of.reason) ? 1 : 0;
  const owner = sql`CASE WHEN ${live} THEN ${projectId} END`;
  return sql`INSERT INTO suppressions (id, project_id, address_hash, mail_hash, reason, everywhere, address, created_by, created_at)
    SELECT n.value ->> 'id', ${owner}, n.value ->> 'key', CASE WHEN ${live} THEN n.value ->> 'mailHash' END, ${of.reason}, ${everywhere},
      CASE WHEN ${live} THEN coalesce(n.value ->> 'address', ${of.addressFrom ?? sql`NULL`}) END, CASE WHEN ${live} THEN ${of.by} END, ${of.now}
    FROM ${json(rows)} n
    WHERE ${of.when} AND (${everywhere} OR ${live})
      AND NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.project_id IS ${owner} AND s.address_hash = n.value ->> 'key' AND s.reason = ${of.reason})
    ON CONFLICT DO NOTHING`;
};
/** Holds once one of these was stored. */
export const anyStored = (rows: readonly NewSuppression[]): SQL =>
  sql`EXISTS (SELECT 1 FROM suppressions WHERE id IN (SELECT value ->> 'id' FROM ${json(rows)}))`;
export const readIsStored = (id: SuppressionId): Query<boolean> =>
  query(sql`SELECT 1 ${as.number("stored")} FROM suppressions WHERE id = ${id}`, (rows) => rows.length > 0);
/** How many of these are stored. */
/** How many of them are stored. */
export const storedCount = (ids: readonly SuppressionId[]): SQL =>
  sql`(SELECT count(*) FROM suppressions WHERE id IN (SELECT value FROM ${json(ids)}))`;
export const readStored = (ids: readonly SuppressionId[]): Query<number> =>
  query(
    sql`SELECT count(*) ${as.number("held")} FROM suppressions WHERE id IN (SELECT value FROM ${json(ids)})`,
    ([row]) => row?.held ?? 0,
  );
export const readOptedOut = (projectId: ProjectId, key: string): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("held")} FROM suppressions WHERE project_id = ${projectId} AND address_hash = ${key} AND reason = 'opted_out'`,
    (rows) => rows.length > 0,
  );
/** Takes back an opt-out that was made after `since`, by its own page. */
export const writeUndone = (projectId: ProjectId, key: string, id: SuppressionId, since: number, when: SQL): SQL =>
  sql`DELETE FROM suppressions WHERE id = ${id} AND project_id = ${projectId} AND address_hash = ${key} AND reason = 'opted_out' AND created_at > ${since} AND ${when}`;

const COLUMNS = columns("suppressions", "id, address, address_hash, reason, created_by, created_at");
const suppressionOf = (row: RowIn<typeof COLUMNS>): Suppression => ({
  id: row.id,
  address: row.address,
  reason: row.reason,
  addedBy: row.created_by,
  createdAt: iso(row.created_at),
});
/** The project's own, newest first. */
export const readList = (projectId: ProjectId, before: string | undefined, limit: number): Query<Suppression[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM suppressions WHERE project_id = ${projectId}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(suppressionOf),
  );
/** The project's own of one address: one for each reason. */
export const readOfKey = (projectId: ProjectId, key: string): Query<Suppression[]> =>
  query(sql`SELECT ${COLUMNS} FROM suppressions WHERE project_id = ${projectId} AND address_hash = ${key} ORDER BY id DESC`, (rows) =>
    rows.map(suppressionOf),
  );
export const readSuppression = (projectId: ProjectId, id: SuppressionId): Query<Suppression | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM suppressions WHERE id = ${id} AND project_id = ${projectId}`, suppressionOf);
const isRemovable = sql`reason IN (SELECT value FROM ${json(REMOVABLE)})`;
export const removable = (projectId: ProjectId, id: SuppressionId): SQL =>
  sql`EXISTS (SELECT 1 FROM suppressions WHERE id = ${id} AND project_id = ${projectId} AND ${isRemovable})`;
export const writeRemoved = (projectId: ProjectId, id: SuppressionId, when: SQL): SQL =>
  sql`DELETE FROM suppressions WHERE id = ${id} AND project_id = ${projectId} AND ${isRemovable} AND ${when}`;

/** The address goes, what it suppresses stays. */
const FORGOTTEN = sql`address = NULL, mail_hash = NULL`;
export const writeForgotten = (those: readonly { readonly projectId: ProjectId; readonly key: string }[]): SQL =>
  sql`UPDATE suppressions SET ${FORGOTTEN} WHERE address IS NOT NULL AND (project_id, address_hash) IN (SELECT value ->> 'projectId', value ->> 'key' FROM ${json(those)})`;

interface Who {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
const ofContact = (who: Who): SQL =>
  sql`suppressions INDEXED BY suppressions_mail WHERE project_id = ${who.projectId} AND mail_hash IS NOT NULL AND mail_hash IN ${addressHashesOf(who)}`;
export const suppressionsOfContact = (who: Who): SQL => sql`SELECT 1 FROM ${ofContact(who)}`;
export const readIdsOfContact = (who: Who, limit: number): Query<SuppressionId[]> =>
  query(sql`SELECT ${columns("suppressions", "id")} FROM ${ofContact(who)} LIMIT ${limit}`, (rows) => rows.map((row) => row.id));
export const writeErased = ({ projectId }: Who, ids: readonly SuppressionId[]): SQL =>
  sql`UPDATE suppressions SET ${FORGOTTEN} WHERE project_id = ${projectId} AND id IN (SELECT value FROM ${json(ids)})`;

/** Project deletion, one page: the project's own goes, and of what acts across the installation the hash stays. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number): SQL[] => {
  const page = sql`(SELECT id FROM suppressions INDEXED BY suppressions_list WHERE project_id = ${projectId} ORDER BY id LIMIT ${limit})`;
  return [
    sql`DELETE FROM suppressions WHERE id IN ${page} AND everywhere = 0`,
    sql`UPDATE suppressions SET project_id = NULL, created_by = NULL, ${FORGOTTEN} WHERE id IN ${page} AND everywhere = 1`,
  ];
};
export const hasSuppressions = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM suppressions WHERE project_id = ${projectId})`;

// --- sender identity --------------------------------------------------------

/** Who the project's outreach comes from, and whether the project holds the reply address and receives mail there. */
export interface StoredIdentity {
  readonly identity: OutreachIdentity | null;
  readonly proved: boolean;
}
export const readIdentity = (projectId: ProjectId): Query<StoredIdentity> =>
  query(
    sql`SELECT ${columns({ i: "outreach_identities" }, "i.legal_name, i.postal_address, i.sender_name, i.reply_address")}, ${takesMail(projectId, sql`i.reply_address`)} ${as.number("proved")} FROM outreach_identities i WHERE i.project_id = ${projectId}`,
    ([row]) =>
      row === undefined
        ? { identity: null, proved: false }
        : {
            identity: {
              legalName: row.legal_name,
              postalAddress: row.postal_address,
              senderName: row.sender_name,
              replyAddress: row.reply_address,
            },
            proved: row.proved !== 0,
          },
  );
/** Holds while the project holds the address and mail to it arrives. */
export const takesMail = (projectId: ProjectId, address: string | SQL): SQL =>
  sql`${isHeld(projectId, address)} AND ${takesMailAt(address)}`;
export const readTakesMail = (projectId: ProjectId, address: string): Query<boolean> =>
  query(sql`SELECT ${takesMail(projectId, address)} ${as.number("takes")}`, ([row]) => row !== undefined && row.takes !== 0);
export const writeIdentity = (projectId: ProjectId, identity: OutreachIdentity, by: AccountId, now: number, when: SQL): SQL =>
  sql`INSERT INTO outreach_identities (project_id, legal_name, postal_address, sender_name, reply_address, updated_by, updated_at)
    SELECT ${projectId}, ${identity.legalName}, ${identity.postalAddress}, ${identity.senderName}, ${identity.replyAddress}, ${by}, ${now} WHERE ${when}
    ON CONFLICT (project_id) DO UPDATE SET legal_name = excluded.legal_name, postal_address = excluded.postal_address, sender_name = excluded.sender_name, reply_address = excluded.reply_address, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
export const writeIdentityGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM outreach_identities WHERE project_id = ${projectId} AND ${when}`;
