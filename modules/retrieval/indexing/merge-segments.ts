// Merges the segments of the word index after removals. A removed document can no longer be found, but FTS5 keeps its words in old segments
// until these are merged, possibly forever. So some time after a removal all segments are merged in bounded steps.
import { hours } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { parseStructure } from "./segments.ts";
import { readMergeState, writeMerge, writeMergeBegun, writeMergeEnded } from "./merge-queries.ts";

/** Removals within this time are merged together, because a merge rewrites every segment, for all projects. */
const EVERY = hours(1);
/** Steps per minute. */
const STEPS = 20;

/** Merges the segments if documents were removed. Called every minute; usually there is nothing to do. */
export async function mergeSegments(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (let step = 0; step < STEPS; step += 1) {
    const [state] = await ctx.db.read(readMergeState);
    const structure = state && parseStructure(state.structure);
    if (!state || !structure) return;
    if (state.until === null) {
      if (state.removed === 0 || now < state.beganAt + EVERY) return;
      // In one batch with the first step, which marks all segments for the merge.
      const newest = Math.max(0, ...structure.segments.map(({ last }) => last));
      await ctx.db.commit([writeMergeBegun(now, newest, state.removed), writeMerge("all")]);
      continue;
    }
    const old = structure.segments.filter(({ first }) => first <= (state.until ?? 0));
    if (!structure.merging && old.length <= 1) {
      await ctx.db.commit([writeMergeEnded(state.until)]);
      return;
    }
    await ctx.db.commit([writeMerge(structure.merging ? "begun" : "all")]);
  }
}
