// Removes uploaded exports: objects first, then what names them. By a person, after an import, after some days, and with a project.
import { days, minutes } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import {
  hasExports,
  objectsOf,
  readPieceKeys,
  readPieces,
  readRemoving,
  writeAllRemoving,
  writeGone,
  writeLinesGone,
  writeOldRemoving,
  writePiecesGone,
} from "./queries.ts";

/** How long an upload is kept that nobody imports. */
const KEPT_FOR = days(7);
/** The minute of the hour in which the schedule looks. */
const LOOKS_AT = 53;
const AT_ONCE = 20;
const LINES = 2000;

const removing = job("desk-exports.remove", v.object({ projectId: idOf("project") }));
/** The job that removes what is marked in a project. */
export function removal(projectId: ProjectId, now: number, when: SQL): { readonly job: string; readonly statement: SQL } {
  const id = newId("job", now);
  const fresh = { id, kind: removing.kind, key: `${removing.kind}:${id}`, payload: { projectId }, projectId: null, dueAt: now };
  return { job: id, statement: writeJobs([fresh], now, when) };
}
export const removeJobHandler = handle(removing, async (ctx, { projectId }) => {
  const [marked] = await ctx.db.read(readRemoving(projectId, 0, AT_ONCE));
  for (const one of marked) {
    const { id } = one;
    const [pieces] = await ctx.db.read(readPieces(projectId, id));
    if (pieces.length > 0) await ctx.env.FILES.delete(pieces.map(({ key }) => key));
    const [gone] = await ctx.db.commit([writeLinesGone(projectId, id, LINES)]);
    if ((gone ?? 0) >= LINES) return "again";
    await ctx.db.commit(writeGone(projectId, id));
  }
  return marked.length < AT_ONCE ? undefined : "again";
});
/** Cron task, once an hour: what nobody imported in time, and removals that were lost. */
export async function removeOld(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (Math.floor(now / minutes(1)) % 60 !== LOOKS_AT) return;
  await ctx.db.commit([writeOldRemoving(now - KEPT_FOR, AT_ONCE)]);
  const [marked] = await ctx.db.read(readRemoving(null, now - minutes(10), AT_ONCE));
  const projects = [...new Set(marked.map(({ projectId }) => projectId))];
  if (projects.length > 0) await ctx.db.commit(projects.map((projectId) => removal(projectId, now, sql`1`).statement));
}

/** Uploaded files hold everybody's data, so an erasure removes them all: nobody may import the erased person again from them. */
const fileStep = erasureStep<string>({
  name: "desk-exports.files",
  listKeys: ({ projectId }, _after, limit) => readPieceKeys(projectId, limit),
  clear: ({ projectId }, keys) => [
    { objects: objectsOf(projectId, keys), statement: writePiecesGone(projectId, keys) },
    { statement: writeAllRemoving(projectId, sql`1`) },
  ],
});
export const cleanup: Provided[] = [
  provide(contactErasure, fileStep),
  provide(projectCleanup, {
    name: "desk exports",
    statements: (projectId, when, now) => [
      removal(projectId, now, sql`${when} AND ${hasExports(projectId)}`).statement,
      writeAllRemoving(projectId, when),
    ],
  }),
];
