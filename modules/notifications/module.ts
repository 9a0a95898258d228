import { contactMerge } from "#modules/contacts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { afterEvents } from "#modules/conversations";
import { mailTemplates } from "#modules/email";
import { inboundInterceptor } from "#modules/inbound-email";
import { whenReturned } from "#modules/undo-send";
import { mergeSteps } from "./merge.ts";
import { notificationCleanup } from "./cleanup.ts";
import { gatherNotifications } from "./gather-notifications.ts";
import { notificationMail } from "./notification-mail.ts";
import { notificationAnswers } from "./refuse-answer.ts";
import { ringBell } from "./ring-bell.ts";
import { routes } from "./routes.ts";
import { pushing } from "./send-push.ts";
import { tellAuthor } from "./tell-author.ts";
import { sendNotifications } from "./send-notifications.ts";

export const notifications = defineModule({
  name: "notifications",
  needs: ["accounts", "contacts", "conversations", "email", "inbound-email", "live-updates", "projects", "undo-send"],
  routes,
  jobs: [pushing],
  cron: [
    { name: "gather notices", run: gatherNotifications },
    { name: "send notices", run: sendNotifications },
  ],
  provides: [
    provide(afterEvents, ringBell),
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(mailTemplates, notificationMail),
    provide(inboundInterceptor, notificationAnswers),
    provide(whenReturned, tellAuthor),
    ...notificationCleanup,
  ],
});
