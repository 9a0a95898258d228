// Whether a project keeps the number of an issue's customers at GitHub.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { writeAudit } from "#modules/projects";
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
  await ctx.db.commit([
    writeMode(projectId, mode),
    writeAudit(
      { projectId, actor: actorOf(ctx.caller), action: "code_hosting.issue_counts", detail: { mode }, now: ctx.clock.now() },
      sql`changes() > 0`,
    ),
  ]);
  return await issueCountsOf(ctx);
}
