// The installation's name in the audit log of each project of its first owner: the installation has no log of its own.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { writeAudit } from "./audit.ts";
import { projectsOf } from "./queries.ts";

/** Projects that are told of it at most. */
const MOST = 40;

export async function auditInstallationName(ctx: RequestCtx<AccountPrincipal>, name: string | null): Promise<SQL[]> {
  const [projects] = await ctx.db.read(projectsOf(ctx.caller.accountId));
  const changes = [{ field: "installationName", from: sql`SELECT name FROM installation WHERE id = 1`, to: name }];
  return projects
    .slice(0, MOST)
    .map((projectId) =>
      writeAudit({ projectId, actor: ctx.caller, action: "project.installation_renamed", changes, now: ctx.clock.now() }),
    );
}
