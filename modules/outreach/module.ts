import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { eventWrites } from "#modules/conversations";
import { mailTemplates } from "#modules/email";
import { inboundInterceptor } from "#modules/inbound-email";
import { leadRemoval } from "#modules/leads";
import { sentMessages } from "#modules/suppression";
import { outreachMail } from "./outreach-mail.ts";
import { deleteWithProject, deletionJob, goneWithLeads, mergeSteps, sequenceStep } from "./removal.ts";
import { routes } from "./routes.ts";
import { nextStepJob, recoverSteps } from "./send-next.ts";
import { outreachMessages, suppressedJob, suppressedListener } from "./suppressed.ts";
import { conversationStops, outreachAnswers } from "./stops.ts";

export const outreach = defineModule({
  name: "outreach",
  needs: ["ai", "contacts", "conversations", "email", "inbound-email", "lead-research", "leads", "projects", "suppression"],
  routes,
  jobs: [nextStepJob, suppressedJob, deletionJob],
  listens: [suppressedListener],
  cron: [{ name: "recover outreach", run: recoverSteps }],
  provides: [
    provide(mailTemplates, outreachMail),
    provide(inboundInterceptor, outreachAnswers),
    provide(eventWrites, conversationStops),
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(contactErasure, sequenceStep),
    provide(leadRemoval, goneWithLeads),
    provide(sentMessages, outreachMessages),
    deleteWithProject,
  ],
});
