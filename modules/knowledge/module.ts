import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { forgetWords } from "./lexical/forget-words.ts";
import { fillIndex } from "./lexical/rebuild.ts";
import { routes } from "./routes.ts";
import { vectorsJob, wakeVectors } from "./semantic/make-vectors.ts";
import { endVectors } from "./semantic/project-deletion.ts";
import { endCrawler } from "./sources/crawler/crawler.ts";
import { answerStep } from "./sources/erasure.ts";
import { indexFileJob } from "./sources/index-file.ts";
import { reachHandler } from "./sources/reach.ts";
import { expireUploadJob, removeSourceJob, sweepSources } from "./sources/removal.ts";
import { crawlHandler } from "./sources/website/run.ts";
import { crawlsEveryMinute } from "./sources/website/start.ts";

export const knowledge = defineModule({
  name: "knowledge",
  needs: ["contacts", "projects"],
  routes,
  jobs: [indexFileJob, removeSourceJob, expireUploadJob, reachHandler, crawlHandler, vectorsJob],
  cron: [
    { name: "fill the index of words", run: fillIndex },
    { name: "forget removed words", run: forgetWords },
    { name: "sweep sources", run: sweepSources },
    { name: "fetch websites", run: crawlsEveryMinute },
    { name: "wake the work on vectors", run: wakeVectors },
  ],
  provides: [provide(contactErasure, answerStep), endVectors, endCrawler],
});
