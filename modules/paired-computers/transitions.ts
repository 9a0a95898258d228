// What ends devices and grants besides a person who revokes them: expiry, a membership, a project, a sign-out everywhere.
import { days } from "#kernel/clock/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { signOutEverywhere } from "#modules/accounts";
import { projectCleanup, teamChange } from "#modules/projects";
import { writeDeleteOldPairings, writeDeletePairings, writeDeleteOldTokens } from "./queries.ts";
import {
  announceWithdrawn,
  newRevocation,
  readHasExpired,
  readProjectsOf,
  writeExpired,
  writeMemberGone,
  writeProjectGone,
  writeSignedOut,
} from "./revocations.ts";

const PER_TICK = 200;
/** So long the reuse of a replaced token is noticed, and a revoked device is told why it is refused. */
const KEEP_TOKENS = days(90);
const KEEP_PAIRINGS = days(1);

export const transitions: Provided[] = [
  provide(teamChange, {
    name: "paired computers",
    statements: (projectId, when, now, extensions) => writeMemberGone(extensions, newRevocation(now), projectId, when),
  }),
  provide(projectCleanup, {
    name: "paired computers",
    statements: (projectId, when, now, extensions) => [
      writeDeletePairings(projectId, when),
      ...writeProjectGone(extensions, newRevocation(now), projectId, when),
    ],
  }),
  provide(signOutEverywhere, {
    name: "paired computers",
    statements: (accountId, when, now, extensions) => writeSignedOut(extensions, newRevocation(now), accountId, when),
  }),
];

/** Ends grants that expired, and deletes old pairings and tokens. */
export async function endExpired(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [isOver] = await ctx.db.read(readHasExpired(now));
  const r = newRevocation(now);
  const [projects] = await ctx.db.commitAndRead(
    [
      // Its statements read what rests on grants, so they wait for one that has expired.
      ...(isOver ? writeExpired(ctx.registry.extensions, r, PER_TICK) : []),
      writeDeleteOldPairings(now - KEEP_PAIRINGS, PER_TICK),
      writeDeleteOldTokens(now - KEEP_TOKENS, PER_TICK),
    ],
    readProjectsOf(r),
  );
  for (const projectId of projects) announceWithdrawn(ctx, projectId);
}
