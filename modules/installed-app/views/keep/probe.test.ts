import { expect, test } from "vitest";
import { pauseAfter, startProbe, type ProbePorts } from "./probe.ts";

/** A window whose server answers as the test says. `said`: what the browser says of the network. */
function begin(start: { lost?: boolean } = {}) {
  let now = 1000;
  let timers: { at: number; run: () => void }[] = [];
  const world = { answers: true, hidden: false, waits: false, noNetwork: false, lost: start.lost ?? false, heard: 0 as number | undefined };
  const asked: { at: number; within: number }[] = [];
  let hanging: ((answered: boolean) => void) | undefined;
  const ports: ProbePorts = {
    ask: (within) => {
      asked.push({ at: now, within });
      if (!world.answers) return Promise.resolve(false);
      world.heard = now;
      world.lost = false;
      return Promise.resolve(true);
    },
    lastHeard: () => world.heard,
    isLost: () => world.lost,
    lose: () => (world.lost = true),
    isHidden: () => world.hidden,
    waits: () => world.waits,
    hasNoNetwork: () => world.noNetwork,
    now: () => now,
    random: () => 1,
    wait: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    world,
    asked,
    ports,
    hang: () => (ports.ask = (within) => (asked.push({ at: now, within }), new Promise((done) => (hanging = done)))),
    answer: (answered: boolean) => hanging?.(answered),
    settle,
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

test("the browser’s word that there is no network is only looked into: the server on the same computer answers", async () => {
  const { world, asked, ports, settle, pass } = begin();
  const probe = startProbe(ports);
  world.noNetwork = true;
  probe.hint();
  await settle();
  expect(world.lost).toBe(false);
  await pass(600_000);
  expect(asked).toHaveLength(1);
});

test("a real loss is known with the first unanswered question, and the connection with the first answer", async () => {
  const { world, asked, ports, settle, pass } = begin();
  const probe = startProbe(ports);
  world.answers = false;
  probe.doubt();
  await settle();
  expect(world.lost).toBe(true);
  expect(asked).toHaveLength(1);
  await pass(7000);
  expect(asked).toHaveLength(4);
  world.answers = true;
  await pass(8000);
  expect(world.lost).toBe(false);
  const { length } = asked;
  await pass(600_000);
  expect(asked).toHaveLength(length);
});

test("a start without a connection asks until the server answers", async () => {
  const { world, ports, pass } = begin({ lost: true });
  world.heard = undefined;
  startProbe(ports);
  await pass(2000);
  expect(world.lost).toBe(false);
});

test("questions become rare, and there is one at a time", async () => {
  const { world, asked, ports, hang, answer, settle, pass } = begin();
  const probe = startProbe(ports);
  world.answers = false;
  for (let n = 0; n < 20; n++) probe.doubt();
  await pass(600_000);
  expect(asked.length).toBeLessThan(40);
  expect(pauseAfter(50, 1)).toBe(20_000);
  expect(pauseAfter(50, 0)).toBe(10_000);
  hang();
  probe.hint();
  const { length } = asked;
  probe.hint();
  probe.shown();
  probe.wanted();
  probe.doubt();
  await pass(5000);
  expect(asked).toHaveLength(length);
  answer(false);
  await settle();
  expect(asked).toHaveLength(length + 1);
});

test("wrong doubts, as of requests that something else blocks, are looked into ever more rarely, but a hint at once", async () => {
  const { world, asked, ports, settle, pass } = begin();
  const probe = startProbe(ports);
  for (let n = 0; n < 60; n++) {
    probe.doubt();
    await pass(1000);
  }
  expect(asked.length).toBeLessThan(12);
  expect(world.lost).toBe(false);
  world.answers = false;
  probe.hint();
  await settle();
  expect(world.lost).toBe(true);
});

test("a socket that opens again at once asks nothing", async () => {
  const { world, asked, ports, pass } = begin();
  const probe = startProbe(ports);
  probe.doubt(true);
  await pass(500);
  world.heard = 1500;
  await pass(10_000);
  expect(asked).toEqual([]);
  probe.doubt(true);
  world.answers = false;
  await pass(1000);
  expect(world.lost).toBe(true);
});

test("what is heard while a question goes unanswered counts", async () => {
  const { world, ports, hang, answer, settle } = begin();
  hang();
  const probe = startProbe(ports);
  probe.doubt();
  world.heard = 5000;
  answer(false);
  await settle();
  expect(world.lost).toBe(false);
});

test("a hidden window asks nothing by itself, a few times after a change of the network, and when it is shown", async () => {
  const { world, asked, ports, settle, pass } = begin();
  const probe = startProbe(ports);
  world.answers = false;
  world.hidden = true;
  probe.doubt();
  await pass(600_000);
  expect(asked).toEqual([]);
  probe.hint();
  await settle();
  await pass(600_000);
  expect(asked).toHaveLength(4);
  world.answers = true;
  world.hidden = false;
  probe.shown();
  await settle();
  expect(world.lost).toBe(false);
});

test("a hidden window in which something waits asks once a minute, until the server answers", async () => {
  const { world, asked, ports, settle, pass } = begin();
  const probe = startProbe(ports);
  world.answers = false;
  world.hidden = true;
  world.waits = true;
  probe.doubt();
  await settle();
  expect(asked).toHaveLength(1);
  await pass(300_000);
  expect(asked.length).toBeGreaterThanOrEqual(5);
  expect(asked.length).toBeLessThanOrEqual(7);
  world.answers = true;
  await pass(60_000);
  expect(world.lost).toBe(false);
  const until = asked.length;
  await pass(600_000);
  expect(asked).toHaveLength(until);
});
