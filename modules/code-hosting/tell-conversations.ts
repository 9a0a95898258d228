// Tells the conversations that are linked with an issue what has happened to it, each once, however often the job is interrupted.
import { idOf, newId, type CodeIssueId, type ProjectId } from "#kernel/ids/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { handle, job, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged, newEvent, type RecordCtx, record } from "#modules/conversations";
import * as v from "valibot";
import { listLinkedIssues } from "./contract.ts";
import { stateKind } from "./kinds.ts";
import { isUntold, readNews, readUntold, type News, type UntoldLink, writeTold, writeToldState } from "./telling-queries.ts";

/** Conversations of one page. */
const PAGE = 10;
/** Statements that one invocation may spend; recording an event takes about twenty. */
const ROOM = 250;
const telling = job("code-hosting.tell", v.strictObject({ projectId: idOf("project"), issueId: idOf("codeIssue") }));

/** A job that tells of this version of an issue. Its statement belongs right after the one that makes the version, in the same batch. */
export function tellOf(
  { projectId, issueId, version, now }: { projectId: ProjectId; issueId: CodeIssueId; version: number; now: number },
  when: SQL,
): { statement: SQL; jobId: string } {
  const jobId = newId("job", now);
  const key = `${telling.kind}:${projectId}:${issueId}:${version}`;
  return {
    statement: writeJobs([{ id: jobId, kind: telling.kind, key, payload: { projectId, issueId }, projectId, dueAt: now }], now, when),
    jobId,
  };
}
export const wakeTelling = (ctx: Ctx, jobIds: readonly string[]): void => wakeJobs(ctx, jobIds);

export const tellingJob = handle(telling, async (ctx, { projectId, issueId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [news, links] = await ctx.db.read(readNews(projectId, issueId), readUntold(projectId, issueId, PAGE));
    if (!news || links.length === 0) break;
    for (const link of links) await tellOne(ctx, news, link);
    // What was refused is told no more: the contact is being erased. Nothing happens if there is another version by now.
    await ctx.db.commit([
      writeTold(
        news,
        links.map(({ conversationId }) => conversationId),
      ),
    ]);
  }
  announceChanged(ctx, projectId, listLinkedIssues);
  return;
});

async function tellOne(ctx: Ctx, news: News, link: UntoldLink): Promise<void> {
  if (link.toldState !== news.state) await tellState(ctx, news, link);
}

async function tellState(ctx: Ctx, news: News, { conversationId }: UntoldLink): Promise<void> {
  const { issueId, repository, number, kind, state, reason, version } = news;
  await recordUnlessRefused(ctx, news, {
    conversationId,
    clientId: `state:${version}`,
    event: newEvent(stateKind, { issueId, repository, number, kind, state, reason }),
    // A title or reason that was read anew does not make it another event.
    fingerprint: { only: { version } },
    requires: { when: isUntold(news, conversationId, "state") },
    writes: (done) => [writeToldState(news, conversationId, done)],
  });
}

async function recordUnlessRefused(ctx: Ctx, { projectId, issueId }: News, command: Parameters<typeof record>[1]): Promise<void> {
  const caller = { kind: "code_host" as const, projectId, issueId };
  const reply = { status: undefined, headers: new Headers() };
  try {
    await record({ ...ctx, caller, reply, proof: undefined } as RecordCtx, command);
  } catch (error) {
    // Of a contact whose erasure was asked for, of a project that is being deleted, or told by another run.
    if (!(error instanceof Refusal)) throw error;
  }
}
