import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { createToken } from "./create-token.ts";
import { tokenScope } from "./extension.ts";
import { readApiTokens } from "./queries.ts";
import { revokeToken } from "./revoke-token.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listApiTokens, async (ctx) => {
    const [items] = await ctx.db.read(readApiTokens(ctx.caller.projectId, ctx.clock.now()));
    const scopes = ctx.registry.extensions.of(tokenScope).map(({ name, title, body }) => ({ name, title: title(), body: body() }));
    return { items, next: null, scopes };
  }),
  serve(contract.createApiToken, (ctx, { body }) => createToken(ctx, body)),
  serve(contract.revokeApiToken, (ctx, { params }) => revokeToken(ctx, params.tokenId)),
];
