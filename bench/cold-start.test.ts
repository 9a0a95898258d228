// Checks that a cold start stays within its budget over the floor worker. Skipped on a busy machine, where both sides mostly wait for the
// processor and the difference means nothing.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { test } from "vitest";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { readBudgets } from "./budgets.ts";
import { measureColdStart } from "./cold-start.ts";

const { coldStartOverFloor } = readBudgets().milliseconds;
const isBusy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() * 1.5;
const skip = existsSync(BUILT_CONFIG) ? (isBusy() ? "the machine is busy" : undefined) : "dist/ is not built";

for (const age of ["kept", "new"] as const)
  test(`from a start to its first answer, ${age} state: at most ${coldStartOverFloor} ms over the floor`, (t) => {
    t.skip(skip !== undefined, skip);
    const { over, product, floor } = measureColdStart(age, 12, coldStartOverFloor);
    void t.annotate(`${over.toFixed(0)} ms over; ${product.map(Math.round).join(", ")} beside ${floor.map(Math.round).join(", ")}`);
    assert.ok(over <= coldStartOverFloor, `${over.toFixed(0)} ms`);
  });
