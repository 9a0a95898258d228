// All SQL of the availability of members.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { Availability, Chosen } from "./contract.ts";

/** As many as a project's list of members. */
const MAX_LISTED = 500;

export const readChosen = (projectId: ProjectId): Query<Chosen> =>
  query(
    sql`SELECT ${columns({ a: "member_availability" }, "a.account_id, a.availability")} FROM member_availability a
      JOIN memberships m ON m.project_id = a.project_id AND m.account_id = a.account_id
      WHERE a.project_id = ${projectId} LIMIT ${MAX_LISTED}`,
    (rows) => ({ items: rows.map((row) => ({ accountId: row.account_id, availability: row.availability as "busy" | "away" })) }),
  );
/** Condition: the account chose busy or away. */
export const isNotOnline = (projectId: ProjectId, account: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM member_availability v WHERE v.project_id = ${projectId} AND v.account_id = ${account})`;
/** Sets what a member chose, where `when` holds. */
export const writeChosen = (projectId: ProjectId, accountId: AccountId, availability: Availability, when: SQL): SQL =>
  availability === "online"
    ? sql`DELETE FROM member_availability WHERE project_id = ${projectId} AND account_id = ${accountId} AND ${when}`
    : sql`INSERT INTO member_availability (project_id, account_id, availability) SELECT ${projectId}, ${accountId}, ${availability} WHERE ${when}
        ON CONFLICT (project_id, account_id) DO UPDATE SET availability = excluded.availability`;
/** Of whoever is no member any more. */
export const writeMemberGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM member_availability WHERE project_id = ${projectId} AND ${when} AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = member_availability.account_id)`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM member_availability WHERE project_id = ${projectId} AND ${when}`;
