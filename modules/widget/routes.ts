// Routes of the widget, each with its verb.
import { serve, type RegisteredRoute, serveProving } from "#kernel/http/index.ts";
import { visitorSessionsEnded, writeEndVisitorSession } from "#modules/contacts";
import { requestAddressCode, visitorAddress, verifyVisitorAddress } from "#modules/address-verification";
import { makeTicket, openSocket } from "#modules/live-updates";
import { writeSeen } from "#modules/projects";
import { notFound } from "#kernel/errors/index.ts";
import { exchangeMailLink } from "./exchange-mail-link.ts";
import * as contract from "./contract.ts";
import { storeVisitEvents } from "./store-visit-events.ts";
import { openConversation, ownConversations, ownEvents, postMessage, uploadFile } from "./visitor-messages.ts";
import { startSession } from "./start-session.ts";
import { widgetConfigOf } from "./widget-config.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readWidgetConfig, async (ctx, { query }) => {
    const { projectId } = ctx.caller;
    const config = await widgetConfigOf(ctx, projectId, query.locale);
    if (!config) throw notFound();
    ctx.after(ctx.db.commit([writeSeen(projectId, ctx.clock.now())]));
    ctx.reply.headers.set("cache-control", "private, max-age=60");
    return config;
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
