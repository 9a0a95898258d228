// Statements that read rollups.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Dimension, Measure } from "../contract.ts";

/** A sum of facts. */
export interface Sum {
  readonly measure: Measure;
  readonly bucket: number;
  readonly count: number;
  readonly total: number;
}
interface Which {
  readonly projectId: ProjectId;
  readonly generation: number;
  readonly from: number;
  readonly until: number;
}
const daysIn = ({ from, until }: Which): string =>
  JSON.stringify(Array.from({ length: Math.max(0, until - from + 1) }, (_, i) => from + i));
/** The sums of each day of one group: one look-up by the primary key for each day. */
export const readDays = (which: Which, dimension: Dimension | "all", key: string): Query<(Sum & { readonly day: number })[]> =>
  query(
    sql`SELECT ${columns({ r: "report_rollups" }, "r.day, r.measure, r.bucket, r.count, r.total")}
      FROM json_each(${daysIn(which)}) d CROSS JOIN report_rollups r ON r.project_id = ${which.projectId} AND r.generation = ${which.generation} AND r.dimension = ${dimension} AND r.day = d.value AND r.key = ${key}`,
    (rows) => rows.map((row) => ({ ...row, measure: row.measure as Measure })),
  );
const ofPeriod = ({ projectId, generation, from, until }: Which, dimension: Dimension | "hour"): SQL =>
  sql`report_rollups r WHERE r.project_id = ${projectId} AND r.generation = ${generation} AND r.dimension = ${dimension} AND r.day BETWEEN ${from} AND ${until}`;
/** The sums of each group of a period. */
export const readGroups = (which: Which, dimension: Dimension, only: string | undefined): Query<(Sum & { readonly key: string })[]> =>
  query(
    sql`SELECT ${columns({ r: "report_rollups" }, "r.key, r.measure, r.bucket")}, sum(r.count) ${as.number("count")}, sum(r.total) ${as.number("total")}
      FROM ${ofPeriod(which, dimension)}${only === undefined ? sql`` : sql` AND r.key = ${only}`} GROUP BY r.key, r.measure, r.bucket`,
    (rows) => rows.map((row) => ({ ...row, measure: row.measure as Measure })),
  );
/** Customers' messages by weekday (0: Monday) and hour. 1 January 1970 was a Thursday. */
export const readHoursOfWeek = (
  which: Which,
): Query<readonly { readonly weekday: number; readonly hour: number; readonly count: number }[]> =>
  query(
    sql`SELECT (r.day + 3) % 7 ${as.number("weekday")}, ${columns({ r: "report_rollups" }, "r.key")}, sum(r.count) ${as.number("count")} FROM ${ofPeriod(which, "hour")} GROUP BY 1, 2`,
    (rows) => rows.map((row) => ({ weekday: row.weekday, hour: Number(row.key), count: row.count })),
  );
