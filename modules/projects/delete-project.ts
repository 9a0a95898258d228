// Deletes a project: memberships, invitations, visitor sessions, queued jobs and the widget key end in one batch; then live connections are
// closed.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { writeEndProjectJobs } from "#kernel/jobs/index.ts";
import { wrongName } from "./errors.ts";
import { projectCleanup } from "./extension.ts";
import { deletedNow, writeDeleted, writeEndInvitations, writeEndMemberships } from "./queries.ts";

export async function deleteProject(ctx: RequestCtx<MemberPrincipal>, confirm: string): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const when = deletedNow(projectId, accountId, now);
  const cleanups = ctx.registry.extensions.of(projectCleanup);
  const [deleted] = await ctx.db.commit([
    writeDeleted(projectId, accountId, confirm, now),
    writeEndMemberships(projectId, when),
    writeEndInvitations(projectId, when),
    writeEndProjectJobs(projectId, now, [], when),
    ...cleanups.flatMap((o) => [...o.statements(projectId, when, now, ctx.registry.extensions)]),
  ]);
  if (deleted === 0) throw wrongName();
  for (const other of cleanups) await other.afterwards?.(ctx, projectId);
  return { ok: true };
}
