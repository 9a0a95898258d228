import { appOrigin, serve } from "#kernel/http/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import { closeRevokedSockets } from "./close-revoked-sockets.ts";
import * as contract from "./contract.ts";
import { makeTicket, openSocket } from "./tickets.ts";

export { Coordinator } from "./coordinator.ts";

export const liveUpdates = defineModule({
  name: "live-updates",
  needs: ["accounts", "contacts", "projects"],
  routes: [
    serve(contract.memberTicket, (ctx) => {
      const { projectId, accountId, sessionId, name } = ctx.caller;
      return makeTicket(ctx, { kind: "member", projectId, accountId, sessionId, name }, appOrigin(ctx.config, ctx.url));
    }),
    serve(contract.memberSocket, (ctx, { params, query }) => openSocket(ctx, { kind: "member", projectId: params.projectId }, query.after)),
  ],
  provides: closeRevokedSockets,
});
