// All SQL of the business hours.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { stillMay } from "#modules/projects";
import { type BusinessHours, exceptionsOf, exceptionsText, type GivenSchedule, weekOf, weekText } from "./contract.ts";

/** Working days from nine to five, off. */
export const UNSET: BusinessHours = {
  on: false,
  timeZone: "UTC",
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 9 * 60, to: 17 * 60 }] : [])),
  exceptions: [],
  revision: 0,
};

export const readHours = (projectId: ProjectId): Query<BusinessHours> =>
  query(
    sql`SELECT ${columns("business_hours", "is_on, time_zone, week, exceptions, revision")} FROM business_hours WHERE project_id = ${projectId}`,
    ([row]) =>
      row === undefined
        ? UNSET
        : {
            ...{ on: row.is_on !== 0, timeZone: row.time_zone, week: weekOf(row.week) },
            ...{ exceptions: exceptionsOf(row.exceptions), revision: row.revision },
          },
  );

const stored = (projectId: ProjectId, column: SQL): SQL => sql`SELECT ${column} FROM business_hours WHERE project_id = ${projectId}`;
/** Condition: this member may change the hours, and nobody has since the revision. */
export const mayChange = (projectId: ProjectId, revision: number, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND coalesce((${stored(projectId, sql`revision`)}), 0) = ${revision})`;
export const writeHours = (projectId: ProjectId, given: GivenSchedule, when: SQL): SQL => sql`
  INSERT INTO business_hours (project_id, is_on, time_zone, week, exceptions, revision)
  SELECT ${projectId}, ${given.on ? 1 : 0}, ${given.timeZone}, ${weekText(given.week)}, ${exceptionsText(given.exceptions)}, ${given.revision + 1} WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET is_on = excluded.is_on, time_zone = excluded.time_zone, week = excluded.week, exceptions = excluded.exceptions,
    revision = excluded.revision`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM business_hours WHERE project_id = ${projectId} AND ${when}`;
