// All statements on address ownership: claims, codes, approved domains, and the addresses that projects hold.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { as, columns, type JsonText, notNull, parseJson, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, AddressVerificationId, ProjectId, SystemMailId } from "#kernel/ids/index.ts";
import { baseOf, isAccountAddress } from "#modules/accounts";
import { isMember, projectIsLive } from "#modules/projects";
import { accountMailStatus, domainOf, spellingsOf, isHeldElsewhere, isHeld, takesMailAt } from "#modules/email";

/** How long a code can be entered after its mail was written. */
export const CODE_TTL = minutes(15);
/** Wrong entries after which a new code is needed. */
export const MAX_TRIES = 5;
/** Shortest time between two codes for one address of a project. */
export const REQUEST_INTERVAL = seconds(60);

const ofAddress = (projectId: ProjectId, address: string): SQL => sql`project_id = ${projectId} AND address = ${address}`;
export const isApproved = (projectId: ProjectId, domain: string): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_domains d WHERE d.domain = ${domain} AND d.project_id = ${projectId})`;
/** Holds while the domain is approved for other projects but not for this one: a code proves nothing there. */
export const isApprovedForOthers = (projectId: ProjectId | SQL, domain: string | SQL): SQL =>
  sql`(EXISTS (SELECT 1 FROM mail_domains d WHERE d.domain = ${domain} AND d.project_id <> ${projectId}) AND NOT EXISTS (SELECT 1 FROM mail_domains d WHERE d.domain = ${domain} AND d.project_id = ${projectId}))`;
const isAnAccountAddress = (address: string): SQL =>
  isAccountAddress(sql`(SELECT value FROM json_each(${JSON.stringify(spellingsOf(address))}))`);
/** Holds while the address may become the project's: no other project holds it and no account uses it. */
export const mayHold = (projectId: ProjectId, address: string): SQL =>
  sql`(NOT ${isHeldElsewhere(projectId, address)} AND NOT ${isAnAccountAddress(address)})`;
/** Holds while the project may send from the address. One that it already holds stays, even if an account has started to use it since. */
export const maySendFrom = (projectId: ProjectId, address: string): SQL =>
  sql`(${isHeld(projectId, address)} OR ${mayHold(projectId, address)})`;
/** The same for a reply address. */
export const mayAnswerTo = (projectId: ProjectId, address: string): SQL =>
  sql`((${isHeld(projectId, address)} AND ${takesMailAt(address)}) OR ${mayHold(projectId, address)})`;

/** Gives the address to the project that claims it, if nobody holds it. */
export const writeHeld = (projectId: ProjectId, address: string, now: number, when: SQL): SQL => sql`
  INSERT INTO inbound_addresses (address, project_id, created_at, takes_mail, held_at)
  SELECT c.address, c.project_id, c.created_at, c.takes_mail, ${now} FROM address_claims c WHERE c.project_id = ${projectId} AND c.address = ${address} AND ${mayHold(projectId, address)} AND ${when}
  ON CONFLICT (address) DO UPDATE SET project_id = excluded.project_id, created_at = excluded.created_at, takes_mail = excluded.takes_mail, held_at = coalesce(CASE WHEN project_id = excluded.project_id THEN held_at END, excluded.held_at)
    WHERE held_at IS NULL OR project_id = excluded.project_id`;
/** Ends the claims of all other projects: the first to prove an address holds it. */
export const writeEndCompetingClaims = (projectId: ProjectId, address: string): SQL =>
  sql`DELETE FROM address_claims WHERE address = ${address} AND project_id <> ${projectId} AND ${isHeld(projectId, address)}`;

// --- claims -------------------------------------------------------------------

/** Stores the project's claim to the address; `limit` bounds how many of its addresses receive mail. */
export const writeClaim = (projectId: ProjectId, address: string, takesMail: boolean, limit: number, now: number, when: SQL): SQL => sql`
  INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at) SELECT ${projectId}, ${address}, ${domainOf(address)}, ${takesMail ? 1 : 0}, ${now}
  WHERE ${mayHold(projectId, address)} AND ${when}${takesMail ? sql` AND (SELECT count(*) FROM address_claims WHERE project_id = ${projectId} AND takes_mail = 1 AND address <> ${address}) < ${limit}` : sql``}
  ON CONFLICT (project_id, address) DO UPDATE SET takes_mail = max(takes_mail, excluded.takes_mail)`;
export const isClaimed = (projectId: ProjectId, address: string): SQL =>
  sql`EXISTS (SELECT 1 FROM address_claims WHERE ${ofAddress(projectId, address)} AND takes_mail = 1)`;
/** Releases an address that no longer receives mail; if the project sends from it, the claim stays for sending. */
export const writeClaimReleased = (projectId: ProjectId, address: string, when: SQL): SQL[] => {
  const sends = sql`EXISTS (SELECT 1 FROM email_settings s WHERE s.project_id = ${projectId} AND s.sender IS NOT NULL AND ${baseOf(sql`s.sender`)} = ${address})`;
  return ["inbound_addresses", "address_claims"].flatMap((table) => [
    sql`UPDATE ${sql.raw(table)} SET takes_mail = 0 WHERE ${ofAddress(projectId, address)} AND ${sends} AND ${when}`,
    sql`DELETE FROM ${sql.raw(table)} WHERE ${ofAddress(projectId, address)} AND NOT ${sends} AND ${when}`,
  ]);
};
/** Releases addresses that the project only sent from, once it has another sender. */
export const writeOldSendersReleased = (projectId: ProjectId, base: string | null, when: SQL): SQL[] =>
  ["inbound_addresses", "address_claims"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND takes_mail = 0 AND address IS NOT ${base} AND ${when}`,
  );

export interface Claim {
  readonly address: string;
  readonly takesMail: boolean;
  readonly createdAt: number;
  readonly held: boolean;
  /** Another project holds it. */
  readonly elsewhere: boolean;
  /** An account uses it to sign in. */
  readonly account: boolean;
  /** A code would prove nothing: it arrived at one of our own channels, or the domain is approved for others. */
  readonly ownerOnly: boolean;
  readonly askId: string | null;
  readonly askedBy: AccountId | null;
  readonly askedAt: number | null;
  readonly tries: number;
  readonly expiresAt: number | null;
  /** Delivery state of the mail with the code, as JSON. */
  readonly mail: string | null;
}
/** More than a project can have: 20 that receive mail, and its sender. */
const MAX_CLAIMS = 40;
export const readClaims = (projectId: ProjectId): Query<Claim[]> =>
  query(
    sql`SELECT ${columns({ c: "address_claims" }, "c.address, c.takes_mail, c.created_at, c.ask_id, c.asked_by, c.asked_at, c.tries, c.expires_at")},
        ${isHeld(sql`c.project_id`, sql`c.address`)} ${as.number("held")}, ${isHeldElsewhere(sql`c.project_id`, sql`c.address`)} ${as.number("elsewhere")},
        ${isAccountAddress(sql`(+c.address)`)} ${as.number("account")},
        c.arrived_at IS NOT NULL OR ${isApprovedForOthers(sql`c.project_id`, sql`c.domain`)} ${as.number("owner_only")}, ${accountMailStatus(sql`c.ask_id`)} ${as.textOrNull("mail")}
      FROM address_claims c WHERE c.project_id = ${projectId} ORDER BY c.created_at, c.address LIMIT ${MAX_CLAIMS}`,
    (rows) =>
      rows.map((row) => ({
        address: row.address,
        takesMail: row.takes_mail !== 0,
        createdAt: row.created_at,
        held: row.held !== 0,
        elsewhere: row.elsewhere !== 0,
        account: row.account !== 0,
        ownerOnly: row.owner_only !== 0,
        askId: row.ask_id,
        askedBy: row.asked_by,
        askedAt: row.asked_at,
        tries: row.tries,
        expiresAt: row.expires_at,
        mail: row.mail,
      })),
  );
/** What prevents an address from becoming the project's. */
export const readObstacle = (projectId: ProjectId, address: string): Query<{ elsewhere: boolean; account: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${isHeldElsewhere(projectId, address)} ${as.number("elsewhere")}, ${isAnAccountAddress(address)} ${as.number("account")}`,
    (row) => ({
      elsewhere: row.elsewhere !== 0,
      account: row.account !== 0,
    }),
  );

// --- codes --------------------------------------------------------------------

const ADMIN = ["owner", "admin"] as const;
/** Holds while the person may prove the address for the project. */
const mayProve = (projectId: ProjectId, accountId: AccountId, address: string): SQL =>
  sql`${isMember(projectId, accountId, ADMIN)} AND ${mayHold(projectId, address)} AND NOT ${isApprovedForOthers(projectId, domainOf(address))}`;
/** Requests a new code; an earlier one ends. */
export const writeCodeRequest = (
  a: { projectId: ProjectId; address: string; accountId: AccountId; askId: AddressVerificationId; now: number },
  when: SQL,
): SQL => sql`
  UPDATE address_claims SET ask_id = ${a.askId}, asked_by = ${a.accountId}, asked_at = ${a.now}, code_hash = NULL, tries = 0, expires_at = NULL
  WHERE ${ofAddress(a.projectId, a.address)} AND ask_id IS NOT ${a.askId} AND coalesce(asked_at, 0) <= ${a.now - REQUEST_INTERVAL} AND NOT ${isHeld(a.projectId, a.address)}
    AND ${mayProve(a.projectId, a.accountId, a.address)} AND ${when}`;
/** The request behind a mail with a code; undefined once it may no longer be sent. */
export const readCodeRequest = (
  askId: string,
  now: number,
): Query<{ projectId: ProjectId; address: string; accountId: AccountId } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ c: "address_claims" }, "c.project_id, c.address, c.asked_by")} FROM address_claims c WHERE c.ask_id = ${askId} AND c.asked_at > ${now - CODE_TTL} AND ${projectIsLive(sql`c.project_id`)}
      AND NOT ${isHeld(sql`c.project_id`, sql`c.address`)} AND EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = c.project_id AND m.account_id = c.asked_by AND m.role IN ('owner', 'admin'))`,
    (row) => ({
      projectId: row.project_id,
      address: row.address,
      accountId: notNull(row.asked_by),
    }),
  );
export const writeCode = (askId: string, codeHash: string, now: number, when: SQL): SQL =>
  sql`UPDATE address_claims SET code_hash = ${codeHash}, tries = 0, expires_at = ${now + CODE_TTL} WHERE ask_id = ${askId} AND ${when}`;
/** One try of the person who requested the code: it is used up, or the try is counted. */
export function writeCodeTry(t: { projectId: ProjectId; address: string; accountId: AccountId; codeHash: string; now: number }): {
  statements: SQL[];
  proved: SQL;
} {
  const open = sql`${ofAddress(t.projectId, t.address)} AND asked_by = ${t.accountId} AND code_hash IS NOT NULL AND tries < ${MAX_TRIES} AND expires_at > ${t.now} AND ${isMember(t.projectId, t.accountId, ADMIN)}`;
  return {
    statements: [
      sql`UPDATE address_claims SET tries = tries + 1 WHERE ${open} AND code_hash <> ${t.codeHash}`,
      sql`UPDATE address_claims SET proved_at = ${t.now}, code_hash = NULL, arrived_at = NULL WHERE ${open} AND code_hash = ${t.codeHash} AND ${mayProve(t.projectId, t.accountId, t.address)}`,
    ],
    proved: sql`EXISTS (SELECT 1 FROM address_claims WHERE ${ofAddress(t.projectId, t.address)} AND proved_at = ${t.now})`,
  };
}
/** Codes of all claims to the address that can still be entered. */
export const readOpenCodes = (
  address: string,
  now: number,
): Query<{ askId: string; projectId: ProjectId; accountId: AccountId; codeHash: string }[]> =>
  query(
    sql`SELECT ${columns("address_claims", "ask_id, project_id, asked_by, code_hash")} FROM address_claims WHERE address = ${address} AND code_hash IS NOT NULL AND expires_at > ${now} LIMIT 20`,
    (rows) =>
      rows.map((row) => ({
        askId: notNull(row.ask_id),
        projectId: row.project_id,
        accountId: notNull(row.asked_by),
        codeHash: notNull(row.code_hash),
      })),
  );
/** Voids codes that arrived at one of our own channels: reading one there does not prove that the mailbox is theirs. */
export const writeVoidCodes = (asks: readonly string[], mails: readonly SystemMailId[], now: number): SQL => sql`
  UPDATE address_claims SET code_hash = NULL, expires_at = NULL, arrived_at = ${now} WHERE proved_at IS NULL AND ask_id IN (
    SELECT value FROM json_each(${JSON.stringify(asks)}) UNION SELECT s.subject_id FROM system_mails s WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(mails)})))`;

// --- domains ------------------------------------------------------------------

export const isFirstOwner = (accountId: AccountId): SQL => sql`EXISTS (SELECT 1 FROM installation WHERE first_owner_id = ${accountId})`;
export const writeApproved = (projectId: ProjectId, domain: string, by: AccountId, now: number): SQL => sql`
  INSERT INTO mail_domains (domain, project_id, approved_by, approved_at) SELECT ${domain}, ${projectId}, ${by}, ${now} WHERE ${projectIsLive(projectId)} AND ${isFirstOwner(by)}
  ON CONFLICT (domain, project_id) DO NOTHING`;
/** Withdraws an approval: addresses that no code has proved wait again. */
export const writeWithdrawn = (projectId: ProjectId, domain: string, by: AccountId): SQL[] => [
  sql`DELETE FROM inbound_addresses WHERE project_id = ${projectId} AND ${isFirstOwner(by)} AND ${isApproved(projectId, domain)}
    AND address IN (SELECT address FROM address_claims WHERE domain = ${domain} AND project_id = ${projectId} AND proved_at IS NULL)`,
  sql`DELETE FROM mail_domains WHERE domain = ${domain} AND project_id = ${projectId} AND ${isFirstOwner(by)}`,
];
export const readAddressesOfDomain = (projectId: ProjectId, domain: string): Query<string[]> =>
  query(
    sql`SELECT ${columns("address_claims", "address")} FROM address_claims WHERE domain = ${domain} AND project_id = ${projectId} LIMIT ${MAX_CLAIMS}`,
    (rows) => rows.map((row) => row.address),
  );

export interface Domain {
  readonly domain: string;
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly addresses: string[];
  /** Null while it waits for approval. */
  readonly approvedAt: number | null;
  /** A code arrived at one of our own channels, so only an approval can prove ownership. */
  readonly routed: boolean;
}
/** Domains shown on the page. */
const MAX_DOMAINS = 200;
/** Approved domains by name, then those that wait, the longest waiting first. */
export const readDomains = (): Query<Domain[]> =>
  query(
    sql`SELECT * FROM (SELECT ${columns({ d: "mail_domains", p: "projects" }, "d.domain, d.project_id, p.name, d.approved_at")}, 0 ${as.number("routed")},
        (SELECT json_group_array(c.address) FROM address_claims c WHERE c.domain = d.domain AND c.project_id = d.project_id) ${as.of<{ addresses: JsonText }>("addresses")}
      FROM mail_domains d JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL ORDER BY d.domain, p.name LIMIT ${MAX_DOMAINS})
      UNION ALL SELECT * FROM (SELECT c.domain, c.project_id, p.name, NULL AS approved_at, max(c.arrived_at IS NOT NULL) AS routed, json_group_array(c.address) AS addresses
      FROM (SELECT * FROM address_claims w WHERE w.proved_at IS NULL AND NOT ${isHeld(sql`w.project_id`, sql`w.address`)} ORDER BY w.created_at LIMIT ${MAX_DOMAINS}) c JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
      WHERE NOT EXISTS (SELECT 1 FROM mail_domains d WHERE d.domain = c.domain AND d.project_id = c.project_id) GROUP BY c.domain, c.project_id ORDER BY min(c.created_at))`,
    (rows) =>
      rows.map((row) => ({
        domain: row.domain,
        projectId: row.project_id,
        projectName: row.name,
        addresses: parseJson<string[]>(row.addresses),
        approvedAt: row.approved_at,
        routed: row.routed !== 0,
      })),
  );
/** Ends all claims of a deleted project. */
export const writeEndClaims = (projectId: ProjectId, when: SQL): SQL[] =>
  ["inbound_addresses", "address_claims", "mail_domains"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
