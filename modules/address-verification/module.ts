import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates } from "#modules/accounts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mailTemplates } from "#modules/email";
import { mergeSteps } from "./merge.ts";
import { deleteExpiredCodesAndLinks } from "./cron.ts";
import { ownershipCodeMail } from "./desk-addresses/verify-desk-address.ts";
import { codesAndLinksStep } from "./erasure.ts";
import { endAddresses } from "./project-cleanup.ts";
import { routes } from "./routes.ts";
import { codeMail } from "./visitor-address/code-mail.ts";
import { confirmationMail } from "./visitor-address/confirmation-mail.ts";

export const addressVerification = defineModule({
  name: "address-verification",
  needs: ["accounts", "contacts", "email", "projects"],
  routes,
  cron: [{ name: "sweep codes and links of mail", run: deleteExpiredCodesAndLinks }],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(mailTemplates, codeMail),
    provide(mailTemplates, confirmationMail),
    provide(accountMailTemplates, ownershipCodeMail),
    provide(contactErasure, codesAndLinksStep),
    endAddresses,
  ],
});
