// Reads a project's members with their verified addresses, for modules that notify them by mail.
import { accountOfAddress, accountOfVerifiedAddress, emailOf, languageOfAccount, verifiedAddressOf } from "#modules/accounts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";
import type { Role } from "./contract.ts";

export interface MemberAddress {
  readonly accountId: AccountId;
  readonly role: Role;
  readonly email: string;
  /** Whether the address is verified: a link in a mail to it was used. `confirmed` on the wire. */
  readonly confirmed: boolean;
  /** In which they are written to. */
  readonly language: Language;
}
const COLUMNS = columnList`${columns({ m: "memberships" }, "m.account_id, m.role")}, ${emailOf(sql`m.account_id`)} ${as.text("email")}, ${verifiedAddressOf(sql`m.account_id`)} IS NOT NULL ${as.number("confirmed")}, ${languageOfAccount(sql`m.account_id`)} ${as.textOrNull("language")}`;
const address = (row: RowIn<typeof COLUMNS>): MemberAddress => ({
  accountId: row.account_id,
  role: row.role,
  email: row.email,
  confirmed: row.confirmed !== 0,
  language: languageOf(row.language ?? "") ?? "en",
});
/** The same limit as the list of members. */
const MAX_MEMBERS = 500;
export const readMemberAddresses = (projectId: ProjectId): Query<MemberAddress[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM memberships m WHERE m.project_id = ${projectId} ORDER BY m.joined_at, m.account_id LIMIT ${MAX_MEMBERS}`,
    (rows) => rows.map(address),
  );
export const readMemberAddress = (projectId: ProjectId, who: AccountId | SQL): Query<MemberAddress | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${who}`, address);
/** The member with this address. */
export const readMemberOfAddress = (projectId: ProjectId, email: string): Query<MemberAddress | undefined> =>
  readMemberAddress(projectId, accountOfAddress(email));
/** Condition: the account is a member with a verified address. */
export const isVerifiedMember = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${accountId} AND ${verifiedAddressOf(sql`m.account_id`)} IS NOT NULL)`;
/** Condition: the address is verified and belongs to a member. */
export const isVerifiedMemberAddress = (projectId: ProjectId, email: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${accountOfVerifiedAddress(email)})`;
