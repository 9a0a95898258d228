import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { applyVisibilityJob } from "./apply-visibility.ts";
import { expireUploadJob, removeSourceJob, resumeSourceCleanup } from "./cleanup.ts";
import { crawlerAccessCleanup } from "./crawler/crawler-access.ts";
import { answerStep } from "./erasure.ts";
import { indexFileJob } from "./index-file.ts";
import { routes } from "./routes.ts";
import { crawlHandler } from "./website/run-crawl.ts";
import { crawlCron } from "./website/start-crawl.ts";

export const knowledgeSources = defineModule({
  name: "knowledge-sources",
  needs: ["contacts", "projects", "retrieval", "semantic-search"],
  routes,
  jobs: [indexFileJob, removeSourceJob, expireUploadJob, applyVisibilityJob, crawlHandler],
  cron: [
    { name: "resume the cleanup of sources", run: resumeSourceCleanup },
    { name: "fetch websites", run: crawlCron },
  ],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, answerStep), crawlerAccessCleanup],
});
