// Reports of generated conversations equal a recount of the list of events to the last unit: in zones with and without changes of the clock,
// as time goes on, after the zone changed, and after tags were merged. 2,000 conversations; 100,000 with LONG=1.
import { beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids/index.ts";
import { checkProject } from "../../modules/reports/counting/check.ts";
import { after } from "../../modules/reports/counting/fold.ts";
import { catchUp } from "../../modules/reports/counting/jobs.ts";
import { LONG } from "./long.ts";
import { type Cast, generate, type Generated, randomOf, store } from "./reports-kit.ts";
import { differences, measure, recount, rollups } from "./reports-recount-kit.ts";
import { makeWorld, type World } from "./world.ts";

const CONVERSATIONS = LONG ? 100_000 : 2000;
// After everything that is generated, and within the time for which it is kept.
const NOW = "2030-03-20T12:00:00Z";
/** Days around which conversations begin, by turns: changes of the clock in Berlin, New York and on Lord Howe Island. */
const AROUND = ["2029-03-11", "2029-03-25", "2029-04-01", "2029-10-07", "2029-10-28", "2029-11-04"].map((date) => Date.parse(date));
let world: World;
let all: Generated[];
let cast: Cast;
let seed = 7;

async function chooseZone(timeZone: string): Promise<void> {
  const path = (audience: string) => `/api/${audience}/projects/${world.projectId}/business-hours`;
  const { body } = await world.as<{ revision: number; week: unknown }>(path("dashboard"));
  const given = { on: false, timeZone, week: body.week, exceptions: [], revision: body.revision };
  const { status } = await world.as(path("management"), { method: "PUT", body: given });
  expect(status).toBe(200);
}
async function count(): Promise<void> {
  while (await catchUp(world.ctx(), world.projectId as never, 200));
}

beforeAll(async () => {
  world = await makeWorld({ now: NOW });
  const random = randomOf(seed++);
  const made = async (path: string, key: "team" | "tag", name: string): Promise<string> =>
    ((await world.as<Record<string, { id: string }>>(path, { body: { clientId: crypto.randomUUID(), name } })).body[key] as { id: string })
      .id;
  const teams = await Promise.all(["A", "B"].map((name) => made(`/api/management/projects/${world.projectId}/teams`, "team", name)));
  const tags = await Promise.all(
    ["one", "two", "three"].map((name) => made(`/api/dashboard/projects/${world.projectId}/tags`, "tag", name)),
  );
  cast = { teams, tags, operators: Array.from({ length: 6 }, () => newId("account", 0)) };
  all = Array.from({ length: CONVERSATIONS }, (_, i) => {
    const around = AROUND[i % AROUND.length] ?? 0;
    return generate(random, around + Math.floor((random() - 0.5) * 3 * 86_400_000), cast);
  });
  await chooseZone("Europe/Berlin");
}, 900_000);

test("what follows from the events of a conversation, one after the other, is what a look at all of them finds", () => {
  const random = randomOf(3);
  const textOf = (one: string, at: number, by: string | null, value: number): string => `${one} ${at} ${by} ${value}`;
  for (let i = 0; i < (LONG ? 300_000 : 10_000); i += 1) {
    const one = generate(random, AROUND[0] ?? 0, cast);
    let thread: Parameters<typeof after>[0];
    const found = one.events.flatMap(({ kind, role, by, automatic, imported, data, at }, place) => {
      const event = { sequence: place, revision: place + 1, kind, role, actorId: by, at, data: data ?? {} };
      const next = after(thread, { ...event, isImported: imported === true, isAutomatic: automatic === true });
      thread = next.thread;
      return next.facts.map((fact) => textOf(fact.measure, fact.at, fact.operatorId, fact.value));
    });
    const should = measure({ ...one, clocks: [], ratings: [] }).map((fact) => textOf(fact.measure, fact.at, fact.by, fact.seconds ?? 0));
    expect(found.toSorted(), JSON.stringify(one.events)).toEqual(should.toSorted());
  }
}, 600_000);

test("as events come in, with tags and spam that change in between", async () => {
  const half = Date.parse("2029-10-28T00:30:00Z");
  await store(world, all, 0, half, ({ tags }) => (tags.length > 0 ? cast.tags.slice(0, 1) : cast.tags.slice(2)));
  await count();
  await store(world, all, half, Infinity, ({ tags }) => tags);
  // Tags change once more, in conversations that nothing else happens in.
  const at = Date.parse("2030-03-10");
  for (const one of all) one.events.push({ at, kind: "tagged", role: "system", by: null, data: { added: [], removed: [] } });
  await store(world, all, at, Infinity, ({ tags }) => tags);
  await count();
  const [is, should] = [await rollups(world), recount(all, "Europe/Berlin")];
  expect(should.size).toBeGreaterThan(1000);
  expect(differences(is, should).slice(0, 10)).toEqual([]);
}, 3_000_000);

test("the nightly check finds nothing that differs", async () => {
  for (let night = 0; night < 3; night += 1) {
    const checked = await checkProject(world.ctx(), world.projectId as never);
    expect(checked).toMatchObject({ differed: 0 });
    expect(checked?.compared).toBeGreaterThan(20);
  }
}, 3_000_000);

test.each(["America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Europe/Berlin"])(
  "after the zone changed to %s",
  async (zone) => {
    await chooseZone(zone);
    await count();
    expect(differences(await rollups(world), recount(all, zone)).slice(0, 10)).toEqual([]);
    // Nothing of the generation before is left.
    const generations = await world.rows("SELECT DISTINCT generation FROM report_rollups WHERE project_id = ?", world.projectId);
    expect(generations).toHaveLength(1);
  },
  3_000_000,
);

test("after tags were merged", async () => {
  const [from = "", into = ""] = cast.tags;
  const path = `/api/management/projects/${world.projectId}/tags/${from}/merge`;
  expect((await world.as(path, { body: { into } })).status).toBe(202);
  await count();
  const merged = all.map((one) => ({ ...one, tags: [...new Set(one.tags.map((tag) => (tag === from ? into : tag)))] }));
  expect(differences(await rollups(world), recount(merged, "Europe/Berlin")).slice(0, 10)).toEqual([]);
}, 3_000_000);
