import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates, installationRenamed, startPage } from "#modules/accounts";
import { invitationMailTemplate } from "./create-invitation.ts";
import { memberAuthenticator } from "./authenticate-member.ts";
import { projectPath } from "./contract.ts";
import { auditInstallationName } from "./installation-renamed.ts";
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
    provide(installationRenamed, auditInstallationName),
    provide(nextStep, { name: "member", isDone: hasColleague }),
  ],
});
