import { defineModule, provide } from "#kernel/module/index.ts";
import { postOffice } from "#modules/accounts";
import { contactErasure } from "#modules/contacts";
import { mailTemplates } from "./extension.ts";
import { deliveryStep, namedStep } from "./outbox/erasure.ts";
import { forgetTestJob } from "./outbox/forget-address.ts";
import { releaseHeldMails, proofBringsOut } from "./outbox/release-held-mail.ts";
import { endAbandoned, sendJob } from "./outbox/send-mail.ts";
import { testMail } from "./outbox/test-mail.ts";
import { endDeliveries } from "./project-cleanup.ts";
import { routes } from "./routes.ts";
import { sweepSystemMails, systemMailJob, systemPost } from "./system-mailer/send.ts";

export const email = defineModule({
  name: "email",
  needs: ["accounts", "contacts", "projects"],
  routes,
  jobs: [sendJob, forgetTestJob, systemMailJob],
  cron: [
    { name: "end mails that nothing works on", run: endAbandoned },
    { name: "bring out mails that wait", run: releaseHeldMails },
    { name: "sweep mails of the product", run: sweepSystemMails },
  ],
  provides: [
    provide(mailTemplates, testMail),
    provide(contactErasure, namedStep),
    provide(contactErasure, deliveryStep),
    proofBringsOut,
    provide(postOffice, systemPost),
    endDeliveries,
  ],
});
