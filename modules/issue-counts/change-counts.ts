// Whether a project keeps the number of an issue's customers at GitHub.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { audit } from "#modules/projects";
import { type CountMode, type IssueCounts, MAX_COUNTED } from "./contract.ts";
import { readMode, readRefused, readWaiting, writeMode } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const EXAMPLES = 5;

export async function issueCountsOf(ctx: Ctx): Promise<IssueCounts> {
  const { projectId } = ctx.caller;
  const [setting, waiting, refused] = await ctx.db.read(
    readMode(projectId),
    readWaiting(projectId, ctx.clock.now(), MAX_COUNTED),
    readRefused(projectId, MAX_COUNTED),
  );
  return { ...setting, waiting, refused: refused.length, examples: refused.slice(0, EXAMPLES) };
}

export async function changeIssueCounts(ctx: Ctx, { mode }: { mode: CountMode }): Promise<IssueCounts> {
  const { projectId } = ctx.caller;
  const [before] = await ctx.db.read(readMode(projectId));
  await ctx.db.commit([
    writeMode(projectId, mode),
    audit(ctx, "code_hosting.issue_counts", { detail: { mode }, changes: [{ field: "mode", from: before.mode, to: mode }] }),
  ]);
  return await issueCountsOf(ctx);
}
