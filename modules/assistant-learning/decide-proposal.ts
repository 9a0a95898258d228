// Reads proposals, accepts them as drafts, and rejects them. Nothing here publishes.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeItemId, newId, type ProposalId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { articleExists, type Draft, isActiveArticle, writeArticle, writeDraft, writeFirstDraft } from "#modules/articles";
import { changeItem, readSnippet } from "#modules/knowledge-sources";
import type { Proposal, ProposalText, STATES } from "./contract.ts";
import { draftChanged } from "./errors.ts";
import { hasDraft, isOpen, readOne, readPresent, readProposals, writeAccepted, writeRejected } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 30;

export async function listProposals(
  ctx: Ctx,
  { state, cursor }: { state: (typeof STATES)[number]; cursor?: string | undefined },
): Promise<{ items: Proposal[]; next: string | null }> {
  const [items] = await ctx.db.read(readProposals(ctx.caller.projectId, state, decodeCursor(cursor), PAGE + 1));
  const last = items[PAGE - 1];
  return { items: items.slice(0, PAGE), next: items.length > PAGE && last ? encodeCursor([Date.parse(last.createdAt), last.id]) : null };
}

export async function readProposal(ctx: Ctx, id: ProposalId): Promise<ProposalText> {
  const { projectId } = ctx.caller;
  const [found] = await ctx.db.read(readOne(projectId, id));
  if (!found) throw notFound();
  const { snippet, articleId, locale } = found.proposal;
  const [draft, text] = await ctx.db.read(readPresent(projectId, articleId, locale), readSnippet(projectId, snippet?.id ?? null));
  const present = snippet ? text : draft;
  return { ...found, present: present ? { title: present.title, content: present.content, revision: present.revision } : null };
}

export interface Accepted {
  readonly clientId: string;
  /** The draft that the person has seen; 0: the proposal becomes a new article. */
  readonly revision: number;
  readonly title: string;
  readonly content: string;
}
/** One batch makes the draft and decides the proposal; a refusal leaves both as they were. */
export async function acceptProposal(
  ctx: Ctx,
  id: ProposalId,
  { clientId, revision, title, content }: Accepted,
): Promise<{ proposal: Proposal }> {
  const { projectId, accountId: by } = ctx.caller;
  const [found] = await ctx.db.read(readOne(projectId, id));
  if (!found) throw notFound();
  const { locale, state, snippet } = found.proposal;
  if (snippet && revision > 0) return await changeSnippet(ctx, found.proposal, snippet.id, { revision, title, content });
  // An article that is gone by now becomes a new one.
  const target = revision === 0 ? null : found.proposal.articleId;
  const [present] = await ctx.db.read(readPresent(projectId, target, locale));
  if (state === "open" && target !== null && present?.revision !== revision) throw draftChanged();
  const now = ctx.clock.now();
  const articleId = target ?? newId("article", now);
  const draft: Draft = { projectId, articleId, locale, title, summary: present?.summary ?? "", content, slug: undefined, by, now };
  const open = isOpen(projectId, id);
  const [after] = await ctx.db.commitAndRead(
    [
      ...(target === null
        ? [
            writeArticle({ id: articleId, projectId, clientId, collectionId: null, audience: "public", assistant: true, by, now }, open),
            writeFirstDraft(draft, articleExists(projectId, articleId)),
          ]
        : [writeDraft(draft, revision, sql`${open} AND ${isActiveArticle(projectId, articleId)}`)]),
      writeAccepted(projectId, id, articleId, by, now, sql`${open} AND ${hasDraft(projectId, articleId, locale, revision + 1, content)}`),
    ],
    readOne(projectId, id),
  );
  if (!after) throw notFound();
  // Accepted now, or by an earlier call whose answer was lost.
  if (after.proposal.state === "accepted") return { proposal: after.proposal };
  if (after.proposal.state === "open") throw target === null ? conflict(m.assistant_learning_not_accepted()) : draftChanged();
  throw conflict(m.assistant_learning_decided());
}

/** One batch changes the snippet and decides the proposal. */
async function changeSnippet(
  ctx: Ctx,
  { id, state }: Proposal,
  snippetId: KnowledgeItemId,
  text: Pick<Accepted, "revision" | "title" | "content">,
): Promise<{ proposal: Proposal }> {
  const { projectId, accountId: by } = ctx.caller;
  const open = isOpen(projectId, id);
  if (state === "open")
    await changeItem(
      ctx,
      snippetId,
      { ...text, publish: true },
      { when: open, alongside: (done) => [writeAccepted(projectId, id, null, by, ctx.clock.now(), sql`${open} AND ${done}`)] },
    ).catch(async (error: unknown) => {
      // Decided by somebody else in the same moment: that is said below.
      const [now] = await ctx.db.read(readOne(projectId, id));
      if (now?.proposal.state === "open") throw error;
    });
  const [after] = await ctx.db.read(readOne(projectId, id));
  if (!after) throw notFound();
  if (after.proposal.state !== "accepted") throw conflict(m.assistant_learning_decided());
  return { proposal: after.proposal };
}

export async function rejectProposal(ctx: Ctx, id: ProposalId, to: "rejected" | "open"): Promise<{ proposal: Proposal }> {
  const { projectId, accountId } = ctx.caller;
  const [after] = await ctx.db.commitAndRead([writeRejected(projectId, id, to, accountId, ctx.clock.now())], readOne(projectId, id));
  if (!after) throw notFound();
  if (after.proposal.state !== to) throw conflict(m.assistant_learning_decided());
  return { proposal: after.proposal };
}
