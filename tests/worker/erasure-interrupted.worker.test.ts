// E12: an erasure that is interrupted at any call to the platform, before or after the call took effect, ends as if it had not been.
import { beforeAll, expect, test } from "vitest";
import { cut, erase, failing, type Fault, stores, tick } from "./erasure-kit.ts";
import { Trial } from "./erasure-trial.ts";

let trial: Trial;
beforeAll(async () => {
  trial = await Trial.begin();
}, 60_000);

// Dead before one call is dead after the one before it: once is enough.
const FAULTS: Omit<Fault, "at">[] = [
  { when: "before", forGood: false },
  { when: "after", forGood: false },
  { when: "after", forGood: true },
];

test.each(FAULTS)("n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 120_000 }, async (fault) => {
  const { world, visitor } = trial;
  const names: string[] = [];
  for (let at = 1; ; at += 1) {
    await trial.again();
    const { env, hit } = failing(world.env, { at, ...fault });
    const first = await erase(world, visitor, env);
    const name = hit();
    if (name === undefined) break;
    names.push(name);
    // Whoever got no answer asks again; what was accepted goes on by itself.
    if ((await world.rows("SELECT 1 FROM contact_erasures")).length === 0) {
      expect(first.status, name).toBeGreaterThanOrEqual(500);
      expect((await erase(world, visitor)).status).toBe(202);
    }
    await trial.sameEnd(`call ${at}, ${name}`);
  }
  expect(new Set(names)).toEqual(
    new Set(["DB.batch", "objects.end", "objects.noteOnline", "objects.tell", "objects.nudge", "FILES.delete", "JOBS.sendBatch"]),
  );
  expect(names.length).toBeGreaterThan(40);
});

test("the schedule carries it out and dies after its n-th call, for every n", { timeout: 120_000 }, async () => {
  const { world, visitor } = trial;
  await trial.again();
  await erase(world, visitor, cut(world.env));
  const begun = await stores(world);
  expect(begun.tables["contact_erasures"]?.[0]?.["finished_at"]).toBeNull();
  for (let at = 1; ; at += 1) {
    await trial.again(begun);
    const { env, hit } = failing(world.env, { at, when: "after", forGood: true });
    await tick(world, env);
    const name = hit();
    if (name === undefined) return expect(at).toBeGreaterThan(40);
    await trial.sameEnd(`call ${at} of a tick, ${name}`);
  }
});
