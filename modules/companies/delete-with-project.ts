// Jobs that go page by page: they remove the companies of a deleted project, and what members said of contacts of a deleted company.
import { sql } from "#kernel/db/index.ts";
import { type CompanyId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasCompanies, writeForgotten, writeGoneWithProject } from "./queries.ts";

/** Rows of one batch, of each table. */
const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;

const deletion = job("companies.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `companies.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});
export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  const before = ctx.db.cost.statements;
  for (;;) {
    if (ctx.db.cost.statements - before > ROOM) return "again";
    const changes = await ctx.db.commit(writeGoneWithProject(projectId, PAGE));
    if (changes.every((count) => count < PAGE)) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "companies",
  statements: (projectId, when, now) => [writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${hasCompanies(projectId)}`)],
});

const forget = job("companies.forget", v.strictObject({ projectId: idOf("project"), companyId: idOf("company") }));
/** The job that forgets what members said of the contacts of a company that is gone. */
export const forgetting = (projectId: ProjectId, companyId: CompanyId, now: number) => ({
  ...{ id: newId("job", now), kind: forget.kind, key: `companies.forget:${companyId}`, payload: { projectId, companyId } },
  ...{ projectId, dueAt: now },
});
export const forgetJob = handle(forget, async (ctx, { projectId, companyId }) => {
  const before = ctx.db.cost.statements;
  for (;;) {
    if (ctx.db.cost.statements - before > ROOM) return "again";
    const [count = 0] = await ctx.db.commit([writeForgotten(projectId, companyId, PAGE)]);
    if (count < PAGE) return;
  }
});
