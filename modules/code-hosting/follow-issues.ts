// Each minute: reads issues again that are due, and tells the conversations that are linked with them what has changed.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged, newEvent, record, type RecordCtx } from "#modules/conversations";
import { askCodeHost, CodeHostError } from "./client.ts";
import { listLinkedIssues } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { type FoundIssue, issueOf } from "./issue.ts";
import { stateKind } from "./kinds.ts";
import { dueIn, naming } from "./link-issue.ts";
import { type DueIssue, readConversationsOf, readDue, writeChecked, writeOldAttemptsGone, writeSeen } from "./queries.ts";
import { codeHostingConfig } from "./variables.ts";

/** A thousand an hour: a fifth of what GitHub allows an account, and unchanged ones count towards nothing. */
const PER_TICK = 16;
/** Of one project, so that one with many issues leaves the others their turn; and among how many that is looked for. */
const PER_PROJECT = 4;
const LOOKED = 200;
/** Conversations of one page that are told of an issue. */
const TOLD = 50;
/** Until an issue that could not be read is tried again. */
const AFTER_FAULT = minutes(30);
const AFTER_REFUSAL = hours(6);

export async function followIssues(ctx: Ctx): Promise<void> {
  const [all] = await ctx.db.read(readDue(ctx.clock.now(), LOOKED));
  const due = shareOf(all);
  // A project whose limit is used up, or whose token is void, is not asked again in this minute.
  const refused = new Map<ProjectId, CodeHostError>();
  const changed = new Set<ProjectId>();
  for (const issue of due) {
    try {
      const error = refused.get(issue.projectId);
      if (error) throw error;
      if (await followIssue(ctx, issue)) changed.add(issue.projectId);
    } catch (error) {
      if (!(error instanceof CodeHostError)) {
        ctx.log.error("an issue could not be followed", { issueId: issue.id, error });
        await ctx.db.commit([writeChecked(issue, "unavailable", ctx.clock.now(), ctx.clock.now() + AFTER_FAULT)]);
        continue;
      }
      if (error.fault === "limited" || error.fault === "unauthorized" || error.fault === "withdrawn") refused.set(issue.projectId, error);
      const wait = ["missing", "gone", "unauthorized", "withdrawn"].includes(error.fault) ? AFTER_REFUSAL : AFTER_FAULT;
      await ctx.db.commit([writeChecked(issue, error.fault, ctx.clock.now(), ctx.clock.now() + Math.max(wait, seconds(error.wait)))]);
      changed.add(issue.projectId);
    }
  }
  for (const projectId of changed) announceChanged(ctx, projectId, listLinkedIssues);
}

/** A few of each project, those that are due for longest first; and more of them when the others leave room. */
function shareOf(all: readonly DueIssue[]): readonly DueIssue[] {
  const taken = new Map<ProjectId, number>();
  const inTurn: DueIssue[] = [];
  const later: DueIssue[] = [];
  for (const issue of all) {
    const count = taken.get(issue.projectId) ?? 0;
    taken.set(issue.projectId, count + 1);
    (count < PER_PROJECT ? inTurn : later).push(issue);
  }
  return [...inTurn, ...later].slice(0, PER_TICK);
}

/** Whether anything has changed. */
async function followIssue(ctx: Ctx, issue: DueIssue): Promise<boolean> {
  const credential = await credentialOf(ctx, issue.projectId);
  if (!credential) throw new CodeHostError("unauthorized");
  const { status, body, etag } = await askCodeHost(ctx, credential.token, `/repos/${issue.repository}/issues/${issue.number}`, {
    etag: issue.etag,
  });
  const now = ctx.clock.now();
  if (status === 304) {
    await ctx.db.commit([writeChecked(issue, null, now, now + dueIn(issue.state))]);
    return false;
  }
  const found = issueOf(body, codeHostingConfig(ctx.config).web);
  if (!found || found.remoteId !== issue.remoteId) throw new CodeHostError("missing");
  if (found.state !== issue.state) await tell(ctx, issue, found);
  // After the events: whoever is interrupted between them tells the rest the next time, and those of before are known by their client ids.
  await ctx.db.commit([writeSeen(issue, found, { etag, now, dueAt: now + dueIn(found.state) })]);
  return true;
}

async function tell(ctx: Ctx, { projectId, id, version }: DueIssue, found: FoundIssue): Promise<void> {
  const data = { issueId: id, ...naming(found), state: found.state, reason: found.reason };
  const caller = { kind: "code_host" as const, projectId, issueId: id };
  const reply = { status: undefined, headers: new Headers() };
  for (let after = ""; ;) {
    const [conversations] = await ctx.db.read(readConversationsOf(projectId, id, after, TOLD));
    for (const conversationId of conversations) {
      try {
        await record({ ...ctx, caller, reply, proof: undefined } as RecordCtx, {
          conversationId,
          clientId: `state:${version + 1}`,
          event: newEvent(stateKind, data),
          // A title or reason that was read anew does not make it another event.
          fingerprint: { only: { version: version + 1 } },
        });
      } catch (error) {
        // Of a contact whose erasure was asked for, or a project that is being deleted.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    const last = conversations.at(-1);
    if (conversations.length < TOLD || last === undefined) return;
    after = last;
  }
}

/** Each minute: attempts at connecting that nobody finished. */
export async function removeOldAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeOldAttemptsGone(ctx.clock.now(), TOLD)]);
}
