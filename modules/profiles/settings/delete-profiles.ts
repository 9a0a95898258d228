// Deletes all profiles of a project: the request stores a job, which goes page by page.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup, audit } from "#modules/projects";
import { m } from "#messages";
import * as v from "valibot";
import type { ProfileSettings } from "../contract.ts";
import {
  isDeletingSince,
  isKept,
  isOfDeletedProject,
  readCount,
  readNext,
  readSettings,
  writeDeletion,
  writeDeletionDone,
  writeForgetRefusalsOfProject,
  writeForgetSettings,
  writePage,
  writeProjectGone,
} from "../settings-queries.ts";
import { toSettings } from "./project-settings.ts";

/** Contacts of a page: each has at most a hundred statements. */
const PAGE = 20;
const REFUSALS = 500;
/** Statements that one invocation may spend. */
const ROOM = 250;

const deletion = job("profiles.delete", v.strictObject({ projectId: idOf("project") }));
/** The job belongs to the installation, so it is not cancelled with the project's jobs. */
const jobOf = (projectId: ProjectId, since: number): NewJob => ({
  id: newId("job", since),
  kind: deletion.kind,
  key: `profiles.delete:${projectId}:${since}`,
  payload: { projectId },
  projectId: null,
  dueAt: since,
});

/** Stores the work. Repeating it while it is under way changes nothing. */
export async function deleteProfiles(ctx: RequestCtx<MemberPrincipal>): Promise<ProfileSettings> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const work = jobOf(projectId, now);
  const [settings, profiles] = await ctx.db.commitAndRead(
    [writeDeletion(projectId, now), audit(ctx, "profiles.deleted"), writeJobs([work], now, isDeletingSince(projectId, now))],
    readSettings(projectId),
    readCount(projectId),
  );
  if (settings?.on === true) throw conflict(m.profiles_switch_off_first());
  wakeJobs(ctx, [work.id]);
  return await toSettings(ctx, settings, profiles);
}

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  const [settings, gone] = await ctx.db.read(readSettings(projectId), isOfDeletedProject(projectId));
  if (settings === undefined || settings.deletingSince === null) return;
  const since = settings.deletingSince;
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [contactIds] = await ctx.db.read(readNext(projectId, PAGE));
    if (contactIds.length === 0) break;
    await ctx.db.commit(writePage(projectId, contactIds, since));
  }
  if (!gone) {
    await ctx.db.commit([writeDeletionDone(projectId, since, ctx.clock.now())]);
    return;
  }
  // Nobody is left for whom anything could come back.
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [deleted = 0] = await ctx.db.commit([writeForgetRefusalsOfProject(projectId, REFUSALS)]);
    if (deleted < REFUSALS) break;
  }
  await ctx.db.commit([writeForgetSettings(projectId)]);
  return;
});

export const deleteWithProject = provide(projectCleanup, {
  name: "profiles",
  statements: (projectId, when, now) => [
    writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${isKept(projectId)}`),
    writeProjectGone(projectId, now, when),
  ],
});
