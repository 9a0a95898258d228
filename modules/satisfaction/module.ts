import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, eventWrites, rowFields, viewConditions } from "#modules/conversations";
import { mailTemplates } from "#modules/email";
import { widgetParts } from "#modules/widget";
import { askOrCancel } from "./asking/ask.ts";
import { closedListener, mailJob, planJob } from "./asking/mail-question.ts";
import { questionMail } from "./asking/question-mail.ts";
import { cleanup, endOld } from "./cleanup.ts";
import { ratingCondition, ratingField, ratingKind } from "./rating/kind.ts";
import { routes } from "./routes.ts";
import { asksInWidget } from "./settings-queries.ts";

export const satisfaction = defineModule({
  name: "satisfaction",
  needs: ["accounts", "contacts", "conversations", "email", "notifications", "projects", "spam", "suppression", "teams", "widget"],
  routes,
  jobs: [planJob, mailJob],
  listens: [closedListener],
  cron: [{ name: "end old questions about conversations", run: endOld }],
  provides: [
    provide(eventKinds, ratingKind),
    provide(eventWrites, askOrCancel),
    provide(rowFields, ratingField),
    provide(viewConditions, ratingCondition),
    provide(mailTemplates, questionMail),
    provide(widgetParts, { name: "satisfaction", isUsed: asksInWidget }),
    ...cleanup,
  ],
});
