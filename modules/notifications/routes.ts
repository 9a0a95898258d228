import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { bellOf, listEntries, markBell, markBellEntry, markBellNotice } from "./bell.ts";
import * as contract from "./contract.ts";
import { pushOf, subscribePush, unsubscribePush } from "./push.ts";
import { changeNotifications, notificationsOf } from "./settings.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readNotifications, (ctx) => notificationsOf(ctx)),
  serve(contract.saveNotifications, (ctx, { body }) => changeNotifications(ctx, body)),
  serve(contract.readPush, (ctx, { query }) => pushOf(ctx, query)),
  serve(contract.subscribePush, (ctx, { body }) => subscribePush(ctx, body)),
  serve(contract.unsubscribePush, (ctx, { body }) => unsubscribePush(ctx, body)),
  serve(contract.readBell, (ctx) => bellOf(ctx)),
  serve(contract.listBell, (ctx, { query }) => listEntries(ctx, query)),
  serve(contract.markBell, (ctx, { body }) => markBell(ctx, body)),
  serve(contract.markBellNotice, (ctx, { body }) => markBellNotice(ctx, body)),
  serve(contract.markBellEntry, (ctx, { params, body }) => markBellEntry(ctx, params.conversationId, body)),
];
