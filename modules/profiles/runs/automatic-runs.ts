// Automatic runs: when a visitor writes or opens the widget, a job is stored that reads what is new, at most once an hour for a contact.
import { Refusal } from "#kernel/errors/index.ts";
import { listen } from "#kernel/events/index.ts";
import { type ContactId, type ConversationId, idOf, type MessageId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, isQueuedFor, job, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { chosenModel, type ModelChoice } from "#modules/ai";
import { contactOf, messagePosted, originOf } from "#modules/conversations";
import { type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { hasNews, readContactOf } from "../queries.ts";
import { isOn } from "../settings-queries.ts";
import { RUN_DELAY, RUN_EVERY } from "../rules.ts";
import { runContext } from "./run-context.ts";

const run = job(
  "profiles.run",
  v.union([v.strictObject({ contactId: idOf("contact") }), v.strictObject({ conversationId: idOf("conversation") })]),
);

/** A message through the widget. One job reads all that is new, so none is stored while one waits. */
export const messageListener = listen(messagePosted, {
  name: "profiles.run",
  wants: ({ role, automatic }) => role === "visitor" && !automatic,
  where: (posted) => {
    const [projectId, conversationId] = [posted.projectId as ProjectId, posted.conversationId as ConversationId];
    const byWidget = sql`${originOf(projectId, sql`${posted.messageId as MessageId}`)} ->> '$.door' = 'widget'`;
    return sql`${isOn(projectId)} AND ${byWidget} AND NOT ${isQueuedFor(projectId, contactOf(projectId, conversationId), run.kind)}`;
  },
  delay: RUN_DELAY,
  job: run,
  payloadOf: ({ conversationId }) => ({ conversationId: conversationId as ConversationId }),
});

/** For the batch of a visit: stores a job if the project keeps profiles and there is something that no run has read. */
export const writeRunForVisit = (projectId: ProjectId, contactId: ContactId, now: number, when: SQL): SQL =>
  writeRun(
    projectId,
    contactId,
    { key: `visit:${Math.floor(now / RUN_EVERY)}`, dueAt: now + RUN_DELAY, now },
    sql`${when} AND ${hasNews(projectId, contactId)} AND NOT ${isQueuedFor(projectId, contactId, run.kind)}`,
  );

function writeRun(
  projectId: ProjectId,
  contactId: ContactId,
  { key, dueAt, now }: { key: string; dueAt: number; now: number },
  when: SQL,
): SQL {
  const work = { id: newId("job", now), kind: run.kind, key: `profiles.run:${contactId}:${key}`, payload: { contactId }, projectId, dueAt };
  return writeJobs([work], now, when, sql`${contactId}`);
}

export const runJob = handle(run, async (ctx, payload, { jobId, projectId }) => {
  if (projectId === null) return;
  const contactId = "contactId" in payload ? payload.contactId : (await ctx.db.read(readContactOf(projectId, payload.conversationId)))[0];
  if (contactId === undefined) return;
  const choice = await modelOrNone(ctx, projectId);
  if (choice === undefined) return;
  const end = await runContext(ctx, { projectId, contactId, id: jobId, clientId: null }, choice).catch(silently);
  if (end?.kind !== "not_begun" || !end.state.news) return;
  // Another run is under way, or there was one within the hour: this one comes later, once, however many jobs find that.
  const now = ctx.clock.now();
  const dueAt = Math.max(now + RUN_DELAY, (end.state.ranAt ?? 0) + RUN_EVERY);
  await ctx.db.commit([
    writeRun(projectId, contactId, { key: `after:${end.state.ranAt ?? 0}`, dueAt, now }, hasNews(projectId, contactId)),
  ]);
});

/** Nobody has asked for an automatic run, so nobody is told that there is no model, or that a ceiling is reached. */
function silently(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
async function modelOrNone(ctx: Ctx, projectId: ProjectId): Promise<ModelChoice | undefined> {
  return await chosenModel(ctx, projectId, "context").catch(silently);
}
