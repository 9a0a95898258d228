// Compares the worker's cold start with the floor worker's. On a machine that is busy with other work both are delayed at random, so
// the difference would mean nothing and the test is skipped.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { test } from "vitest";
import { BUILT_CONFIG } from "../scripts/lib/paths.ts";
import { readBudgets } from "./budgets.ts";
import { measureColdStart } from "./cold-start.ts";

const { coldStart } = readBudgets().ratios;
const busy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() * 1.5;
const skip = existsSync(BUILT_CONFIG) ? (busy() ? "the machine is busy" : undefined) : "dist/ is not built";

for (const age of ["kept", "new"] as const)
  test(`a cold start on a ${age} state takes at most ${coldStart} times as long as the floor worker's`, (t) => {
    t.skip(skip !== undefined, skip);
    const { ratio, product, floor } = measureColdStart(age, 12, coldStart);
    void t.annotate(`${ratio.toFixed(2)} ×; ${product.map(Math.round).join(", ")} against ${floor.map(Math.round).join(", ")}`);
    assert.ok(ratio <= coldStart, `${ratio.toFixed(2)} ×`);
  });
