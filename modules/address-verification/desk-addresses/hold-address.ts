// Gives an address to a project, in one batch with its proof, the end of competing claims, and the release of held mail.
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { publicProfileChange } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import { isHeld, isInstallationAddress } from "#modules/email";
import { writeEndCompetingClaims, writeHeld } from "./queries.ts";
import { releaseWaiting } from "./release-job.ts";

type Where = Pick<Ctx, "config" | "clock" | "registry">;
/** Stores the job that admits or deletes held mail after an address changed hands. */
export function releaseStatement(ctx: Where, address: string, when: SQL): SQL {
  const now = ctx.clock.now();
  const id = newId("job", now);
  return writeJobs(
    [{ id, kind: releaseWaiting.kind, key: `${releaseWaiting.kind}:${id}`, payload: { address }, projectId: null, dueAt: now }],
    now,
    when,
  );
}
/** Statements that render the public pages anew where `when` holds: they offer email only while the project can receive replies. */
export const publicPageStatements = (ctx: Where, projectId: ProjectId, when: SQL): SQL[] =>
  ctx.registry.extensions.of(publicProfileChange).flatMap(({ statements }) => [...statements(projectId, when, ctx.clock.now())]);

/** Statements that give the address to the project where `when` holds. Addresses of the installation or of accounts are never given. */
export function holdStatements(ctx: Where, projectId: ProjectId, address: string, when: SQL): SQL[] {
  const now = ctx.clock.now();
  const held = isHeld(projectId, address);
  const isNew = sql`EXISTS (SELECT 1 FROM inbound_addresses WHERE address = ${address} AND project_id = ${projectId} AND held_at = ${now})`;
  return [
    writeHeld(projectId, address, now, sql`${isInstallationAddress(ctx.config, address) ? 0 : 1} AND ${when}`),
    writeEndCompetingClaims(projectId, address),
    releaseStatement(ctx, address, sql`${held} AND ${isNew}`),
    ...publicPageStatements(
      ctx,
      projectId,
      sql`${isNew} AND EXISTS (SELECT 1 FROM email_settings WHERE project_id = ${projectId} AND reply_address = ${address})`,
    ),
  ];
}
