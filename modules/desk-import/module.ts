import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { exportUse } from "#modules/desk-exports";
import { defineEventKind, eventKinds } from "#modules/conversations";
import { IMPORT_UNDONE, ImportUndone } from "./contract.ts";
import { deleteWithProject, deletionJob } from "./delete-with-project.ts";
import { mergeSteps, rowStep } from "./erasure.ts";
import { isBeingRead } from "./queries.ts";
import { routes } from "./routes.ts";
import { importJobHandler, resumeDeskImports } from "./run-import.ts";

/** Written by an undo itself, so nothing follows from it. */
const undoneKind = defineEventKind({
  name: IMPORT_UNDONE,
  payload: ImportUndone,
  audience: () => "team",
  change: () => ({ activity: false }),
});

export const deskImport = defineModule({
  name: "desk-import",
  needs: [
    "accounts",
    "canned-replies",
    "companies",
    "contact-attributes",
    "contacts",
    "conversations",
    "desk-exports",
    "files",
    "help-desks",
    "help-import",
    "live-updates",
    "projects",
    "satisfaction",
    "saved-views",
    "tags",
    "teams",
  ],
  routes,
  jobs: [importJobHandler, deletionJob],
  cron: [{ name: "go on with desk imports", run: resumeDeskImports }],
  provides: [
    provide(eventKinds, undoneKind),
    provide(contactErasure, rowStep),
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(exportUse, isBeingRead),
    deleteWithProject,
  ],
});
