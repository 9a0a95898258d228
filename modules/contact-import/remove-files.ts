// Removes files of imports: objects first, then what names them. By a person, after some days, with an erasure, and with a project.
import { days, minutes } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, reviveRuns, writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import * as queries from "./queries.ts";
import { startWork } from "./run-import.ts";
import { removeObjects } from "./store-file.ts";

/** How long a file is kept after it was sent. */
const KEPT_FOR = days(7);
/** The minute of the hour in which the schedule looks. */
const LOOKS_AT = 37;
const AT_ONCE = 20;
const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;

const removing = job("contact-import.remove", v.object({ projectId: idOf("project") }));
/** The job that removes the files that are marked in a project. */
export function removal(projectId: ProjectId, now: number, when: SQL): { readonly job: string; readonly statement: SQL } {
  const id = newId("job", now);
  const fresh = { id, kind: removing.kind, key: `${removing.kind}:${id}`, payload: { projectId }, projectId: null, dueAt: now };
  return { job: id, statement: writeJobs([fresh], now, when) };
}
export const removeJobHandler = handle(removing, async (ctx, { projectId }) => {
  const [keys] = await ctx.db.read(queries.readRemoving(projectId, AT_ONCE));
  await removeObjects(ctx, projectId, keys);
  return keys.length < AT_ONCE ? undefined : "again";
});
/** Cron task, once an hour: files that are old, and imports whose job was lost. */
export async function lookAfterImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (Math.floor(now / minutes(1)) % 60 !== LOOKS_AT) return;
  const [old, lost] = await ctx.db.read(queries.readOld(now - KEPT_FOR, PAGE), queries.readLost(now - minutes(10), AT_ONCE));
  for (let at = 0; at < old.length; at += AT_ONCE)
    await ctx.db.commit(
      old.slice(at, at + AT_ONCE).flatMap(({ projectId, importId }) => {
        const idle = queries.isIdle(projectId, importId);
        return [
          queries.writeRemoving(projectId, importId, now, idle),
          queries.writeForgotten(projectId, importId, idle),
          removal(projectId, now, idle).statement,
        ];
      }),
    );
  await reviveRuns(ctx, lost, startWork);
}

const deletion = job("contact-import.delete", v.strictObject({ projectId: idOf("project") }));
export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  const before = ctx.db.cost.statements;
  const [keys] = await ctx.db.read(queries.readRemoving(projectId, AT_ONCE));
  await removeObjects(ctx, projectId, keys);
  if (keys.length === AT_ONCE) return "again";
  for (;;) {
    if (ctx.db.cost.statements - before > ROOM) return "again";
    const changes = await ctx.db.commit(queries.writeGoneWithProject(projectId, PAGE));
    if (changes.every((count) => count < PAGE)) return undefined;
  }
});
export const deleteWithProject: Provided = provide(projectCleanup, {
  name: "contact imports",
  statements: (projectId, when, now) => {
    const fresh = { id: newId("job", now), kind: deletion.kind, key: `${deletion.kind}:${projectId}`, payload: { projectId } };
    return [
      writeJobs([{ ...fresh, projectId: null, dueAt: now }], now, sql`${when} AND ${queries.hasImports(projectId)}`),
      ...queries.writeStopWithProject(projectId, now, when),
    ];
  },
});
