// The nightly check of reports: it finds damaged rollups and facts, puts them right, tells of it, and is started by the schedule at night.
import { beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids/index.ts";
import type { Report } from "#modules/reports/contract";
import { checkProject } from "../../modules/reports/counting/check.ts";
import { countNext } from "../../modules/reports/counting/count.ts";
import { catchUp } from "../../modules/reports/counting/jobs.ts";
import { type Cast, generate, type Generated, randomOf, store } from "./reports-kit.ts";
import { differences, recount, rollups } from "./reports-recount-kit.ts";
import { makeWorld, type World } from "./world.ts";

const NOW = "2029-12-20T12:00:00Z";
let world: World;
let all: Generated[];
beforeAll(async () => {
  world = await makeWorld({ now: NOW });
  const random = randomOf(11);
  const cast: Cast = { teams: [], tags: [], operators: Array.from({ length: 3 }, () => newId("account", 0)) };
  const begin = Date.parse("2029-11-01T00:00:00Z");
  all = Array.from({ length: 60 }, () => generate(random, begin + random() * 6 * 86_400_000, cast));
  await store(world, all, 0, Infinity, () => []);
  while (await catchUp(world.ctx(), world.projectId as never, 200));
}, 60_000);
const isRight = async (): Promise<string[]> => differences(await rollups(world), recount(all, "UTC"));
/** As many nights as it takes to compare everything: the days of two months, twenty conversations a night. */
async function nights(): Promise<number> {
  let differed = 0;
  await world.rows("UPDATE report_states SET checked_day = NULL");
  for (let night = 0; night < 8; night += 1) {
    differed += (await checkProject(world.ctx(), world.projectId as never))?.differed ?? 0;
  }
  return differed;
}
const change = (sql: string): Promise<unknown> => world.rows(sql, world.projectId);

test("what is right is left as it is", async () => {
  expect(await isRight()).toEqual([]);
  expect(await nights()).toBe(0);
  expect(await isRight()).toEqual([]);
});

test("damaged rollups are found and put right, and the screen says so", async () => {
  const day = Date.parse("2029-11-03") / 86_400_000;
  await change(
    `UPDATE report_rollups SET count = count + 5 WHERE project_id = ? AND dimension = 'all' AND measure = 'reply' AND day = ${day}`,
  );
  await change(`DELETE FROM report_rollups WHERE project_id = ? AND dimension = 'channel' AND day = ${day + 2}`);
  await change(
    `INSERT INTO report_rollups (project_id, generation, dimension, day, key, measure, bucket, count, total) VALUES (?, 1, 'hour', ${day}, '25', 'reply', 0, 3, 9)`,
  );
  expect(await isRight()).not.toEqual([]);
  expect(await nights()).toBe(2);
  expect(await isRight()).toEqual([]);
  await world.signIn().then(({ headers }) => (world.cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? ""));
  const { body } = await world.as<Report>(`/api/dashboard/projects/${world.projectId}/reports`);
  expect(body.check).toMatchObject({ differed: 0, differedAt: expect.any(String) as string });
});

test("damaged facts and forgotten spam are found by counting the events anew, and put right with their rollups", async () => {
  const [one, two, three] = all.filter(({ events }) => events.some(({ kind, role }) => kind === "message" && role === "operator"));
  await change(`DELETE FROM report_facts WHERE project_id = ? AND conversation_id = '${one?.id}' AND measure = 'reply'`);
  await change(`UPDATE report_facts SET value = value + 60, operator_id = NULL WHERE project_id = ? AND conversation_id = '${two?.id}'`);
  await change(
    `UPDATE report_conversations SET excluded = 1 - excluded, tags = '["tag_gone"]' WHERE project_id = ? AND conversation_id = '${three?.id}'`,
  );
  expect(await nights()).toBeGreaterThanOrEqual(3);
  expect(await nights()).toBe(0);
  expect(await isRight()).toEqual([]);
});

test("a conversation that ceased to exist counts no more", async () => {
  const [gone] = all.splice(0, 1);
  await change(`DELETE FROM conversations WHERE project_id = ? AND id = '${gone?.id}'`);
  expect(await isRight()).not.toEqual([]);
  expect(await nights()).toBe(1);
  expect(await isRight()).toEqual([]);
});

test("the schedule stores a check at night, in the project's zone, and counts by the hour", async () => {
  const jobs = async (): Promise<string[]> =>
    (
      await world.rows<{ kind: string }>(
        "SELECT kind FROM jobs WHERE project_id = ? AND kind LIKE 'reports.%' ORDER BY id",
        world.projectId,
      )
    ).map(({ kind }) => kind);
  world.clock.set("2030-06-01T14:53:10Z");
  await world.tick();
  expect(await jobs()).toEqual([]);
  world.clock.set("2030-06-02T03:53:10Z");
  // Also where it never was checked.
  await world.rows("UPDATE report_states SET checked_at = NULL");
  await world.tick();
  expect(await jobs()).toEqual(["reports.check"]);
  await world.tick();
  const [row] = await world.rows<{ checked_at: number }>("SELECT checked_at FROM report_states WHERE project_id = ?", world.projectId);
  expect(row?.checked_at).toBe(Date.parse("2030-06-02T03:53:10Z"));
  await (await world.visitor()).open("Hello");
  world.clock.set("2030-06-02T15:53:00Z");
  await world.tick();
  expect(await jobs()).toEqual(["reports.check", "reports.count"]);
});

test("two that count at once count once", async () => {
  await world.rows("DELETE FROM report_rollups");
  await world.rows("DELETE FROM report_facts");
  await world.rows("DELETE FROM report_conversations");
  await world.rows("UPDATE report_states SET sequence = 0, version = version + 1");
  const at = world.projectId as never;
  for (let i = 0; i < 6; i += 1) await Promise.all([countNext(world.ctx(), at), countNext(world.ctx(), at), countNext(world.ctx(), at)]);
  const found = await rollups(world);
  // The conversation of the test before is no generated one.
  const should = recount(all, "UTC");
  expect([...should.keys()].filter((key) => JSON.stringify(found.get(key)) !== JSON.stringify(should.get(key)))).toEqual([]);
});
