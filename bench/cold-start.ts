// `node bench/cold-start.ts`: from the start of the runtime to the first answer, ours beside the floor worker on the same runtime. The two
// take turns, each in a process of its own, and what counts is the median of the differences: milliseconds of a shared machine mean
// little. A new state includes every migration; a kept one is what each later start meets.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./load.ts";

export interface ColdStart {
  /** Milliseconds, of each round. */
  readonly product: readonly number[];
  readonly floor: readonly number[];
  /** The median of the rounds' differences. */
  readonly over: number;
}
type Side = "product" | "floor";

const once = (side: Side, age: "new" | "kept", state: string): number =>
  Number(
    execFileSync(process.execPath, [join(import.meta.dirname, "cold-start-once.ts"), side, age, state], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );

/** Starts both sides in turns. */
export function measureColdStart(age: "new" | "kept", rounds: number): ColdStart {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-cold-"));
  const sides = { product: [] as number[], floor: [] as number[] };
  const stateOf = (side: Side, round: number): string => join(folder, age === "new" ? `${side}-${round}` : side);
  try {
    if (age === "kept") for (const side of ["product", "floor"] as const) once(side, "new", stateOf(side, 0));
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? (["floor", "product"] as const) : (["product", "floor"] as const))
        sides[side].push(once(side, age, stateOf(side, round)));
    return { ...sides, over: median(sides.product.map((ms, round) => ms - (sides.floor[round] ?? 0))) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const age of ["kept", "new"] as const) {
    const { product, floor, over } = measureColdStart(age, 7);
    process.stdout.write(
      `${age} state: ${median(product).toFixed(0)} ms, floor ${median(floor).toFixed(0)} ms, ${over.toFixed(0)} ms over (median of 7)\n`,
    );
  }
}
