import { defineModule, provide } from "#kernel/module/index.ts";
import { mailTemplates } from "#modules/email";
import { inboundInterceptor } from "#modules/inbound-email";
import { noticeCleanup } from "./cleanup.ts";
import { gatherNotices } from "./gather-notices.ts";
import { noticeMail } from "./notice-mail.ts";
import { noticeAnswers } from "./refuse-answer.ts";
import { routes } from "./routes.ts";
import { sendNotices } from "./send-notices.ts";

export const notifications = defineModule({
  name: "notifications",
  needs: ["contacts", "conversations", "email", "inbound-email", "projects"],
  routes,
  cron: [
    { name: "gather notices", run: gatherNotices },
    { name: "send notices", run: sendNotices },
  ],
  provides: [provide(mailTemplates, noticeMail), provide(inboundInterceptor, noticeAnswers), ...noticeCleanup],
});
