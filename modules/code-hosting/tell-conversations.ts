// Tells the conversations that are linked with an issue what has happened to it, each once, however often the job is interrupted.
import { type AccountId, type CodeIssueId, type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { handle, job, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { newEvent, record, type RecordCommand, type RecordCtx } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { notifiedFollowers, notifyMembers } from "#modules/notifications";
import * as v from "valibot";
import { listLinkedIssues } from "./contract.ts";
import { releasedKind, stateKind } from "./kinds.ts";
import {
  isUntold,
  readNews,
  readUntold,
  type News,
  type UntoldLink,
  writeTold,
  writeToldRelease,
  writeToldState,
} from "./telling-queries.ts";

/** Conversations of one page. */
const PAGE = 10;
/** Statements that one invocation may spend; recording an event and its notices takes about thirty. */
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
/** A job for a link whose conversation knows nothing of the issue yet; its statement belongs into the batch of the link. */
export function tellLink(projectId: ProjectId, issueId: CodeIssueId, now: number): { statement(when: SQL): SQL; jobId: string } {
  const jobId = newId("job", now);
  const one = { id: jobId, kind: telling.kind, key: `${telling.kind}:${jobId}`, payload: { projectId, issueId }, projectId, dueAt: now };
  return { statement: (when) => writeJobs([one], now, when), jobId };
}
export const wakeTelling = (ctx: Ctx, jobIds: readonly string[]): void => wakeJobs(ctx, jobIds);

export const tellingJob = handle(telling, async (ctx, { projectId, issueId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [news, links] = await ctx.db.read(readNews(projectId, issueId), readUntold(projectId, issueId, PAGE));
    if (!news || links.length === 0) break;
    const followers = await followersOf(ctx, projectId, links);
    for (const link of links) {
      const people = [...new Set([...(link.assigneeId === null ? [] : [link.assigneeId]), ...(followers.get(link.conversationId) ?? [])])];
      if (link.toldState !== news.state) await tellState(ctx, news, link, people);
      // Whoever links an issue sees in which release it came; what is published later is told.
      const isLater = news.releasedAt === null || news.releasedAt >= link.linkedAt;
      if (news.release !== null && link.toldRelease !== news.release && isLater) await tellRelease(ctx, news, link, people);
    }
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

async function followersOf(
  ctx: Ctx,
  projectId: ProjectId,
  links: readonly UntoldLink[],
): Promise<ReadonlyMap<ConversationId, readonly AccountId[]>> {
  const places = links.map(({ conversationId }) => ({ projectId, conversationId }));
  const found = await ctx.db.read(...ctx.registry.extensions.of(notifiedFollowers).map((read) => read(places)));
  const byConversation = new Map<ConversationId, AccountId[]>();
  for (const { conversationId, accountId } of found.flat())
    byConversation.set(conversationId, [...(byConversation.get(conversationId) ?? []), accountId]);
  return byConversation;
}

async function tellState(ctx: Ctx, news: News, link: UntoldLink, people: readonly AccountId[]): Promise<void> {
  const { issueId, repository, number, kind, state, reason, version } = news;
  const { conversationId } = link;
  const cause = `${issueId}:${version}:state`;
  await recordUnlessRefused(ctx, news, link, state === "closed" ? { cause, people } : undefined, (writes) => ({
    conversationId,
    clientId: `state:${version}`,
    event: newEvent(stateKind, { issueId, repository, number, kind, state, reason }),
    // A title or reason that was read anew does not make it another event.
    fingerprint: { only: { version } },
    requires: { when: isUntold(news, conversationId, "state") },
    writes: (done) => [writeToldState(news, conversationId, done), ...writes(done)],
  }));
}

async function tellRelease(ctx: Ctx, news: News, link: UntoldLink, people: readonly AccountId[]): Promise<void> {
  const { issueId, repository, number, kind, version, release } = news;
  const { conversationId } = link;
  await recordUnlessRefused(ctx, news, link, { cause: `${issueId}:${version}:release`, people }, (writes) => ({
    conversationId,
    clientId: `release:${version}`,
    event: newEvent(releasedKind, { issueId, repository, number, kind, tag: release ?? "" }),
    fingerprint: { only: { version } },
    requires: { when: isUntold(news, conversationId, "release") },
    writes: (done) => [writeToldRelease(news, conversationId, done), ...writes(done)],
  }));
}

/** Records the event and notifies the people in one batch. */
async function recordUnlessRefused(
  ctx: Ctx,
  { projectId, issueId }: News,
  { conversationId, contactId }: UntoldLink,
  notice: { readonly cause: string; readonly people: readonly AccountId[] } | undefined,
  commandOf: (writes: (done: SQL) => readonly SQL[]) => RecordCommand,
): Promise<void> {
  const caller = { kind: "code_host" as const, projectId, issueId };
  const reply = { status: undefined, headers: new Headers() };
  const notifying = notice
    ? await notifyMembers(ctx, {
        ...{ projectId, conversationId, contactId, event: "issueResolved", cause: notice.cause, members: notice.people },
      })
    : undefined;
  try {
    await record(
      { ...ctx, caller, reply, proof: undefined } as RecordCtx,
      commandOf((done) => notifying?.statements(done) ?? []),
    );
    notifying?.announce();
  } catch (error) {
    // Of a contact whose erasure was asked for, of a project that is being deleted, or told by another run.
    if (!(error instanceof Refusal)) throw error;
  }
}
