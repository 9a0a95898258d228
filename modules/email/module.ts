import { defineModule, provide } from "#kernel/module/index.ts";
import { accountMailTemplates, systemMailer } from "#modules/accounts";
import { contactErasure } from "#modules/contacts";
import { answerByMail } from "#modules/conversations";
import { proofLetter } from "./address-proof/prove.ts";
import { releaseJob } from "./address-proof/release.ts";
import { chooseRecipients } from "./composing/choose-recipients.ts";
import { proofStep } from "./continuity/erasure.ts";
import { sweepProofs } from "./continuity/sweep.ts";
import { unseenJob, unseenListener } from "./continuity/unseen.ts";
import { elsewhereStep, receiptStep, senderStep } from "./erasure.ts";
import { admitJob } from "./inbound/admit.ts";
import { resumeAdmissions, sweepReceipts } from "./inbound/cron.ts";
import { gatewayAuthenticator } from "./inbound/gateway.ts";
import { sweepUploads } from "./inbound/objects.ts";
import { deliveryStep, namedStep } from "./outbound/erasure.ts";
import { forgetTestJob } from "./outbound/forget-address.ts";
import { noticeEnds } from "./notices/ends.ts";
import { gatherNotices } from "./notices/gather.ts";
import { sendNotices } from "./notices/send.ts";
import { replyJob, replyListener } from "./outbound/reply-by-mail.ts";
import { endAbandoned, sendJob } from "./outbound/send-mail.ts";
import { proofBringsOut, releaseHeldMails } from "./outbound/waiting.ts";
import { sweepSystemMails, systemMailJob, systemPost } from "./outbound/system-mail/send.ts";
import { endMail } from "./project-deletion.ts";
import { routes } from "./routes.ts";

export { receiveFromPlatform } from "./inbound/doors.ts";

export const email = defineModule({
  name: "email",
  needs: ["accounts", "contacts", "conversations", "files", "projects"],
  routes,
  authenticators: [gatewayAuthenticator],
  jobs: [admitJob, releaseJob, replyJob, sendJob, forgetTestJob, systemMailJob, unseenJob],
  listens: [replyListener, unseenListener],
  cron: [
    { name: "resume admissions of mail", run: resumeAdmissions },
    { name: "sweep receipts of mail", run: sweepReceipts },
    { name: "sweep objects of mail", run: sweepUploads },
    { name: "end mails that nothing works on", run: endAbandoned },
    { name: "bring out mails that wait", run: releaseHeldMails },
    { name: "sweep mails of the product", run: sweepSystemMails },
    { name: "sweep codes and links of mail", run: sweepProofs },
    { name: "gather notices", run: gatherNotices },
    { name: "send notices", run: sendNotices },
  ],
  provides: [
    provide(contactErasure, receiptStep),
    provide(contactErasure, elsewhereStep),
    provide(contactErasure, namedStep),
    provide(contactErasure, senderStep),
    provide(contactErasure, deliveryStep),
    provide(contactErasure, proofStep),
    provide(answerByMail, chooseRecipients),
    proofBringsOut,
    provide(systemMailer, systemPost),
    provide(accountMailTemplates, proofLetter),
    ...noticeEnds,
    endMail,
  ],
});
