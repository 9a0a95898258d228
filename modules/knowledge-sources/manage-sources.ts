// Lists, creates, changes and removes sources.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeSourceId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { mayFetch } from "#kernel/safe-fetch/index.ts";
import { audit } from "#modules/projects";
import type { Audience } from "#modules/retrieval/contract";
import { MAX_OWN_PAGES, MAX_SOURCES, type Source, type WebsiteInput } from "./contract.ts";
import type { SourceKind } from "#modules/retrieval/contract";
import { m } from "#messages";
import { crawlerFor, requireCrawler } from "./crawler/crawler-access.ts";
import { sameClientId } from "./errors.ts";
import { filledSource } from "./extension.ts";
import { languagesOf } from "./project-languages.ts";
import * as queries from "./queries.ts";
import { writeVisibilityJob } from "./apply-visibility.ts";
import { writeSourceCleanup } from "./cleanup.ts";
import { nextDue } from "./rules.ts";
import { writeAbortAll, writeWebsite } from "./website/queries.ts";

type Member = RequestCtx<MemberPrincipal>;
export async function listSources(ctx: Member) {
  const { projectId } = ctx.caller;
  const [items, languages] = await ctx.db.read(queries.readSources(projectId), languagesOf(ctx, projectId));
  return { items, languages, crawler: await crawlerFor(ctx) };
}
export async function readOneSource(ctx: Member, id: KnowledgeSourceId) {
  const { projectId } = ctx.caller;
  const [source, languages] = await ctx.db.read(queries.readSource(projectId, id), languagesOf(ctx, projectId));
  if (!source) throw notFound();
  return { source, languages, crawler: await crawlerFor(ctx) };
}

/** Throws unless all of the website's addresses may be fetched in the chosen way. */
async function requireFetchable(ctx: Member, website: WebsiteInput): Promise<void> {
  for (const [index, address] of website.addresses.entries())
    if (!mayFetch(ctx, address))
      throw invalidRequest([
        {
          path: `website.addresses.${index}`,
          message: m.knowledge_sources_not_public({ address }),
        },
      ]);
  if (website.way === "crawler") await requireCrawler(ctx, ctx.caller.projectId);
  else if (website.maxPages > MAX_OWN_PAGES)
    throw invalidRequest([{ path: "website.maxPages", message: m.knowledge_sources_too_many_pages({ max: MAX_OWN_PAGES }) }]);
}

interface NewSource {
  readonly clientId: string;
  readonly kind: Exclude<SourceKind, "articles">;
  readonly name: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly locale: string;
  readonly website?: WebsiteInput | undefined;
}
export async function createSource(ctx: Member, input: NewSource): Promise<{ source: Source }> {
  const { projectId } = ctx.caller;
  const { website } = input;
  if ((input.kind === "website") !== (website !== undefined))
    throw invalidRequest([{ path: "website", message: m.knowledge_sources_website_needs_it() }]);
  if (website) await requireFetchable(ctx, website);
  const now = ctx.clock.now();
  const id = newId("knowledgeSource", now);
  const made = queries.sourceExists(projectId, id);
  const [source] = await ctx.db.commitAndRead(
    [
      queries.writeSource({ ...input, id, projectId, createdBy: actorOf(ctx.caller), now }),
      ...(website ? [writeWebsite(projectId, id, website, nextDue(website.schedule, now), actorOf(ctx.caller), made)] : []),
      audit(ctx, "knowledge.source_created", { detail: { source: id, name: input.name } }, made),
    ],
    queries.readSourceMade(projectId, input.clientId),
  );
  if (!source) throw conflict(m.knowledge_sources_too_many_sources({ max: MAX_SOURCES }));
  if (source.id !== id) {
    if (!isSameRequest(source, input)) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { source };
}
/** Whether the source is the one that was requested: a retry, and not another source under the same clientId. */
function isSameRequest(source: Source, { kind, name, audience, assistant, locale, website }: Omit<NewSource, "clientId">): boolean {
  const settingsText = (one: Omit<NewSource, "clientId">): string =>
    JSON.stringify([one.kind, one.name, one.audience, one.assistant, one.locale, one.website && settingsOf(one.website)]);
  const known = { ...source, kind: source.kind as NewSource["kind"], website: source.website ?? undefined };
  return settingsText(known) === settingsText({ kind, name, audience, assistant, locale, website });
}
const settingsOf = ({ way, addresses, include, exclude, maxPages, schedule }: WebsiteInput): unknown => [
  ...[way, addresses, include, exclude, maxPages, schedule],
];

const settingsChanged = (before: WebsiteInput | null, website: WebsiteInput): boolean =>
  before === null || JSON.stringify(settingsOf(before)) !== JSON.stringify(settingsOf(website));

export async function changeSource(
  ctx: Member,
  id: KnowledgeSourceId,
  change: {
    name?: string | undefined;
    audience?: Audience | undefined;
    assistant?: boolean | undefined;
    locale?: string | undefined;
    website?: WebsiteInput | undefined;
  },
): Promise<{ source: Source }> {
  const { projectId } = ctx.caller;
  const { source: before } = await readOneSource(ctx, id);
  if (before.kind === "articles") throw conflict(m.knowledge_sources_change_articles_there());
  if (before.filled) throw conflict(m.knowledge_sources_change_filled_there({ by: before.filled.by }));
  const { website } = change;
  if (website && before.kind !== "website") throw invalidRequest([{ path: "website", message: m.knowledge_sources_only_for_websites() }]);
  if (website) await requireFetchable(ctx, website);
  const now = ctx.clock.now();
  const live = queries.sourceExists(projectId, id);
  const moved = [change.audience, change.assistant, change.locale].some((one) => one !== undefined);
  const work = writeVisibilityJob(projectId, id, now);
  const [source] = await ctx.db.commitAndRead(
    [
      audit(
        ctx,
        "knowledge.source_changed",
        {
          detail: { source: id, name: change.name ?? before.name },
          changes: [
            ...(["name", "audience", "assistant", "locale"] as const).flatMap((field) =>
              change[field] === undefined ? [] : [{ field, from: queries.sourceValue(projectId, id, field), to: change[field] }],
            ),
            // What is read from the website is described as a whole.
            {
              field: "website",
              from: sql`NULL`,
              to: website && settingsChanged(before.website, website) ? website.addresses.join(", ") : null,
            },
          ],
        },
        live,
      ),
      queries.writeSourceChange(projectId, id, change),
      ...(moved ? [...queries.writeVisibility(projectId, id), work.statement] : []),
      ...(website ? [writeWebsite(projectId, id, website, nextDue(website.schedule, now), actorOf(ctx.caller), live)] : []),
    ],
    queries.readSource(projectId, id),
  );
  if (!source) throw notFound();
  if (moved) wakeJobs(ctx, [work.jobId]);
  return { source };
}

export async function removeSource(ctx: Member, id: KnowledgeSourceId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const { source } = await readOneSource(ctx, id);
  if (source.kind === "articles") throw conflict(m.knowledge_sources_archive_articles_there());
  const now = ctx.clock.now();
  const cleanup = writeSourceCleanup(projectId, id, now);
  await ctx.db.commit([
    queries.writeSourceRemoved(projectId, id, now),
    writeAbortAll(projectId, id),
    ...ctx.registry.extensions.of(filledSource).flatMap(({ removed }) => removed(projectId, id)),
    cleanup.statement,
    audit(ctx, "knowledge.source_removed", { detail: { source: id, name: source.name } }, sql`1`),
  ]);
  wakeJobs(ctx, [cleanup.jobId]);
  return { ok: true };
}
