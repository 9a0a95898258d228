// Each minute: reads issues again that are due, and has the conversations told that are linked with them.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged } from "#modules/live-updates";
import { changeOf } from "./change-issue.ts";
import { askCodeHost, CodeHostError } from "./client.ts";
import { listLinkedIssues } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { issueOf } from "./issue.ts";
import { dueIn } from "./link-issue.ts";
import { readDue, readRepositories, type StoredIssue, writeChecked, writeOldAttemptsGone } from "./queries.ts";
import { readRepositoryFacts } from "./repository-facts.ts";
import { takeRenamed } from "./take-repository.ts";
import { wakeTelling } from "./tell-conversations.ts";
import { transferIssue } from "./transfer-issue.ts";
import { codeHostingConfig } from "./variables.ts";

/** A thousand an hour: a fifth of what GitHub allows an account, and unchanged ones count towards nothing. */
const PER_TICK = 16;
/** Of one project, so that one with many issues leaves the others their turn; and among how many that is looked for. */
const PER_PROJECT = 4;
const LOOKED = 200;
/** Old attempts at connecting that one run deletes. */
const SWEPT = 50;
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
function shareOf(all: readonly StoredIssue[]): readonly StoredIssue[] {
  const taken = new Map<ProjectId, number>();
  const inTurn: StoredIssue[] = [];
  const later: StoredIssue[] = [];
  for (const issue of all) {
    const count = taken.get(issue.projectId) ?? 0;
    taken.set(issue.projectId, count + 1);
    (count < PER_PROJECT ? inTurn : later).push(issue);
  }
  return [...inTurn, ...later].slice(0, PER_TICK);
}

/** Whether anything has changed. */
async function followIssue(ctx: Ctx, issue: StoredIssue): Promise<boolean> {
  if (issue.fault === "moved" && !(await isChosenNow(ctx, issue))) {
    await ctx.db.commit([writeChecked(issue, "moved", ctx.clock.now(), ctx.clock.now() + AFTER_REFUSAL)]);
    return false;
  }
  const credential = await credentialOf(ctx, issue.projectId);
  if (!credential) throw new CodeHostError("unauthorized");
  const { status, body, etag, isMoved } = await askCodeHost(ctx, credential.token, `/repos/${issue.repository}/issues/${issue.number}`, {
    etag: issue.etag,
  });
  const now = ctx.clock.now();
  if (status === 304) {
    await ctx.db.commit([writeChecked(issue, null, now, now + dueIn(issue.state))]);
    return false;
  }
  const found = issueOf(body, codeHostingConfig(ctx.config).web);
  if (!found) throw new CodeHostError("missing");
  if (found.remoteId !== issue.remoteId) {
    // Another repository may have the name of a former one, and may have been renamed since: then it is another issue.
    if (!isMoved || (await readRepositoryFacts(ctx, credential.token, issue.repository)).name === found.repository)
      throw new CodeHostError("missing");
    await transferIssue(ctx, issue, found, { etag });
    return true;
  }
  if (found.repository !== issue.repository) await takeRenamed(ctx, issue, found.repository);
  // An answer that is older than what is known, as another of their servers may give.
  const change = found.changedAt < issue.changedAt ? undefined : changeOf(issue, found, { etag, now });
  await ctx.db.commit(change?.statements ?? [writeChecked(issue, null, now, now + dueIn(issue.state))]);
  wakeTelling(ctx, change?.jobIds ?? []);
  return change !== undefined;
}

async function isChosenNow(ctx: Ctx, { projectId, repository }: StoredIssue): Promise<boolean> {
  const [chosen] = await ctx.db.read(readRepositories(projectId));
  return chosen.some((name) => name.toLowerCase() === repository.toLowerCase());
}

/** Each minute: attempts at connecting that nobody finished. */
export async function removeOldAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeOldAttemptsGone(ctx.clock.now(), SWEPT)]);
}
