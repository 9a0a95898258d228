// Decides who is given the next conversation. Pure.
import type { Mode } from "./contract.ts";

export interface Candidate {
  readonly accountId: string;
  readonly open: number;
  /** Their last turn; 0 for none. */
  readonly last: number;
}
/** Whoever's turn it is; undefined if nobody is below the cap. */
export function chooseMember<C extends Candidate>(mode: Exclude<Mode, "off">, cap: number | null, candidates: readonly C[]): C | undefined {
  return candidates
    .filter(({ open }) => cap === null || open < cap)
    .toSorted((a, b) => (mode === "balanced" ? a.open - b.open : 0) || a.last - b.last || (a.accountId < b.accountId ? -1 : 1))
    .at(0);
}
