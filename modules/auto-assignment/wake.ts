// What has waiting conversations looked at: events right away, and a job that makes up for what got lost.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { Database, type SQL, sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import type { HoursChanged } from "#modules/business-hours";
import { type AfterEvents, type EventWrites } from "#modules/conversations";
import { ANSWERS } from "#modules/assistant/contract";
import { type FollowUp, membershipLost, teamChange } from "#modules/projects";
import { TEAM_ASSIGNED, TeamChange } from "#modules/teams/contract";
import * as v from "valibot";
import { assignWaiting, type Base } from "./assign-waiting.ts";
import {
  hasLeftBehind,
  hasWaiting,
  isLeftBehind,
  readHasWaiting,
  writeMemberGone,
  writeNotWaiting,
  writeOffGone,
  writeWaiting,
} from "./queries.ts";
import { takeBack } from "./take-back.ts";

const looking = job("auto-assignment.look", v.strictObject({ projectId: idOf("project") }));
/** Statements that a run after events may spend, and one of the job. */
const ROOM_AFTER_EVENTS = 80;
const ROOM_OF_JOB = 250;
const PAGE = 500;

const lookAt = (projectId: ProjectId, dueAt: number, now: number, when: SQL): SQL => {
  const key = `${looking.kind}:${projectId}:${dueAt}`;
  return writeJobs([{ id: newId("job", now), kind: looking.kind, key, payload: { projectId }, projectId, dueAt }], now, when);
};
/** One job of a project for a minute. Due late enough to begin after batches that take long. */
export const writeLook = (projectId: ProjectId, now: number, when: SQL): SQL =>
  lookAt(projectId, Math.ceil((now + seconds(30)) / minutes(1)) * minutes(1), now, when);

export const lookHandler = handle(looking, async (ctx, { projectId }) => {
  const now = ctx.clock.now();
  await ctx.db.commit([writeOffGone(projectId, PAGE)]);
  // Other work of this invocation may have spent much: some progress is made all the same.
  const room = Math.max(ROOM_OF_JOB, ctx.db.cost.statements + ROOM_AFTER_EVENTS);
  if ((await takeBack(ctx, projectId, room)) === "more") return "again";
  const { outcome, opensAt } = await assignWaiting(ctx, projectId, room);
  if (outcome === "more") return "again";
  // Conversations that came outside the hours, and those that the assistant has not looked at yet.
  if (opensAt !== undefined) await ctx.db.commit([lookAt(projectId, opensAt, now, sql`1`)]);
  if (outcome === "soon") await ctx.db.commit([writeLook(projectId, now, sql`1`)]);
  return;
});

/** Which conversations wait from now on, or no longer, in the batch of the event. */
export const waitingWrites: EventWrites = (place, { event, role }, done) => {
  const { projectId, now } = place;
  const { name } = event.kind;
  const begins = (unlessAssigned = true, team?: v.InferOutput<typeof TeamChange>["teamId"]): SQL =>
    writeWaiting(place, { cause: newId("job", now), now, unlessAssigned, ...(team !== undefined && { team }) }, done);
  const look = writeLook(projectId, now, sql`(${hasWaiting(projectId)} OR ${isLeftBehind(place)}) AND ${done}`);
  // A program's mail waits for nobody.
  if (name === "message") return role === "visitor" && !event.text?.origin.automatic ? [begins(), look] : [];
  if (name === TEAM_ASSIGNED) {
    const { teamId } = v.parse(TeamChange, event.data);
    return [writeNotWaiting(place, undefined, done), begins(true, teamId), look];
  }
  if (name === ANSWERS) return event.data["to"] === "team" ? [begins(), look] : [];
  if (name === "ai_skipped") return [begins(), look];
  const { status, silenced, assigneeId } = event.kind.change(event, role);
  if (assigneeId !== undefined) return [assigneeId === null ? begins(false) : writeNotWaiting(place, undefined, done), look];
  if (silenced === true || status === "closed" || status === "snoozed") return [writeNotWaiting(place, undefined, done), look];
  return status === "open" ? [begins(), look] : [];
};

const KINDS: readonly string[] = ["message", "status", "assigned", "activity", "ai_skipped"];
const assignNow = async (ctx: Base, projectId: ProjectId): Promise<void> => {
  const [waits] = await ctx.db.read(readHasWaiting(projectId));
  if (waits) await assignWaiting(ctx, projectId, ctx.db.cost.statements + ROOM_AFTER_EVENTS);
};
/** Right after the events. What gets lost here, the job does. */
export const assignAfterEvents: AfterEvents = async (ctx, projectId, events) => {
  const concerns = events.some(({ kind, actorRole }) => KINDS.includes(kind) && !(kind === "assigned" && actorRole === "system"));
  if (concerns) await assignNow(ctx, projectId);
};
export const assignAfterHours: HoursChanged = (projectId, now, when) => ({
  statements: [writeLook(projectId, now, sql`${hasWaiting(projectId)} AND ${when}`)],
  jobIds: [],
});
/** When somebody chooses online, joins the project, or a team has other members. */
export const whenMoreTakePart: FollowUp = {
  statements: (projectId, now) => [writeLook(projectId, now, hasWaiting(projectId))],
  afterwards: assignNow,
};
export const whenMembersLeave = [
  provide(teamChange, {
    name: "auto-assignment",
    statements: (projectId, when, now) => [
      ...writeMemberGone(projectId, when),
      writeLook(projectId, now, sql`(${hasWaiting(projectId)} OR ${hasLeftBehind(projectId)}) AND ${when}`),
    ],
  }),
  // The first of them at once; the job takes back the others.
  provide(membershipLost, async (ctx, { projectId }) => {
    const own = { ...ctx, db: new Database(ctx.env.DB) };
    ctx.after(takeBack(own, projectId, ROOM_AFTER_EVENTS).then(() => assignNow(own, projectId)));
  }),
];
export { assignNow };
