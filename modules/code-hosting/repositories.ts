// The repositories in which a project's members look for issues.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { askCodeHost, CodeHostError } from "./client.ts";
import { codeHostingOf } from "./connect.ts";
import { type CodeHosting, type FoundRepository, MAX_REPOSITORIES, REPOSITORY } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { repositoryFollower } from "./extension.ts";
import { readRepositories, writeDueIn, writeNoRepository, writeRepository, writeRepositoryThere } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** Repositories of one page of GitHub's. */
const LISTED = 100;
/** Pages of GitHub's that one request reads, and the matches with which it stops. */
const MAX_PAGES = 5;
const ENOUGH = 30;

/** GitHub searches no names among the repositories of an account, so its pages are read in order and filtered here. */
export async function listRepositories(
  ctx: Ctx,
  { q, cursor = 1 }: { q?: string | undefined; cursor?: number | undefined },
): Promise<{ items: FoundRepository[]; next: string | null }> {
  return await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const items: FoundRepository[] = [];
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { body } = await askCodeHost(ctx, credential.token, `/user/repos?sort=pushed&per_page=${LISTED}&page=${cursor + pages}`);
      if (!Array.isArray(body)) throw new CodeHostError("unavailable");
      items.push(...body.flatMap(foundIn).filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))));
      if (body.length < LISTED) return { items, next: null };
      if (items.length >= ENOUGH) return { items, next: String(cursor + pages + 1) };
    }
    return { items, next: String(cursor + MAX_PAGES) };
  });
}
function foundIn(one: unknown): FoundRepository[] {
  const name = textOf(fieldOf(one, "full_name"));
  if (name === undefined || !REPOSITORY.test(name)) return [];
  return [{ name, isPrivate: fieldOf(one, "private") === true, archived: fieldOf(one, "archived") === true }];
}

/** Stored as GitHub spells it. */
export async function addRepository(ctx: Ctx, { name }: { name: string }): Promise<CodeHosting> {
  const { projectId } = ctx.caller;
  const spelled = await asking(async () => {
    const credential = await credentialOf(ctx, projectId);
    if (!credential) throw notConnected();
    const { body } = await askCodeHost(ctx, credential.token, `/repos/${name}`);
    const found = textOf(fieldOf(body, "full_name"));
    if (found === undefined || !REPOSITORY.test(found)) throw new CodeHostError("missing");
    return found;
  });
  const now = ctx.clock.now();
  const [known] = await ctx.db.commitAndRead(
    [
      writeRepository(projectId, spelled, now),
      audit(ctx, "code_hosting.repository_added", { detail: { name: spelled } }),
      writeRepositoryThere(projectId, spelled),
      writeDueIn(projectId, spelled, now),
    ],
    readRepositories(projectId),
  );
  if (!known.some((one) => one.toLowerCase() === spelled.toLowerCase())) throw conflict(m.code_hosting_too_many({ max: MAX_REPOSITORIES }));
  return await codeHostingOf(ctx);
}

export async function removeRepository(ctx: Ctx, { name }: { name: string }): Promise<CodeHosting> {
  const { projectId } = ctx.caller;
  await ctx.db.commit([
    writeNoRepository(projectId, name),
    audit(ctx, "code_hosting.repository_removed", { detail: { name } }),
    ...ctx.registry.extensions.of(repositoryFollower).flatMap(({ left }) => left(projectId, name, ctx.clock.now())),
  ]);
  return await codeHostingOf(ctx);
}
