import type { MailPrincipal } from "#kernel/auth/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { authorKinds, defineCustomer } from "#modules/conversations";
import { mergeSteps } from "./merge.ts";
import { admitJob } from "./admission/admit-mail.ts";
import { releaseJob } from "./admission/release-waiting-mail.ts";
import { resumeAdmissions, deleteOldEvidence } from "./cron.ts";
import { elsewhereStep, receiptStep, senderStep } from "./erasure.ts";
import { endReceipts } from "./project-cleanup.ts";
import { gatewayAuthenticator } from "./receiving/gateway-authenticator.ts";
import { removeAbandonedUploads } from "./receiving/objects.ts";
import { routes } from "./routes.ts";

export { receiveFromPlatform } from "./receiving/receive-mail.ts";

export const inboundEmail = defineModule({
  name: "inbound-email",
  needs: ["accounts", "address-verification", "contacts", "conversations", "email", "files", "projects"],
  routes,
  authenticators: [gatewayAuthenticator],
  jobs: [admitJob, releaseJob],
  cron: [
    { name: "resume admissions of mail", run: resumeAdmissions },
    { name: "sweep receipts of mail", run: deleteOldEvidence },
    { name: "sweep objects of mail", run: removeAbandonedUploads },
  ],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(authorKinds, defineCustomer<MailPrincipal>("mail")),
    provide(contactErasure, receiptStep),
    provide(contactErasure, elsewhereStep),
    provide(contactErasure, senderStep),
    endReceipts,
  ],
});
