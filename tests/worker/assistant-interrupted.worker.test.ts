// A round interrupted at any call to the platform, before or after it took effect, ends as one answer that is stored, proved and paid once.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LONG, TURN } from "./long.ts";
import { ANSWER, assistantWorld, PROVED, QUESTION } from "./assistant-kit.ts";
import { failing, type Fault, noConsumer, tick } from "./erasure-kit.ts";

// In the long run each call fails in each of these ways. In the short run a third of the calls fails, in one way each; which third turns
// with the commit, because each call takes a question, its answer and four minutes of the schedule.
const FAULTS: (Omit<Fault, "at"> & { first: number })[] = [
  { when: "before", forGood: false, first: 1 },
  { when: "after", forGood: false, first: 2 },
  { when: "after", forGood: true, first: 3 },
];
const step = LONG ? 1 : 3 * FAULTS.length;

test.each(FAULTS)("the n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 180_000 }, async (fault) => {
  const w = await assistantWorld();
  const { world } = w;
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, usage: { input: 1000, output: 100 }, always: true });
  const { first, ...way } = fault;
  for (let at = LONG ? 1 : first + FAULTS.length * (TURN % 3); ; at += step) {
    const visitor = await world.visitor();
    const { env: broken, hit } = failing(noConsumer(world.env), { at, ...way });
    const body = { clientId: randomUUID(), content: QUESTION };
    const post = (on: unknown) => visitor.call<{ conversation: { id: string } }>("/api/widget/conversations", { body, env: on as object });
    const posted = await post(broken);
    const answer = posted.status < 300 ? posted : await post(noConsumer(world.env));
    expect(answer.status).toBeLessThan(300);
    const { id } = answer.body.conversation;
    for (let i = 0; i < 4; i += 1) {
      world.clock.advance({ minutes: 8 });
      await tick(world, noConsumer(world.env));
    }
    const name = `call ${at}, ${hit()}`;
    expect(
      (await w.messages(id)).map(({ role, content }) => [role, content]),
      name,
    ).toEqual([
      ["visitor", QUESTION],
      ["assistant", PROVED],
    ]);
    const rounds = await w.rounds(id);
    expect(rounds, name).toMatchObject([{ state: "sent", lease: null }]);
    expect(await world.rows("SELECT 1 FROM assistant_traces WHERE round_id = ?", rounds[0]?.["id"]), name).toHaveLength(1);
    expect(await w.rounds(id).then((all) => all.filter(({ ended_at: ended }) => ended === null)), name).toEqual([]);
    const calls = await w.calls();
    expect(
      calls.filter(({ state }) => state === "started"),
      name,
    ).toEqual([]);
    // What each call cost is in the sums once, also of calls whose worker died.
    const spent = (await w.usage()).reduce((all, { cost }) => all + Number(cost), 0);
    expect(spent, name).toBe(calls.reduce((all, { cost }) => all + Number(cost), 0));
    if (hit() === undefined) {
      // The request, its jobs, the search, the call's begin and end, frames.
      expect(at).toBeGreaterThan(8);
      break;
    }
  }
  const sent = await world.rows<{ n: number }>(
    "SELECT count(*) AS n FROM assistant_rounds WHERE project_id = ? AND state = 'sent'",
    w.projectId,
  );
  const counted = await world.rows<{ n: number }>(
    "SELECT sum(n) AS n FROM abuse_counters WHERE key = ?",
    `repliesPerProject:${w.projectId}`,
  );
  expect(counted[0]?.n).toBe(sent[0]?.n);
});
