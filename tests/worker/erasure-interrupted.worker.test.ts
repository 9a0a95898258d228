// E12: an erasure interrupted at any call to the platform, before or after the call took effect, reaches the same end as an undisturbed
// one.
import { beforeAll, expect, test } from "vitest";
import { LONG } from "./long.ts";
import { endWithAnswer, erase, failing, type Fault, stores, tick } from "./erasure-kit.ts";
import { Trial } from "./erasure-trial.ts";

let trial: Trial;
beforeAll(async () => {
  trial = await Trial.begin();
}, 60_000);

// Dying before a call equals dying after the one before it, so one of them is enough. In the short run each call fails in one of these
// ways, in the long run in all.
const FAULTS: (Omit<Fault, "at"> & { first: number })[] = [
  { when: "before", forGood: false, first: 1 },
  { when: "after", forGood: false, first: 2 },
  { when: "after", forGood: true, first: 3 },
];
const step = LONG ? 1 : FAULTS.length;
const hits = new Set<string>();

test.each(FAULTS)("the n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 400_000 }, async (fault) => {
  const { world, visitor } = trial;
  const { first, ...way } = fault;
  let asked = 0;
  for (let at = step === 1 ? 1 : first; ; at += step) {
    await trial.restore();
    const { env: broken, hit } = failing(world.env, { at, ...way });
    const answer = await erase(world, visitor, broken);
    const name = hit();
    if (name === undefined) break;
    hits.add(name);
    asked += step;
    // A caller without an answer asks again; an accepted erasure continues by itself.
    if ((await world.rows("SELECT 1 FROM contact_erasures")).length === 0) {
      expect(answer.status, name).toBeGreaterThanOrEqual(500);
      expect((await erase(world, visitor)).status).toBe(202);
    }
    await trial.expectSameEnd(`call ${at}, ${name}`);
  }
  expect(asked).toBeGreaterThan(40);
});
test("the interrupted calls include every kind of call", () => {
  expect(hits).toEqual(
    new Set(["DB.batch", "objects.end", "objects.noteOnline", "objects.publish", "objects.nudge", "FILES.delete", "JOBS.sendBatch"]),
  );
});

test("the schedule carries the erasure out and dies after its n-th call, for every n", { timeout: 400_000 }, async () => {
  const { world, visitor } = trial;
  await trial.restore();
  await erase(world, visitor, endWithAnswer(world.env));
  const begun = await stores(world);
  expect(begun.tables["contact_erasures"]?.[0]?.["finished_at"]).toBeNull();
  for (let at = 1; ; at += step) {
    await trial.restore(begun);
    const { env: broken, hit } = failing(world.env, { at, when: "after", forGood: true });
    await tick(world, broken);
    const name = hit();
    if (name === undefined) return expect(at).toBeGreaterThan(40);
    await trial.expectSameEnd(`call ${at} of a tick, ${name}`);
  }
});
