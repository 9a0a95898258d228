// Routes of projects, members, invitations, widget settings and the audit log, each with its verb.
import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { accountsConfig } from "#modules/accounts";
import { hours } from "#kernel/clock/index.ts";
import * as contract from "./contract.ts";
import { audit } from "./audit.ts";
import { auditLogPage, exportAuditLog } from "./read-audit-log.ts";
import { createProject } from "./create-project.ts";
import { deleteProject } from "./delete-project.ts";
import { acceptInvitation, showInvitation } from "./accept-invitation.ts";
import { createInvitation, invitationsOf, sendInvitation } from "./create-invitation.ts";
import { changeRole, removeMember } from "./manage-members.ts";
import { hideNextSteps, nextSteps } from "./next-steps.ts";
import { publicProfileChange } from "./extension.ts";
import { dashboardPage } from "./pages.ts";
import {
  invitationValue,
  projectIsLive,
  projectValue,
  readMembers,
  readProjectFor,
  readProjectsOf,
  writeOpened,
  writeProjectName,
  writeRevokeInvitation,
} from "./queries.ts";
import { changeWidget, rotateKey, rotateSecret, widgetSettings } from "./widget-settings.ts";

export const routes: RegisteredRoute[] = [
  ...contract.dashboardPages.map((page) => serve(page, (ctx) => dashboardPage(ctx))),
  serve(contract.listProjects, async ({ caller, config, db }) => {
    const [found] = await db.read(readProjectsOf(caller.accountId));
    const last = found.toSorted((a, b) => b.openedAt - a.openedAt)[0];
    return {
      items: found.map(({ openedAt: _, ...project }) => project),
      next: null,
      mayCreate: caller.isFirstOwner || accountsConfig(config).registrationEnabled,
      lastProjectId: last?.id ?? null,
    };
  }),
  serve(contract.createProject, (ctx, { body }) => createProject(ctx, body)),
  serve(contract.readProject, async (ctx) => {
    const { projectId, accountId } = ctx.caller;
    const [project, members] = await ctx.db.read(readProjectFor(projectId, accountId), readMembers(projectId));
    if (!project) throw notFound();
    ctx.after(ctx.db.commit([sql`${writeOpened(projectId, accountId, ctx.clock.now())} AND opened_at < ${ctx.clock.now() - hours(1)}`]));
    return { project, members };
  }),
  serve(contract.renameProject, async (ctx, { body }) => {
    const { projectId, accountId } = ctx.caller;
    const [project] = await ctx.db.commitAndRead(
      [
        audit(
          ctx,
          "project.renamed",
          { changes: [{ field: "name", from: projectValue(projectId, "name"), to: body.name }] },
          projectIsLive(projectId),
        ),
        writeProjectName(projectId, body.name),
        ...ctx.registry.extensions.of(publicProfileChange).flatMap((o) => [...o.statements(projectId, sql`1`, ctx.clock.now())]),
      ],
      readProjectFor(projectId, accountId),
    );
    if (!project) throw notFound();
    return { project };
  }),
  serve(contract.deleteProject, (ctx, { body }) => deleteProject(ctx, body.confirm)),
  serve(contract.changeRole, (ctx, { params, body }) => changeRole(ctx, params.accountId, body.role)),
  serve(contract.removeMember, (ctx, { params }) => removeMember(ctx, params.accountId)),
  serve(contract.leaveProject, (ctx) => removeMember(ctx, ctx.caller.accountId)),
  serve(contract.listInvitations, (ctx) => invitationsOf(ctx)),
  serve(contract.createInvitation, (ctx, { body }) => createInvitation(ctx, body)),
  serve(contract.sendInvitation, (ctx, { params }) => sendInvitation(ctx, params.invitationId)),
  serve(contract.revokeInvitation, async (ctx, { params }) => {
    const { projectId } = ctx.caller;
    const value = (column: "role" | "address" | "note") => invitationValue(projectId, params.invitationId, column);
    const detail = { role: value("role"), email: value("address"), note: value("note") };
    const [, revoked] = await ctx.db.commit([
      audit(ctx, "member.invitation_revoked", { detail }, sql`${detail.role} IS NOT NULL`),
      writeRevokeInvitation(projectId, params.invitationId),
    ]);
    if (revoked === 0) throw notFound();
    return { ok: true } as const;
  }),
  serve(contract.invitePage, (ctx, { params }) => showInvitation(ctx, params.token)),
  serve(contract.acceptInvitation, (ctx, { params }) => acceptInvitation(ctx, params.token)),
  serve(contract.readWidgetSettings, (ctx) => widgetSettings(ctx)),
  serve(contract.changeWidgetSettings, (ctx, { body }) => changeWidget(ctx, body)),
  serve(contract.rotateWidgetKey, (ctx) => rotateKey(ctx)),
  serve(contract.rotateIdentitySecret, (ctx) => rotateSecret(ctx)),
  serve(contract.readNextSteps, (ctx) => nextSteps(ctx)),
  serve(contract.changeNextSteps, (ctx, { body }) => hideNextSteps(ctx, body.hidden)),
  serve(contract.readAuditLog, (ctx, { query }) => auditLogPage(ctx, query)),
  serve(contract.exportAuditLog, (ctx, { query }) => exportAuditLog(ctx, query)),
];
