import { expect, test } from "vitest";
import { IDLE_AFTER, watchIdle } from "./idle.ts";

function clock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  let input: (() => void) | undefined;
  const told: [number, boolean][] = [];
  const stop = watchIdle((idle) => told.push([now, idle]), {
    now: () => now,
    wait: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    onInput: (used) => {
      input = used;
      return () => (input = undefined);
    },
  });
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const due = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((other) => other !== due);
      now = Math.max(now, due.at);
      due.run();
    }
    now = until;
  };
  return { told, pass, stop, use: () => input?.(), timers: () => timers.length };
}

test("a browser is idle a quarter of an hour after the last input, and used again with the next", () => {
  const { told, pass, use } = clock();
  pass(IDLE_AFTER - 1000);
  use();
  pass(IDLE_AFTER - 1);
  expect(told).toEqual([]);
  pass(1);
  const idleAt = 2 * IDLE_AFTER - 1000;
  expect(told).toEqual([[idleAt, true]]);
  pass(5000);
  use();
  use();
  expect(told).toEqual([
    [idleAt, true],
    [idleAt + 5000, false],
  ]);
  pass(IDLE_AFTER);
  expect(told.at(-1)).toEqual([idleAt + 5000 + IDLE_AFTER, true]);
});

test("a timer that was held up, as of a sleeping computer, is idle at once", () => {
  const { told, pass, stop, timers } = clock();
  pass(3 * IDLE_AFTER);
  expect(told).toEqual([[IDLE_AFTER, true]]);
  stop();
  expect(timers()).toBe(0);
});

test("whoever stopped watching hears no more", () => {
  const { told, pass, stop, use } = clock();
  stop();
  pass(2 * IDLE_AFTER);
  use();
  expect(told).toEqual([]);
});
