// An erasure is never given up: whatever happened to its job, the schedule finishes it, and two concurrent runners do no harm.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ProjectId } from "#kernel/ids/index.ts";
import { Database } from "#kernel/db/index.ts";
import { runJob, writeEndProjectJobs } from "#kernel/jobs/index.ts";
import { sql } from "drizzle-orm";
import { LONG } from "./long.ts";
import { CANARY, endWithAnswer, erase, progress, run, stores, tick, watched } from "./erasure-kit.ts";
import { Trial } from "./erasure-trial.ts";
import type { World } from "./world.ts";

/** The short run pauses at every fifth call only, and runs fewer concurrent runners. */
const STEP = LONG ? 1 : 5;
const MEETINGS = LONG ? 20 : 6;

let trial: Trial;
let world: World;
beforeAll(async () => {
  trial = await Trial.begin();
  world = trial.world;
}, 60_000);
beforeEach(() => trial.restore());
/** Requested and marked, but not begun. */
const requestErasure = (): Promise<unknown> => erase(world, trial.visitor, endWithAnswer(world.env));
const readJob = async (): Promise<{ id: string; state: string; attempts: number }> => {
  const [job] = await world.rows<{ id: string; state: string; attempts: number }>(
    "SELECT id, state, attempts FROM jobs WHERE kind = 'erasure.erase'",
  );
  if (!job) throw new Error("no job");
  return job;
};

test("a job that used up its attempts is started again", async () => {
  await requestErasure();
  await run(world, "UPDATE jobs SET state = 'dead', attempts = 10, error = 'gave up', finished_at = 1 WHERE kind = 'erasure.erase'");
  await trial.expectSameEnd("dead");
  expect(await readJob()).toMatchObject({ state: "done", attempts: 1 });
});

test("a job marked done before its erasure is finished is started again", async () => {
  await requestErasure();
  await run(world, "UPDATE jobs SET state = 'done', finished_at = 1 WHERE kind = 'erasure.erase'");
  await trial.expectSameEnd("done too early");
});

test("a job whose runners all died is started again", async () => {
  await requestErasure();
  await run(world, "UPDATE jobs SET state = 'running', attempts = 10, lease = 'gone', lease_until = 1 WHERE kind = 'erasure.erase'");
  await trial.expectSameEnd("never ended");
});

test("a missing job is created again", async () => {
  await requestErasure();
  await run(world, "DELETE FROM jobs WHERE kind = 'erasure.erase'");
  await trial.expectSameEnd("deleted");
});

test("deleting the project ends the job but not the erasure", async () => {
  await requestErasure();
  await new Database(world.env.DB).commit([writeEndProjectJobs(world.projectId as ProjectId, world.clock.now(), [], sql`1`)]);
  expect(await readJob()).toMatchObject({ state: "dead" });
  await tick(world);
  expect((await progress(world, trial.visitor)).state).toBe("erased");
});

test("an unfinished tombstone alone, as a restored backup brings it, erases an active contact", async () => {
  await run(
    world,
    `INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES ('ers_restored', '${world.projectId}', '${trial.visitor.contactId}', 'somebody', 1)`,
  );
  await tick(world);
  expect(await progress(world, trial.visitor)).toMatchObject({
    state: "erased",
    removed: { messages: 111, attachments: 114, facts: 5, sessions: 1 },
  });
  expect((await trial.visitor.open("I am back")).status).toBe(401);
  await trial.settle();
  expect(JSON.stringify(await stores(world))).not.toContain(CANARY);
});

test.each(['{"odd":[1]}', "null"])("an erasure stored at an unknown step, at %s, starts again", async (cursor) => {
  await requestErasure();
  await run(world, `UPDATE contact_erasures SET step = 'elsewhere.gone', cursor = '${cursor}'`);
  await trial.expectSameEnd("unknown step");
});

test("repeating a finished erasure writes nothing, in the request and in the schedule", async () => {
  await erase(world, trial.visitor);
  await trial.settle();
  // The owner's session records its last use once an hour.
  await erase(world, trial.visitor);
  const before = await stores(world);
  let written = 0;
  const counting = (target = world.env) => ({
    ...target,
    DB: {
      prepare: (statement: string) => target.DB.prepare(statement),
      batch: async (statements: D1PreparedStatement[]) => {
        const results = await target.DB.batch(statements);
        for (const { meta } of results) written += meta.rows_written;
        return results;
      },
    } as unknown as D1Database,
  });
  const again = await erase(world, trial.visitor, counting());
  expect([again.status, again.body.erasure.state]).toEqual([202, "erased"]);
  await tick(world, counting());
  expect(written).toBe(0);
  expect(await stores(world)).toEqual(before);
});

/** Runs the job until its n-th call and pauses it there; undefined when it ends before. */
async function pauseAtCall(id: string, at: number): Promise<(() => Promise<void>) | undefined> {
  let calls = 0;
  const reached = Promise.withResolvers<boolean>();
  const held = Promise.withResolvers<void>();
  const env = watched(world.env, {
    async call(_name, work) {
      calls += 1;
      if (calls === at) {
        reached.resolve(true);
        await held.promise;
      }
      return await work();
    },
  });
  const slow = runJob({ ...world.ctx(), db: new Database(env.DB), env }, id);
  if (!(await Promise.race([reached.promise, slow.then(() => false)]))) return undefined;
  // Its lease expires.
  await run(world, `UPDATE jobs SET lease_until = 1 WHERE id = '${id}'`);
  return async () => {
    held.resolve();
    await slow;
  };
}
/** Fails when all objects are removed, before the erasure is marked as finished. */
function dyingBeforeFinish(): World["env"] {
  let removals = 0;
  let over = 0;
  return watched(world.env, {
    async call(name, work) {
      if (name === "FILES.delete") removals += 1;
      if (removals === 2 && (over += 1) > 2) throw new Error("gone");
      return await work();
    },
  });
}

test.each(["finishes", "all but finishes"])(
  "a runner that pauses at its n-th call while another %s does no harm when it resumes, for every n",
  { timeout: 120_000 },
  async (other) => {
    await requestErasure();
    const begun = await stores(world);
    const { id } = await readJob();
    for (let at = other === "finishes" ? 1 : 2; ; at += STEP) {
      await trial.restore(begun);
      const goOn = await pauseAtCall(id, at);
      if (!goOn) return expect(at).toBeGreaterThan(35);
      const env = other === "finishes" ? world.env : dyingBeforeFinish();
      await runJob({ ...world.ctx(), db: new Database(env.DB), env }, id).catch(() => undefined);
      await goOn();
      await trial.expectSameEnd(`two runners, one paused at call ${at}`);
    }
  },
);

test("two concurrent runners do no harm, many times", { timeout: 60_000 }, async () => {
  await requestErasure();
  const begun = await stores(world);
  const { id } = await readJob();
  for (let i = 0; i < MEETINGS; i += 1) {
    await trial.restore(begun);
    const late = watched(world.env, {
      async call(_name, work) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
        return await work();
      },
    });
    const first = runJob({ ...world.ctx(), db: new Database(late.DB), env: late }, id);
    await expect.poll(async () => (await readJob()).state, { interval: 1 }).not.toBe("queued");
    await run(world, `UPDATE jobs SET lease_until = 1 WHERE id = '${id}' AND state = 'running'`);
    await Promise.all([first, runJob(world.ctx(), id)]);
    await trial.expectSameEnd(`two at once, ${i}`);
  }
});
