// Lists the customers who have not been written to since an issue was closed or released.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { CodeIssueId } from "#kernel/ids/index.ts";
import { MAX_UNTOLD, type RemoteIssue, type Untold } from "./contract.ts";
import { readCustomersUntold, readRemote } from "./telling-queries.ts";

export async function untoldOf(
  ctx: RequestCtx<MemberPrincipal>,
  issueId: CodeIssueId,
): Promise<{ issue: RemoteIssue & { release: string | null }; items: Untold[] }> {
  const { projectId } = ctx.caller;
  const [issue, items] = await ctx.db.read(readRemote(projectId, issueId), readCustomersUntold(projectId, issueId, MAX_UNTOLD));
  if (!issue) throw notFound();
  return { issue, items };
}
