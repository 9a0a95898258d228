// Compares the worker's cold start with the floor worker's. On a machine that is busy with other work both are delayed at random, so
// the difference would mean nothing and the test is skipped.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { test } from "vitest";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { readBudgets } from "./budgets.ts";
import { measureColdStart } from "./cold-start.ts";

const { coldStartOverFloor } = readBudgets().milliseconds;
/** Milliseconds of processor since the machine started. */
function spent(): { readonly all: number; readonly idle: number } {
  const times = cpus().map((each) => each.times);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return { all: sum(times.flatMap((each) => Object.values(each))), idle: sum(times.map(({ idle }) => idle)) };
}
/** Whether other work takes half of the processor for five seconds. The load average would still hold what ran before. */
async function isBusy(): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const before = spent();
    await new Promise((wake) => setTimeout(wake, 1000));
    const after = spent();
    if (after.idle - before.idle > (after.all - before.all) / 2) return false;
  }
  return true;
}
const skip = existsSync(BUILT_CONFIG) ? ((await isBusy()) ? "the machine is busy" : undefined) : "dist/ is not built";

for (const age of ["kept", "new"] as const)
  test(`a cold start on a ${age} state takes at most ${coldStartOverFloor} ms longer than the floor worker`, (t) => {
    t.skip(skip !== undefined, skip);
    const { over, product, floor } = measureColdStart(age, 12, coldStartOverFloor);
    void t.annotate(`${over.toFixed(0)} ms over; ${product.map(Math.round).join(", ")} against ${floor.map(Math.round).join(", ")}`);
    assert.ok(over <= coldStartOverFloor, `${over.toFixed(0)} ms`);
  });
