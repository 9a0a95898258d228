// Routes of the widget, each with its verb.
import { emailConfig, missingForSending } from "#modules/email";
import { serve, type RegisteredRoute, serveProving } from "#kernel/http/index.ts";
import { visitorSessionsEnded, writeEndVisitorSession } from "#modules/contacts";
import { readGreeting } from "#modules/assistant";
import { requestAddressCode, visitorAddress, verifyVisitorAddress } from "#modules/address-verification";
import { readAsksForAddress } from "#modules/email";
import { makeTicket, openSocket } from "#modules/conversations";
import { defaultAppearance, readTeamNames, readWidget, writeSeen } from "#modules/projects";
import { notFound } from "#kernel/errors/index.ts";
import { onColorOf } from "#kernel/wire/color.ts";
import { readHelpOpen } from "#modules/articles";
import { exchangeMailLink } from "./exchange-mail-link.ts";
import * as contract from "./contract.ts";
import { helpRoutes } from "./help/routes.ts";
import { inVisitorLanguage } from "./languages.ts";
import { storeVisitEvents } from "./store-visit-events.ts";
import { openConversation, ownConversations, ownEvents, postMessage, uploadFile } from "./visitor-messages.ts";
import { startSession } from "./start-session.ts";

export const routes: RegisteredRoute[] = [
  ...helpRoutes,
  serve(contract.readWidgetConfig, async (ctx, { query }) => {
    const { projectId } = ctx.caller;
    const [widget, team, asks, help, greeting] = await ctx.db.read(
      readWidget(projectId),
      readTeamNames(projectId),
      readAsksForAddress(projectId),
      readHelpOpen(projectId),
      readGreeting(projectId),
    );
    if (!widget) throw notFound();
    ctx.after(ctx.db.commit([writeSeen(projectId, ctx.clock.now())]));
    ctx.reply.headers.set("cache-control", "private, max-age=60");
    return {
      projectName: widget.projectName,
      ...inVisitorLanguage(query.locale, greeting ? { ...widget.look, greeting } : widget.look, defaultAppearance()),
      onColor: onColorOf(widget.look.color),
      team: team.map((name) => ({ name })),
      assistant: greeting !== undefined,
      help,
      mail: asks && missingForSending(emailConfig(ctx.config)).length === 0,
    };
  }),
  serve(contract.startSession, (ctx, { body }) => startSession(ctx, body)),
  serve(contract.endVisitorSession, async (ctx) => {
    const { projectId, contactId, sessionId } = ctx.caller;
    await ctx.db.commit([writeEndVisitorSession(projectId, sessionId)]);
    for (const tell of ctx.registry.extensions.of(visitorSessionsEnded))
      await tell(ctx, { projectId, contactId, sessionId, reason: "session_revoked" });
    return { ok: true } as const;
  }),
  serve(contract.listOwnConversations, (ctx, { query }) => ownConversations(ctx, query.cursor)),
  serveProving(contract.openConversation, (ctx, { body }) => openConversation(ctx, body)),
  serveProving(contract.postMessage, (ctx, { params, body }) => postMessage(ctx, params.conversationId, body)),
  serve(contract.listOwnEvents, (ctx, { params, query }) => ownEvents(ctx, params.conversationId, query)),
  serve(contract.sendWidgetEvents, (ctx, { body }) => storeVisitEvents(ctx, body.events)),
  serve(contract.readOwnAddress, (ctx) => visitorAddress(ctx)),
  serve(contract.requestVerificationCode, (ctx, { body }) => requestAddressCode(ctx, body)),
  serve(contract.verifyOwnAddress, (ctx, { body }) => verifyVisitorAddress(ctx, body.code)),
  serve(contract.exchangeMailLink, (ctx, { body }) => exchangeMailLink(ctx, body)),
  serve(contract.uploadFile, (ctx, { query }) => uploadFile(ctx, query)),
  serve(contract.visitorTicket, (ctx) =>
    makeTicket(
      ctx,
      { kind: "visitor", projectId: ctx.caller.projectId, contactId: ctx.caller.contactId, sessionId: ctx.caller.sessionId },
      ctx.request.headers.get("origin") ?? "",
    ),
  ),
  serve(contract.visitorSocket, (ctx, { query }) => openSocket(ctx, { kind: "visitor" }, query.after)),
];
