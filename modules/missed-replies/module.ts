import { defineModule, provide } from "#kernel/module/index.ts";
import { mailTemplates } from "#modules/email";
import { missedRepliesJob, missedRepliesListener } from "./mail-missed-replies.ts";
import { missedRepliesMail } from "./missed-replies-mail.ts";

export const missedReplies = defineModule({
  name: "missed-replies",
  needs: ["address-verification", "contacts", "conversations", "email", "email-channel", "projects"],
  jobs: [missedRepliesJob],
  listens: [missedRepliesListener],
  provides: [provide(mailTemplates, missedRepliesMail)],
});
