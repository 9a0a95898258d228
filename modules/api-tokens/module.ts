import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { actingAuthenticator } from "./act-for-creator.ts";
import { tokenAuthenticator } from "./authenticate-token.ts";
import { tokenScope } from "./extension.ts";
import { writeEndTokens } from "./queries.ts";
import { routes } from "./routes.ts";
import { scopes } from "./scopes.ts";

export const apiTokens = defineModule({
  name: "api-tokens",
  needs: ["accounts", "projects"],
  routes,
  authenticators: [tokenAuthenticator, actingAuthenticator],
  provides: [
    ...scopes.map((scope) => provide(tokenScope, scope)),
    provide(projectCleanup, { name: "API tokens", statements: (projectId, when) => [writeEndTokens(projectId, when)] }),
  ],
});
