import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { changeNotifications, notificationsOf } from "./settings.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readNotifications, (ctx) => notificationsOf(ctx)),
  serve(contract.saveNotifications, (ctx, { body }) => changeNotifications(ctx, body)),
];
