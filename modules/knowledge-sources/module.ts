import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { reachHandler } from "./apply-visibility.ts";
import { expireUploadJob, removeSourceJob, sweepSources } from "./cleanup.ts";
import { endCrawler } from "./crawler/crawler-access.ts";
import { answerStep } from "./erasure.ts";
import { indexFileJob } from "./index-file.ts";
import { routes } from "./routes.ts";
import { crawlHandler } from "./website/run-crawl.ts";
import { crawlsEveryMinute } from "./website/start-crawl.ts";

export const knowledgeSources = defineModule({
  name: "knowledge-sources",
  needs: ["contacts", "projects", "retrieval", "semantic-search"],
  routes,
  jobs: [indexFileJob, removeSourceJob, expireUploadJob, reachHandler, crawlHandler],
  cron: [
    { name: "resume the cleanup of sources", run: sweepSources },
    { name: "fetch websites", run: crawlsEveryMinute },
  ],
  provides: [provide(contactErasure, answerStep), endCrawler],
});
