import { contactMerge } from "#modules/contacts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { authorKinds, eventKinds, rowFields } from "#modules/conversations";
import { mergeSteps } from "./merge.ts";
import { forgetOld, monitoringCleanup } from "./cleanup.ts";
import { dryJob } from "./dry-run/run-dry.ts";
import { matchKind, monitoringField, ruleAuthor } from "./match.ts";
import { routes } from "./routes.ts";
import { closedJob, closedListener } from "./watch/end-matches.ts";
import { watchJob, watchListener } from "./watch/watch-conversation.ts";
import { waitJob } from "./watch/watch-waiting.ts";

export const monitoring = defineModule({
  name: "monitoring",
  needs: ["ai", "assistant", "contacts", "conversations", "notifications", "projects"],
  routes,
  jobs: [watchJob, waitJob, closedJob, dryJob],
  listens: [watchListener, closedListener],
  cron: [{ name: "forget old matches", run: forgetOld }],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(eventKinds, matchKind),
    provide(authorKinds, ruleAuthor),
    provide(rowFields, monitoringField),
    ...monitoringCleanup,
  ],
});
