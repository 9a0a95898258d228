import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { tokenAuthenticator } from "./authenticate-token.ts";
import { writeEndTokens } from "./queries.ts";
import { routes } from "./routes.ts";

export const apiTokens = defineModule({
  name: "api-tokens",
  needs: ["accounts", "projects"],
  routes,
  authenticators: [tokenAuthenticator],
  provides: [provide(projectCleanup, { name: "API tokens", statements: (projectId, when) => [writeEndTokens(projectId, when)] })],
});
