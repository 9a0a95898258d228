import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { publicFile } from "#modules/files";
import { projectLanguages } from "#modules/knowledge-sources";
import { projectCleanup } from "#modules/projects";
import { publishDue } from "./articles/due.ts";
import { indexAgain } from "./articles/index-job.ts";
import { isPublished, writeEndFiles } from "./files/queries.ts";
import { sweepArticleFiles } from "./files/sweep.ts";
import { writeEndImports } from "./imports/queries.ts";
import { goOnWithImports, importing } from "./imports/run.ts";
import { readerStep } from "./insights/erasure.ts";
import { groupQuestions, lookAgain, sweepInsights } from "./insights/cron.ts";
import { endHelp } from "./insights/project-deletion.ts";
import { languagesOf } from "./languages/queries.ts";
import { authorRenamed, authorsLeft, endPages, faceChanged, sweepRuns } from "./pages/follow.ts";
import { endLetters, letterStep, sweepLetters } from "./letters/ends.ts";
import { letterMail } from "./letters/mail.ts";
import { render } from "./pages/render.ts";
import { routes } from "./routes.ts";

export const helpCenter = defineModule({
  name: "help-center",
  needs: ["accounts", "contacts", "conversations", "email", "files", "knowledge-sources", "projects", "retrieval"],
  routes,
  jobs: [indexAgain, render, importing],
  cron: [
    { name: "publish scheduled articles", run: publishDue },
    { name: "sweep article files", run: sweepArticleFiles },
    { name: "group questions", run: groupQuestions },
    { name: "look for answers to gaps", run: lookAgain },
    { name: "sweep insights", run: sweepInsights },
    { name: "go on with imports", run: goOnWithImports },
    { name: "sweep runs of pages", run: sweepRuns },
    { name: "sweep letters", run: sweepLetters },
  ],
  provides: [
    provide(publicFile, isPublished),
    provide(projectLanguages, languagesOf),
    provide(projectCleanup, { name: "article files", statements: (projectId, when, now) => [writeEndFiles(projectId, now, when)] }),
    provide(projectCleanup, { name: "imports", statements: (projectId, when) => writeEndImports(projectId, when) }),
    provide(contactErasure, readerStep),
    provide(contactErasure, letterStep),
    letterMail,
    endLetters,
    endHelp,
    endPages,
    faceChanged,
    authorsLeft,
    authorRenamed,
  ],
});
