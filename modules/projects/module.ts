import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates } from "#modules/accounts";
import { invitationMail } from "./make-invitation.ts";
import { memberAuthenticator } from "./member.ts";
import { routes } from "./routes.ts";

export const projects = defineModule({
  name: "projects",
  needs: ["accounts"],
  routes,
  authenticators: [memberAuthenticator],
  provides: [provide(accountMailTemplates, invitationMail)],
});
