// Reads one conversation for a member: the thread with its newest events, and older or newer pages.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { readContact } from "#modules/contacts";
import { readUnattached } from "#modules/files";
import type { Draft } from "./contract.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import { readDrafts } from "./store/drafts.ts";
import { readHead, readNewer, readOlder, withheld } from "./store/events.ts";
import { readMarks } from "./store/read-marks.ts";
import { contactOf, readSummary } from "./store/summaries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const THREAD_PAGE = 50;
const NEWER_PAGE = 200;

export async function openThread(ctx: Ctx, conversationId: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [head, conversation, marks, found, drafts, contact] = await ctx.db.read(
    readHead(projectId),
    readSummary(registeredRowFields(ctx), projectId, conversationId, accountId),
    readMarks(projectId, conversationId, accountId),
    readOlder(projectId, conversationId, Number.MAX_SAFE_INTEGER, THREAD_PAGE, false),
    readDrafts(projectId, conversationId, accountId),
    readContact(projectId, contactOf(projectId, conversationId)),
  );
  if (!conversation || !marks || !contact) throw notFound();
  const owner = actorOf(ctx.caller);
  // Few drafts have files, and only those cost another round trip.
  const files = drafts.some((d) => d.fileIds.length > 0)
    ? await ctx.db.read(...drafts.map((d) => readUnattached(projectId, owner, d.fileIds)))
    : [];
  const shown: Draft[] = drafts.map(({ fileIds: _, ...draft }, i) => ({ ...draft, attachments: files[i] ?? [] }));
  const first = found[0]?.event.revision ?? 1;
  return {
    conversation,
    contact,
    events: found.map((row) => withheld(row.event, contact.state)),
    before: first > 1 ? first : null,
    readRevision: marks.readRevision,
    customerReadRevision: marks.customerReadRevision,
    drafts: shown,
    head,
  };
}

export async function listEvents(
  ctx: Ctx,
  conversationId: ConversationId,
  query: { before?: number | undefined; after?: number | undefined },
) {
  const { projectId, accountId } = ctx.caller;
  const [marks, rows] = await ctx.db.read(
    readMarks(projectId, conversationId, accountId),
    query.after === undefined
      ? readOlder(projectId, conversationId, query.before ?? Number.MAX_SAFE_INTEGER, THREAD_PAGE, false)
      : readNewer(projectId, conversationId, query.after, NEWER_PAGE, false),
  );
  if (!marks) throw notFound();
  const items = rows.map((row) => row.event);
  const more = query.after === undefined ? (items[0]?.revision ?? 1) > 1 : items.length === NEWER_PAGE;
  const edge = query.after === undefined ? items[0]?.revision : items.at(-1)?.revision;
  return { items, next: more && edge !== undefined ? String(edge) : null };
}
