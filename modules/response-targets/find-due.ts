// The schedule's task: computes what was not, warns before a target is missed, and tells that one was.
import type { AccountId, TeamId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceFields, readPresentAssignee, readSummary, registeredRowFields } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import type { ConversationSummary } from "#modules/conversations/contract";
import { notifyMembers } from "#modules/notifications";
import { readTeam } from "#modules/teams";
import { teamIdOf } from "#modules/teams/contract";
import { readConversationTargets } from "./contract.ts";
import { targetNear } from "./extension.ts";
import { type Clock, readDue, stillRuns, writeCancelled, writeMissed, writeWarned } from "./queries.ts";
import { recordMissed, settle } from "./settle.ts";

const PER_TICK = 50;
/** Statements that one invocation may spend; an event with its notices takes about thirty. */
const ROOM = 250;

/** Cron task. One look at one index while nothing is due. */
export async function findDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [clocks] = await ctx.db.read(readDue(now, PER_TICK));
  for (const clock of clocks) {
    if (ctx.db.cost.statements > ROOM) return;
    await lookAt(ctx, clock, now);
  }
}

async function lookAt(ctx: Ctx, clock: Clock, now: number): Promise<void> {
  const { projectId, conversationId, dueAt } = clock;
  if (clock.stale) return await settle(ctx, projectId, conversationId);
  const [row] = await ctx.db.read(readSummary(registeredRowFields(ctx), projectId, conversationId, null));
  if (row?.contact.state !== "active" || dueAt === null) return void (await ctx.db.commit([writeCancelled(clock, now)]));
  return dueAt <= now ? await miss(ctx, clock, row, dueAt, now) : await warn(ctx, clock, row, now);
}

/** Who is told: the assignee who is still a member, without one the team, without one everybody. */
async function peopleOf(
  ctx: Ctx,
  { projectId, conversationId }: Clock,
  row: ConversationSummary,
): Promise<readonly AccountId[] | undefined> {
  const [assignee] = row.assigneeId === null ? [] : await ctx.db.read(readPresentAssignee(projectId, conversationId));
  if (assignee !== undefined) return [assignee];
  const teamId = teamIdOf(row);
  if (teamId === undefined) return undefined;
  const [team] = await ctx.db.read(readTeam(projectId, teamId as TeamId));
  return team === undefined || team.members.length === 0 ? undefined : team.members;
}
const notify = async (ctx: Ctx, clock: Clock, row: ConversationSummary, event: "targetNear" | "targetMissed") =>
  await notifyMembers(ctx, {
    ...{ projectId: clock.projectId, conversationId: clock.conversationId, contactId: row.contact.id, event },
    cause: `${event}:${clock.conversationId}:${clock.target}:${clock.startedAt}`,
    members: await peopleOf(ctx, clock, row),
  });

async function miss(ctx: Ctx, clock: Clock, row: ConversationSummary, dueAt: number, now: number): Promise<void> {
  const notifying = await notify(ctx, clock, row, "targetMissed");
  const done = await recordMissed(ctx, clock, dueAt, {
    when: stillRuns(clock, "missed"),
    writes: (stored) => [writeMissed(clock, now, stored), ...notifying.statements(stored)],
  });
  if (done === "gone") return void (await ctx.db.commit([writeCancelled(clock, now)]));
  if (done === "moved_on") return;
  notifying.announce();
  announceChanged(ctx, clock.projectId, readConversationTargets);
}

async function warn(ctx: Ctx, clock: Clock, row: ConversationSummary, now: number): Promise<void> {
  const { projectId, conversationId } = clock;
  const notifying = await notify(ctx, clock, row, "targetNear");
  // The notices stand before the update that they depend on: the condition holds for all of them, and for one run.
  const stillNear = stillRuns(clock, "warned");
  const added = ctx.registry.extensions.of(targetNear).flatMap((statementsOf) => statementsOf(clock, stillNear, now));
  const statements = [...notifying.statements(stillNear), ...added, writeWarned(clock, now)];
  const [after] = await ctx.db.commitAndRead(statements, readSummary(registeredRowFields(ctx), projectId, conversationId, null));
  notifying.announce();
  if (after) announceFields(ctx, projectId, after);
  announceChanged(ctx, projectId, readConversationTargets);
}
