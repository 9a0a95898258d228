import { defineModule, provide } from "#kernel/module/index.ts";
import { answerByMail } from "#modules/conversations";
import { mailTemplates } from "#modules/email";
import { chooseRecipients } from "./composing/choose-recipients.ts";
import { forwardMail } from "./composing/forward-mail.ts";
import { replyJob, replyListener } from "./reply-by-mail.ts";
import { replyMail } from "./reply-mail.ts";
import { routes } from "./routes.ts";

export const emailChannel = defineModule({
  name: "email-channel",
  needs: ["assistant", "contacts", "conversations", "email", "files", "inbound-email", "projects"],
  routes,
  jobs: [replyJob],
  listens: [replyListener],
  provides: [provide(mailTemplates, replyMail), provide(mailTemplates, forwardMail), provide(answerByMail, chooseRecipients)],
});
