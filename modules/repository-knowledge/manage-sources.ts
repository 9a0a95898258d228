// Creates, shows and changes sources that are read from repositories, and starts their syncs.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeSourceId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { asking, codeHostingConfig, credentialOf, notConnected, readRepositories } from "#modules/code-hosting";
import {
  readSourceMade,
  readSourceVisibility,
  sourceExists,
  sourceValue,
  writeFilledSource,
  writeLinked,
  writeSourceChange,
  writeVisibility,
  writeVisibilityJob,
} from "#modules/knowledge-sources";
import { MAX_SOURCES } from "#modules/knowledge-sources/contract";
import { audit } from "#modules/projects";
import { type Audience, TEAM_ONLY } from "#modules/retrieval/contract";
import type { Chosen, RepositorySource } from "./contract.ts";
import { isChosen, readStored, type Stored, writeChosen, writeNew } from "./queries.ts";
import * as github from "./sync/github.ts";
import { isLinked } from "./sync/run-sync.ts";
import { writeSyncBegun } from "./sync/sync-job.ts";

type Member = RequestCtx<MemberPrincipal>;
/** As people know it. */
const SERVICE = "GitHub";

const shown = (ctx: Member, s: Stored): RepositorySource => {
  const { sourceId, repository, branch, isPrivate, readme, docs, releases, discussions, commits, schedule, sync } = s;
  return {
    ...{ sourceId, repository, branch, isPrivate, readme, docs, releases, discussions, commits, schedule, sync },
    url: `${codeHostingConfig(ctx.config).web}/${repository}`,
    nextAt: s.nextAt === null ? null : iso(s.nextAt),
  };
};
export async function repositorySourceOf(ctx: Member, sourceId: KnowledgeSourceId): Promise<RepositorySource> {
  const [stored, source] = await ctx.db.read(
    readStored(ctx.caller.projectId, sourceId),
    readSourceVisibility(ctx.caller.projectId, sourceId),
  );
  if (!stored || !source) throw notFound();
  return shown(ctx, stored);
}

/** The repository as the project chose it, with what is needed to ask about it. Throws unless it is one of the project's. */
async function askedAbout(ctx: Member, repository: string): Promise<github.Asked> {
  const { projectId } = ctx.caller;
  const [chosen] = await ctx.db.read(readRepositories(projectId));
  const name = chosen.find((one) => one.toLowerCase() === repository.toLowerCase());
  const credential = await credentialOf(ctx, projectId);
  if (!credential) throw notConnected();
  if (name === undefined) throw conflict(m.repository_knowledge_not_chosen(), { fault: "missing" });
  return { ctx, token: credential.token, repository: name };
}
export async function repositoryChoices(ctx: Member, { repository }: { repository: string }) {
  return await asking(async () => {
    const asked = await askedAbout(ctx, repository);
    const { isPrivate, isArchived, branch } = await github.readRepository(asked);
    const [categories, folders] = await Promise.all([github.listCategories(asked), github.listFolders(asked, branch)]);
    return { isPrivate, isArchived, categories, folders };
  });
}

interface Reach {
  readonly name: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly locale: string;
  readonly confirmed: boolean;
}
const chosenOf = ({ readme, docs, releases, discussions, commits, schedule }: Chosen): Chosen => ({
  ...{ readme, docs, releases, discussions, commits, schedule },
});
/** Throws unless something is chosen, and unless whoever gives a private repository's text to customers knows it. */
function requireAgreed(chosen: Chosen, { audience, confirmed }: Reach, isPrivate: boolean): void {
  if (!chosen.readme && chosen.docs === null && !chosen.releases && chosen.discussions === null && !chosen.commits)
    throw conflict(m.repository_knowledge_nothing_chosen(), { nothing: true });
  if (isPrivate && audience !== TEAM_ONLY && !confirmed) throw conflict(m.repository_knowledge_is_private(), { private: true });
}

export async function createRepositorySource(
  ctx: Member,
  input: Reach & Chosen & { readonly clientId: string; readonly repository: string },
): Promise<RepositorySource> {
  const { projectId } = ctx.caller;
  const made = async (): Promise<RepositorySource | undefined> => {
    const [source] = await ctx.db.read(readSourceMade(projectId, input.clientId));
    const [stored] = source ? await ctx.db.read(readStored(projectId, source.id)) : [];
    // The clientId of another kind of source.
    if (source && !stored) throw conflict(m.repository_knowledge_same_client_id());
    return stored && shown(ctx, stored);
  };
  const before = await made();
  if (before) {
    ctx.reply.status = 200;
    return before;
  }
  const chosen = chosenOf(input);
  const { repository, found } = await asking(async () => {
    const asked = await askedAbout(ctx, input.repository);
    return { repository: asked.repository, found: await github.readRepository(asked) };
  });
  requireAgreed(chosen, input, found.isPrivate);
  const now = ctx.clock.now();
  const sourceId = newId("knowledgeSource", now);
  const { name, audience, assistant, locale, clientId } = input;
  const { remoteId, branch, isPrivate } = found;
  const isMade = sourceExists(projectId, sourceId);
  const sync = writeSyncBegun({ projectId, sourceId, syncs: 0, schedule: chosen.schedule }, now, false);
  await ctx.db.commit([
    writeFilledSource(
      { ...{ id: sourceId, projectId, name, audience, assistant, locale, clientId }, createdBy: actorOf(ctx.caller), now },
      SERVICE,
      isChosen(projectId, repository),
    ),
    writeNew({ ...chosen, ...{ projectId, sourceId, repository, remoteId, branch, isPrivate } }, isMade),
    audit(ctx, "knowledge.source_created", { detail: { source: sourceId, name } }, isMade),
    ...sync.statements,
  ]);
  const after = await made();
  if (!after) throw conflict(m.repository_knowledge_not_created({ max: MAX_SOURCES }));
  if (after.sourceId === sourceId) wakeJobs(ctx, [sync.jobId]);
  else ctx.reply.status = 200;
  return after;
}

export async function changeRepositorySource(ctx: Member, sourceId: KnowledgeSourceId, input: Reach & Chosen): Promise<RepositorySource> {
  const { projectId } = ctx.caller;
  const [stored, source] = await ctx.db.read(readStored(projectId, sourceId), readSourceVisibility(projectId, sourceId));
  if (!stored || !source) throw notFound();
  const chosen = chosenOf(input);
  // GitHub is asked again: whether it is private decides who may read it. The team may in any case, also while GitHub does not answer.
  const { isPrivate } =
    input.audience === TEAM_ONLY ? stored : await asking(async () => await github.readRepository(await askedAbout(ctx, stored.repository)));
  requireAgreed(chosen, input, isPrivate);
  const now = ctx.clock.now();
  const { name, audience, assistant, locale } = input;
  const reach = { name, audience, assistant, locale };
  const moved = audience !== source.audience || assistant !== source.assistant || locale !== source.locale;
  const work = writeVisibilityJob(projectId, sourceId, now);
  const sync = writeSyncBegun({ ...stored, schedule: chosen.schedule }, now, true);
  await ctx.db.commit([
    audit(
      ctx,
      "knowledge.source_changed",
      {
        detail: { source: sourceId, name },
        changes: [
          ...(["name", "audience", "assistant", "locale"] as const).map((field) => ({
            ...{ field, from: sourceValue(projectId, sourceId, field), to: reach[field] },
          })),
          { field: "website", from: sql`NULL`, to: JSON.stringify(chosen) === JSON.stringify(chosenOf(stored)) ? null : stored.repository },
        ],
      },
      sourceExists(projectId, sourceId),
    ),
    writeSourceChange(projectId, sourceId, reach),
    writeLinked(projectId, sourceId, isLinked(isPrivate, audience)),
    ...(moved ? [...writeVisibility(projectId, sourceId), work.statement] : []),
    writeChosen(projectId, sourceId, chosen, isPrivate),
    ...sync.statements,
  ]);
  wakeJobs(ctx, [...(moved ? [work.jobId] : []), sync.jobId]);
  return await repositorySourceOf(ctx, sourceId);
}

export async function startRepositorySync(ctx: Member, sourceId: KnowledgeSourceId): Promise<RepositorySource> {
  const { projectId } = ctx.caller;
  const [stored, source] = await ctx.db.read(readStored(projectId, sourceId), readSourceVisibility(projectId, sourceId));
  if (!stored || !source) throw notFound();
  if (stored.step === null) {
    const sync = writeSyncBegun(stored, ctx.clock.now(), false);
    await ctx.db.commit(sync.statements);
    wakeJobs(ctx, [sync.jobId]);
  }
  return await repositorySourceOf(ctx, sourceId);
}
