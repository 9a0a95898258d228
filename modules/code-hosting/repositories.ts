// The repositories in which a project's members look for issues.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { writeAudit } from "#modules/projects";
import { askCodeHost, CodeHostError } from "./client.ts";
import { codeHostingOf } from "./connect.ts";
import { type CodeHosting, MAX_REPOSITORIES, REPOSITORY } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { repositoryFollower } from "./extension.ts";
import { readRepositories, writeDueIn, writeNoRepository, writeRepository, writeRepositoryThere } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** Repositories of one page. */
const LISTED = 100;

export async function listRepositories(ctx: Ctx): Promise<{ items: { name: string; isPrivate: boolean }[] }> {
  return await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    const { body } = await askCodeHost(ctx, credential.token, `/user/repos?sort=pushed&per_page=${LISTED}`);
    const items = (Array.isArray(body) ? body : []).flatMap((one: unknown) => {
      const name = textOf(fieldOf(one, "full_name"));
      return name !== undefined && REPOSITORY.test(name) ? [{ name, isPrivate: fieldOf(one, "private") === true }] : [];
    });
    return { items };
  });
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
      writeAudit(
        { projectId, actor: actorOf(ctx.caller), action: "code_hosting.repository_added", detail: { name: spelled }, now },
        sql`changes() > 0`,
      ),
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
    writeAudit(
      { projectId, actor: actorOf(ctx.caller), action: "code_hosting.repository_removed", detail: { name }, now: ctx.clock.now() },
      sql`changes() > 0`,
    ),
    ...ctx.registry.extensions.of(repositoryFollower).flatMap(({ left }) => left(projectId, name, ctx.clock.now())),
  ]);
  return await codeHostingOf(ctx);
}
