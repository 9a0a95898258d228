// Makes the rollups of a project anew from its facts, beside those in force: when its time zone changed, or tags were merged.
import { sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { readHours } from "#modules/business-hours";
import { Cells, localTime } from "./cells.ts";
import type { CountingCtx } from "./count.ts";
import {
  isAt,
  type Known,
  readFactsOf,
  readKnownAfter,
  readMergedTags,
  readPresent,
  readState,
  writeCells,
  writeKnown,
  writeMoved,
  writeOtherGenerationGone,
} from "./queries.ts";

/** Conversations of one batch. */
const PAGE = 50;
const REMOVED_AT_ONCE = 2000;

/**
 * Does the next page; answers whether more is left. Until the last one the old rollups are in force, and nothing new is counted. May be
 * repeated: a page counts on the condition that nothing changed since it was read.
 */
export async function rebuildNext(ctx: CountingCtx, projectId: ProjectId): Promise<boolean> {
  const [state, { timeZone }, mergedTags] = await ctx.db.read(readState(projectId), readHours(projectId), readMergedTags(projectId));
  if (!state) return false;
  const { version, building } = state;
  const when = isAt(projectId, version);
  const next = state.generation + 1;
  if (building === null || building.zone !== timeZone || building.mergedTags !== mergedTags) {
    if (building === null && state.zone === timeZone && state.mergedTags === mergedTags) return false;
    // It begins, or begins again. What an earlier beginning left is removed first, unless somebody else has begun meanwhile.
    const [gone = 0] = await ctx.db.commit([writeOtherGenerationGone(projectId, next, REMOVED_AT_ONCE, when)]);
    if (gone < REMOVED_AT_ONCE) {
      const begins = JSON.stringify({ zone: timeZone, mergedTags, after: "" });
      await ctx.db.commit([writeMoved(projectId, version, sql`building = ${begins}`)]);
    }
    return true;
  }
  const [page] = await ctx.db.read(readKnownAfter(projectId, building.after, PAGE));
  const ids = page.map(({ id }) => id);
  const [present, facts] = await ctx.db.read(readPresent(projectId, ids), readFactsOf(projectId, ids));
  const there = new Map(present.map((one) => [one.id, one]));
  const rows = page.map((row): Known => {
    const is = there.get(row.id);
    return { ...row, channel: is?.channel ?? row.channel, tags: is?.tags ?? row.tags, excluded: is === undefined || is.isSilenced };
  });
  const groups = new Map(rows.map((row) => [row.id, row]));
  const cells = new Cells(localTime(timeZone));
  for (const fact of facts) {
    const of = groups.get(fact.conversationId);
    if (of) cells.add(fact, of);
  }
  const last = ids.at(-1);
  const isLast = page.length < PAGE || last === undefined;
  await ctx.db.commit([
    writeKnown(projectId, rows, when),
    ...writeCells(projectId, next, cells.all(), when),
    writeMoved(
      projectId,
      version,
      isLast
        ? sql`building = NULL, zone = ${timeZone}, merged_tags = ${mergedTags}, generation = ${next}, checked_day = NULL`
        : sql`building = ${JSON.stringify({ ...building, after: last })}`,
    ),
  ]);
  if (isLast) await removeOld(ctx, projectId, state.generation);
  return !isLast;
}

/** Removes the rollups that are no longer in force. What is left when this is interrupted goes before the next ones are made. */
async function removeOld(ctx: CountingCtx, projectId: ProjectId, generation: number): Promise<void> {
  for (;;) {
    const [gone = 0] = await ctx.db.commit([writeOtherGenerationGone(projectId, generation, REMOVED_AT_ONCE)]);
    if (gone < REMOVED_AT_ONCE) return;
  }
}
