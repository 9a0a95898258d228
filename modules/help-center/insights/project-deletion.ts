import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndHelp } from "./reader-queries.ts";

/** The help center of a deleted project is closed in the same batch. */
export const endHelp = provide(projectCleanup, { name: "help center", statements: (projectId, when) => writeEndHelp(projectId, when) });
