// Whether a project may use the installation's crawler.
import { readInstallation } from "#kernel/auth/installation.ts";
import { missingForCrawling } from "#kernel/config/index.ts";
import { forbidden, notConfigured } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isMember } from "#modules/projects";
import { readIs } from "./website/queries.ts";

export interface Crawler {
  /** Variables without which the provider is not there. */
  readonly missing: string[];
  /** The installation's token serves the first owner's projects. */
  readonly allowed: boolean;
}

/** Whether the project is one of the first owner's, whose tokens the installation's are. */
async function readIsFirstOwners(ctx: Pick<Ctx, "db">, projectId: ProjectId): Promise<boolean> {
  const [installation] = await ctx.db.read(readInstallation());
  if (!installation) return false;
  const [held] = await ctx.db.read(readIs(isMember(projectId, installation.firstOwnerId, ["owner"])));
  return held === true;
}
export const crawlerOf = async (ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId): Promise<Crawler> => ({
  missing: missingForCrawling(ctx.config.crawler),
  allowed: await readIsFirstOwners(ctx, projectId),
});
/** Throws unless the provider may be used by this project. */
export async function mustCrawl(ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId): Promise<void> {
  const { missing, allowed } = await crawlerOf(ctx, projectId);
  if (missing.length > 0)
    throw notConfigured(
      "knowledge-crawl",
      missing,
      `No crawler is set up on this installation: ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing. Single pages and sitemaps work without it.`,
    );
  if (!allowed) throw forbidden("The installation's crawler serves the projects of its first owner. Single pages and sitemaps work here.");
}
