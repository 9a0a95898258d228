import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates } from "#modules/accounts";
import { invitationMailTemplate } from "./create-invitation.ts";
import { memberAuthenticator } from "./authenticate-member.ts";
import { routes } from "./routes.ts";

export const projects = defineModule({
  name: "projects",
  needs: ["accounts"],
  routes,
  authenticators: [memberAuthenticator],
  provides: [provide(accountMailTemplates, invitationMailTemplate)],
});
