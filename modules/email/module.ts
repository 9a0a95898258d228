import { defineModule, provide } from "#kernel/module/index.ts";
import { systemMailer } from "#modules/accounts";
import { contactMerge, contactErasure, dataReceiver } from "#modules/contacts";
import { nextStep } from "#modules/projects";
import { mergeSteps } from "./merge.ts";
import { holdsAnyAddress } from "./addresses/held-addresses.ts";
import { mailTemplates } from "./extension.ts";
import { deliveryStep, namedStep } from "./outbox/erasure.ts";
import { forgetTestJob } from "./outbox/forget-address.ts";
import { releaseHeldMails, releaseOnVerification } from "./outbox/release-held-mail.ts";
import { endAbandonedMails, sendJob } from "./outbox/send-mail.ts";
import { testMail } from "./outbox/test-mail.ts";
import { endDeliveries } from "./project-cleanup.ts";
import { routes } from "./routes.ts";
import { cleanUpAccountMails, accountMailJob, accountMailer } from "./system-mailer/send.ts";
import { emailConfig, missingForSending } from "./variables.ts";

export const email = defineModule({
  name: "email",
  needs: ["accounts", "contacts", "projects"],
  routes,
  jobs: [sendJob, forgetTestJob, accountMailJob],
  cron: [
    { name: "end mails that nothing works on", run: endAbandonedMails },
    { name: "bring out mails that wait", run: releaseHeldMails },
    { name: "sweep mails of the product", run: cleanUpAccountMails },
  ],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(mailTemplates, testMail),
    provide(contactErasure, namedStep),
    provide(contactErasure, deliveryStep),
    provide(dataReceiver, { name: "email", isUsed: (config) => missingForSending(emailConfig(config)).length === 0 }),
    releaseOnVerification,
    provide(systemMailer, accountMailer),
    endDeliveries,
    provide(nextStep, { name: "mail", isDone: holdsAnyAddress }),
  ],
});
