// Reads and changes the policies of a project, and reads the targets of a conversation.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { readSummary } from "#modules/conversations";
import { audit } from "#modules/projects";
import { readTags } from "#modules/tags";
import { readTeams } from "#modules/teams";
import type { ConversationTarget, Policy, ResponsePolicies } from "./contract.ts";
import { areOthers, changesOf, type Clock, mayChange, readNewest, readPolicies, writePolicies } from "./queries.ts";
import { recountJob } from "./recount.ts";
import { summaryOf } from "./summary.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export const showPolicies = async (ctx: Ctx): Promise<ResponsePolicies> => (await ctx.db.read(readPolicies(ctx.caller.projectId)))[0];

/** Stores the policies, and a job that computes what is open anew; 409 if somebody stored others since the revision that these began with. */
export async function changePolicies(
  ctx: Ctx,
  { policies, revision }: { readonly policies: readonly Policy[]; readonly revision: number },
): Promise<ResponsePolicies> {
  const { projectId, accountId } = ctx.caller;
  const [teams, tags, before] = await ctx.db.read(readTeams(projectId), readTags(projectId), readPolicies(projectId));
  const names = new Map<string, string>([...teams, ...tags].map(({ id, name }) => [id, name]));
  // What a policy has had all along may have been deleted since.
  const had = new Set(before.policies.flatMap(({ teamId, tagId }) => [teamId, tagId]));
  const issues = policies.flatMap((policy, at) =>
    (["teamId", "tagId"] as const).flatMap((field) => {
      const id = policy[field];
      return id === null || names.has(id) || had.has(id)
        ? []
        : [{ path: `policies.${at}.${field}`, message: m.response_targets_no_such_choice() }];
    }),
  );
  if (issues.length > 0) throw invalidRequest(issues);
  const now = ctx.clock.now();
  const when = mayChange(projectId, revision, accountId);
  const summary = summaryOf(policies, names);
  const { statement, jobId } = recountJob(projectId, now, when);
  const [stored] = await ctx.db.commitAndRead(
    [
      // The words of the same policies may be others than an earlier version kept: that is no change.
      audit(
        ctx,
        "response_targets.changed",
        { changes: changesOf(projectId, summary) },
        sql`${when} AND ${areOthers(projectId, policies)}`,
      ),
      statement,
      writePolicies(projectId, { policies, revision, summary }, when),
    ],
    readPolicies(projectId),
  );
  // A repeated request finds what it stored.
  if (stored.revision !== revision + 1 || JSON.stringify(stored.policies) !== JSON.stringify(policies))
    throw conflict(m.response_targets_changed_meanwhile());
  wakeJobs(ctx, [jobId]);
  return stored;
}

/** The newest clock of each target of a conversation. */
export async function showTargets(ctx: Ctx, conversationId: ConversationId): Promise<{ items: ConversationTarget[] }> {
  const { projectId } = ctx.caller;
  const [clocks, row] = await ctx.db.read(readNewest(projectId, conversationId), readSummary([], projectId, conversationId, null));
  if (!row) throw notFound();
  return { items: clocks.flatMap(shown) };
}
function shown(clock: Clock): ConversationTarget[] {
  const { minutes, counts, outcome } = clock;
  if (minutes === null || counts === null || outcome === "untracked") return [];
  return [
    {
      ...{ target: clock.target, state: stateOf(clock), startedAt: iso(clock.startedAt), dueAt: isoOrNull(clock.dueAt) },
      ...{ endedAt: isoOrNull(clock.endedAt), minutes, counts, workedSeconds: clock.workedSeconds },
    },
  ];
}
const stateOf = ({ outcome, missedAt, pausedAt, warnedAt }: Clock): ConversationTarget["state"] => {
  if (outcome !== null && outcome !== "untracked") return outcome;
  if (missedAt !== null) return "missed";
  if (pausedAt !== null) return "paused";
  return warnedAt === null ? "running" : "warned";
};
