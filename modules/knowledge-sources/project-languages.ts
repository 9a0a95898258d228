// Reads the languages of a project's readers; sources and saved answers use the first by default.
import { type Query, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { projectLanguages } from "./extension.ts";
import { readLanguages } from "./queries.ts";

/** The default first; never empty. */
export const languagesOf = (ctx: Pick<Ctx, "registry">, projectId: ProjectId): Query<string[]> =>
  readLanguages(ctx.registry.extensions.of(projectLanguages)[0]?.(projectId) ?? sql`NULL`);
