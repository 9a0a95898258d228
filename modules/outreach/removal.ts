// Removes sequences with all their texts: with a contact that is erased, a lead that is gone, a project that is deleted.
import { type SQL, sql } from "#kernel/db/index.ts";
import { idOf, newId, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { erasureStep, type MergeStep, movesRows } from "#modules/contacts";
import { leadsOfContact } from "#modules/leads";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import {
  holdsAny,
  readOfContact,
  sequencesAmong,
  sequencesOfLeads,
  sequencesOfProject,
  writeOfContact,
  writeRestGone,
  writeSequencesGone,
} from "./queries.ts";

export const sequenceStep = erasureStep<OutreachSequenceId>({
  name: "outreach.sequences",
  // The leads are gone by the time of this step, so what belongs to them is noted before.
  prepare: async (_ctx, { projectId, contactId }) => [writeOfContact(projectId, contactId, leadsOfContact(projectId, contactId))],
  preview: async (_ctx, { projectId, contactId }) => ({
    outreach: sql`SELECT 1 FROM outreach_sequences WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  listKeys: ({ projectId, contactId }, _after, limit) => readOfContact(projectId, contactId, limit),
  clear: ({ projectId }, ids) => {
    const statements = writeSequencesGone(sequencesAmong(ids, projectId));
    return statements.map((statement, i) => ({ statement, ...(i === statements.length - 1 ? { report: { kind: "outreach" } } : {}) }));
  },
});

/** What goes with leads that are gone for good. */
export const goneWithLeads = (which: SQL): SQL[] => writeSequencesGone(sequencesOfLeads(which));
export const mergeSteps: readonly MergeStep[] = [movesRows("outreach.sequences", sql`outreach_sequences`)];

const PAGE = 100;
/** Statements that one invocation may spend. */
const ROOM = 60;
const deletion = job("outreach.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `outreach.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});
export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const changes = await ctx.db.commit(writeSequencesGone(sequencesOfProject(projectId, PAGE)));
    if ((changes.at(-1) ?? 0) < PAGE) break;
  }
  await ctx.db.commit(writeRestGone(projectId));
});
export const deleteWithProject = provide(projectCleanup, {
  name: "outreach",
  statements: (projectId, when, now) => [writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${holdsAny(projectId)}`)],
});
