// Decides whether a project may use the installation's crawler: the first owner's projects may, other projects only if the first owner
// allows it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { forbidden, notConfigured } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, provide } from "#kernel/module/index.ts";
import { projectCleanup, audit } from "#modules/projects";
import { m } from "#messages";
import { readAccess, writeAccess, writeEndAccess } from "./queries.ts";
import { crawlerConfig, missingForCrawling } from "../variables.ts";

export interface Crawler {
  /** Names of the missing variables of the provider. */
  readonly missing: string[];
  /** Whether this project may use it. */
  readonly allowed: boolean;
}

export async function crawlerOf(ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId): Promise<Crawler> {
  const [access] = await ctx.db.read(readAccess(projectId));
  return { missing: missingForCrawling(crawlerConfig(ctx.config)), allowed: access !== undefined && (access.own || access.opened) };
}
/** The same, and whether the caller may allow or forbid it. */
export async function crawlerFor(ctx: RequestCtx<MemberPrincipal>): Promise<Crawler & { mayOpen: boolean; opened: boolean }> {
  const { projectId, accountId, role } = ctx.caller;
  const [access] = await ctx.db.read(readAccess(projectId));
  const [own, opened] = [access?.own === true, access?.opened === true];
  return {
    missing: missingForCrawling(crawlerConfig(ctx.config)),
    allowed: own || opened,
    mayOpen: !own && access?.firstOwnerId === accountId && role !== "operator",
    opened,
  };
}
/** Throws unless this project may use the provider. */
export async function requireCrawler(ctx: Pick<Ctx, "db" | "config">, projectId: ProjectId): Promise<void> {
  const { missing, allowed } = await crawlerOf(ctx, projectId);
  if (missing.length > 0)
    throw notConfigured(
      "knowledge-crawl",
      missing,
      m.knowledge_sources_crawler_missing({ count: missing.length, variables: missing.join(" and ") }),
    );
  if (!allowed) throw forbidden(m.knowledge_sources_crawler_closed());
}

/** Allows or forbids the project the installation's crawler. When forbidden, running crawls end. */
export async function setCrawlerAccess(ctx: RequestCtx<MemberPrincipal>, { open }: { open: boolean }): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [access] = await ctx.db.read(readAccess(projectId));
  if (access?.firstOwnerId !== accountId) throw forbidden(m.knowledge_sources_only_first_owner());
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeAccess(projectId, open, accountId, now),
    audit(ctx, open ? "knowledge.crawler_opened" : "knowledge.crawler_closed", { detail: {} }),
  ]);
  return { ok: true };
}
/** Removes the permission of a deleted project. */
export const crawlerAccessCleanup = provide(projectCleanup, {
  name: "the crawler's permission",
  statements: (projectId, when) => [writeEndAccess(projectId, when)],
});
