import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates, startPage } from "#modules/accounts";
import { invitationMailTemplate } from "./create-invitation.ts";
import { memberAuthenticator } from "./authenticate-member.ts";
import { projectPath } from "./contract.ts";
import { nextStep } from "./extension.ts";
import { hasColleague, readOnlyProject } from "./queries.ts";
import { routes } from "./routes.ts";

export const projects = defineModule({
  name: "projects",
  needs: ["accounts"],
  routes,
  authenticators: [memberAuthenticator],
  provides: [
    provide(accountMailTemplates, invitationMailTemplate),
    provide(startPage, (accountId) => readOnlyProject(accountId, projectPath)),
    provide(nextStep, { name: "member", isDone: hasColleague }),
  ],
});
