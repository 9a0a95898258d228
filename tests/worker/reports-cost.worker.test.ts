// What reports cost: a report reads rollups by their key, whatever happened in the project; and every look is a range of an index.
import { beforeAll, expect, test } from "vitest";
import { type SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { DIMENSIONS } from "#modules/reports/contract";
import {
  readCellsOf,
  readClockFacts,
  readEventsOf,
  readFactsBetween,
  readFactsOf,
  readKnown,
  readKnownAfter,
  readKnownLately,
  readOtherFactsOf,
  readPresent,
  readProjects,
  readRatingFacts,
  readState,
  readUncounted,
  writeOldGone,
  writeOtherGenerationGone,
} from "../../modules/reports/counting/queries.ts";
import { readDays, readGroups, readHoursOfWeek } from "../../modules/reports/report/queries.ts";
import { catchUp } from "../../modules/reports/counting/jobs.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-02T09:00:00Z" });
});

test("every look is a range of an index", async () => {
  const dialect = new SQLiteSyncDialect();
  const planOf = async (statement: SQL): Promise<string[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await world.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...(params as never[]))).map(({ detail }) => detail);
  };
  const [project, ids] = [world.projectId as never, ["cnv_1"] as never];
  const which = { projectId: project, generation: 1, from: 1, until: 90 };
  const looks: readonly { readonly statement: SQL }[] = [
    ...[readState(project), readUncounted(project, 1), readEventsOf(project, "cnv_1" as never, 1), readPresent(project, ids)],
    ...[
      readKnown(project, ids),
      readKnownAfter(project, "", 1),
      readKnownLately(project, 1),
      readFactsOf(project, ids),
      readOtherFactsOf(project, ids),
    ],
    ...[readFactsBetween(project, 1, 2, { at: 0, conversationId: "", id: "" }, 1), readClockFacts(project, ids, 0)],
    ...[readRatingFacts(project, ids, 0), readCellsOf(project, 1, 1), readProjects("", 1)],
    ...[readDays(which, "all", ""), readGroups(which, "tag", undefined), readGroups(which, "operator", "acc_1"), readHoursOfWeek(which)],
    ...[...writeOldGone(project, 1, 1, 1, 1), writeOtherGenerationGone(project, 1, 1)].map((statement) => ({ statement })),
  ];
  for (const { statement } of looks) {
    const plan = await planOf(statement);
    // Lists that are given may be gone through; tables may not. The list of projects is read page by page along its key.
    const scans = plan.filter((step) => /^SCAN (?!json_each|k\b|d\b|p USING|CONSTANT|\(|subquery)/i.test(step));
    expect(scans, plan.join("\n")).toEqual([]);
  }
});

test("what a report of 90 days of a busy team of twenty reads; and one of nothing new writes nothing", async () => {
  const at = world.projectId as never;
  while (await catchUp(world.ctx(), at, 100));
  const measures = ["new_conversation", "customer_message", "reply", "reopened", "target_met", "target_missed"];
  const lengths = ["first_response", "wait", "resolution"];
  // Of each day, by each of twenty: every measure, and each length in eight classes.
  await world.rows(
    `WITH RECURSIVE d(day) AS (SELECT 21700 UNION ALL SELECT day + 1 FROM d WHERE day < 21915), o(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM o WHERE key < 20),
       m(name, buckets) AS (SELECT value, 1 FROM json_each(?1) UNION ALL SELECT value, 8 FROM json_each(?2)), b(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM b WHERE n < 7)
     INSERT INTO report_rollups (project_id, generation, dimension, day, key, measure, bucket, count, total)
     SELECT ?3, 1, 'operator', day, 'acc_' || key, name, 40 + n, 1, 60 FROM d, o, m, b WHERE n < buckets
     UNION ALL SELECT ?3, 1, 'all', day, '', name, 40 + n, 20, 1200 FROM d, m, b WHERE n < buckets`,
    JSON.stringify(measures),
    JSON.stringify(lengths),
    world.projectId,
  );
  const ctx = world.ctx();
  const which = { projectId: at, generation: 1, from: 21826, until: 21915 };
  // Ninety days and ninety before them, by a row for each day, measure and class.
  await ctx.db.read(readDays({ ...which, from: 21736 }, "all", ""));
  expect(ctx.db.cost.rowsRead).toBeLessThan(6000);
  // Twenty who did everything on each of ninety days: 54,000 rows, which summing up counts twice.
  for (const dimension of DIMENSIONS) await ctx.db.read(readGroups(which, dimension, undefined));
  expect(ctx.db.cost.rowsRead).toBeLessThan(120_000);
  const again = world.ctx();
  await catchUp(again, at, 100);
  expect([again.db.cost.rowsWritten, again.db.cost.roundTrips]).toEqual([0, 1]);
});
