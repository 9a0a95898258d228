import { defineModule, provide } from "#kernel/module/index.ts";
import { aiConfig } from "#modules/ai";
import { contactErasure, dataReceiver } from "#modules/contacts";
import { authorKinds, eventKinds, eventWrites, moduleViews, rowFields, viewConditions } from "#modules/conversations";
import { projectCleanup } from "#modules/projects";
import { traceStep } from "./erasure.ts";
import { continueRounds, forgetTraces } from "./rounds/cron.ts";
import { messageListener, roundHandler } from "./rounds/job.ts";
import { answersCondition, answersField, answersKind, assistantAuthor, assistantView, skippedKind, splitIsOfTeam } from "./rounds/kinds.ts";
import { summaryHandler } from "./history/summarise.ts";
import { routes } from "./routes.ts";
import { writeProjectGone } from "./store/settings.ts";

export const assistant = defineModule({
  name: "assistant",
  needs: [
    "accounts",
    "ai",
    "business-hours",
    "claim-verification",
    "contacts",
    "conversations",
    "files",
    "projects",
    "retrieval",
    "undo-send",
  ],
  routes,
  jobs: [roundHandler, summaryHandler],
  listens: [messageListener],
  cron: [
    { name: "continue rounds of the assistant", run: continueRounds },
    { name: "forget traces of the assistant", run: forgetTraces },
  ],
  provides: [
    provide(authorKinds, assistantAuthor),
    provide(eventKinds, answersKind),
    provide(eventKinds, skippedKind),
    provide(eventWrites, splitIsOfTeam),
    provide(rowFields, answersField),
    provide(viewConditions, answersCondition),
    provide(moduleViews, assistantView),
    provide(contactErasure, traceStep),
    // A model on one's own server is no service outside of the installation.
    provide(dataReceiver, { name: "models", isUsed: (config) => Object.keys(aiConfig(config).keys).some((name) => name !== "own") }),
    provide(projectCleanup, { name: "assistant", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
