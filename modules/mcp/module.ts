import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { m } from "#messages";
import { tokenScope } from "#modules/api-tokens";
import { authorKinds } from "#modules/conversations";
import { answerMessage } from "./answer-message.ts";
import * as contract from "./contract.ts";
import { scopes } from "./scopes.ts";
import { tokenAuthor } from "./tools/propose-reply.ts";

/** Clients try GET and DELETE, and take this answer as “not offered”. */
const onlyPost = (): Promise<Response> =>
  Promise.resolve(Response.json({ error: m.mcp_only_post(), code: "method_not_allowed" }, { status: 405, headers: { allow: "POST" } }));

export const mcp = defineModule({
  name: "mcp",
  needs: ["api-tokens", "contacts", "conversations", "retrieval", "shared-drafts"],
  routes: [serve(contract.callMcp, answerMessage), serve(contract.openMcpStream, onlyPost), serve(contract.endMcpSession, onlyPost)],
  provides: [...scopes.map((scope) => provide(tokenScope, scope)), provide(authorKinds, tokenAuthor)],
});
