// What members read: inbox pages, counts, threads, marks, drafts.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { col, decodeCursor, encodeCursor, queryOne } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ConversationId, FileId } from "#kernel/ids/index.ts";
import { notErased, readContact } from "#modules/contacts";
import { allFree, readFree } from "#modules/files";
import type { ConversationSummary, Draft, View } from "./contract.ts";
import { contactErased, filesGone } from "./errors.ts";
import { contactObject } from "./live/objects.ts";
import {
  contactOf,
  readDrafts,
  readHead,
  readInbox,
  readMarks,
  readNewer,
  readOfContact,
  readOlder,
  readSummary,
  withheld,
} from "./queries.ts";
import { sql } from "drizzle-orm";
import { conversationExists, writeDraft, writeNoDraft, writeRead, writeTeamRead, writeUnread } from "./writes.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const INBOX_PAGE = 50;
export const THREAD_PAGE = 50;
const NEWER_PAGE = 200;

/** A page of conversations and the cursor of the next. */
export function paged(found: ConversationSummary[]): { items: ConversationSummary[]; next: string | null } {
  const last = found[INBOX_PAGE - 1];
  return {
    items: found.slice(0, INBOX_PAGE),
    next: found.length > INBOX_PAGE && last ? encodeCursor([Date.parse(last.lastActivityAt), last.id]) : null,
  };
}

export async function inbox(ctx: Ctx, query: { view: View; cursor?: string | undefined; contactId?: ContactId | undefined }) {
  const { projectId, accountId } = ctx.caller;
  const before = decodeCursor(query.cursor);
  const [found, head] = await ctx.db.read(
    query.contactId === undefined
      ? readInbox(projectId, accountId, query.view, before, INBOX_PAGE + 1)
      : readOfContact(projectId, accountId, query.contactId, before, INBOX_PAGE + 1),
    readHead(projectId),
  );
  return { ...paged(found), head };
}

export async function thread(ctx: Ctx, conversationId: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [head, conversation, marks, found, drafts, contact] = await ctx.db.read(
    readHead(projectId),
    readSummary(projectId, conversationId, accountId),
    readMarks(projectId, conversationId, accountId),
    readOlder(projectId, conversationId, Number.MAX_SAFE_INTEGER, THREAD_PAGE, false),
    readDrafts(projectId, conversationId, accountId),
    readContact(projectId, contactOf(projectId, conversationId)),
  );
  if (!conversation || !marks || !contact) throw notFound();
  const owner = actorOf(ctx.caller);
  // Few drafts hold files: only these cost another trip.
  const files = drafts.some((d) => d.fileIds.length > 0)
    ? await ctx.db.read(...drafts.map((d) => readFree(projectId, owner, d.fileIds)))
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

export async function eventsOf(
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

/** Marks up to a revision as read by me; the visitor sees "Seen". */
export async function read(ctx: Ctx, conversationId: ConversationId, revision: number) {
  const { projectId, accountId } = ctx.caller;
  const [marks] = await ctx.db.commitAndRead(
    [writeRead(projectId, conversationId, accountId, revision), writeTeamRead(projectId, conversationId, revision)],
    readMarks(projectId, conversationId, accountId),
  );
  if (!marks) throw notFound();
  ctx.after(
    contactObject(ctx.env, projectId, marks.contactId).tell({
      type: "seen",
      conversationId,
      revision: Math.min(revision, marks.readRevision),
      by: "operator",
    }),
  );
  return { readRevision: marks.readRevision };
}
export async function unread(ctx: Ctx, conversationId: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [marks] = await ctx.db.commitAndRead(
    [writeUnread(projectId, conversationId, accountId)],
    readMarks(projectId, conversationId, accountId),
  );
  if (!marks) throw notFound();
  return { readRevision: marks.readRevision };
}

export async function keepDraft(
  ctx: Ctx,
  conversationId: ConversationId,
  kind: "reply" | "note",
  draft: { content: string; attachments: readonly FileId[] },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const empty = draft.content === "" && draft.attachments.length === 0;
  const free = allFree(projectId, actorOf(ctx.caller), draft.attachments);
  const here = notErased(projectId, contactOf(projectId, conversationId));
  const kept = { content: draft.content, fileIds: draft.attachments, now: ctx.clock.now() };
  const [state] = await ctx.db.commitAndRead(
    [
      empty
        ? writeNoDraft(projectId, conversationId, accountId, kind)
        : writeDraft({ projectId, conversationId, accountId, kind, ...kept }, sql`${free} AND ${here}`),
    ],
    queryOne(sql`SELECT ${conversationExists(projectId, conversationId)} AS found, ${free} AS free, ${here} AS here`, (row) => ({
      found: col.truth(row, "found"),
      free: col.truth(row, "free"),
      here: col.truth(row, "here"),
    })),
  );
  if (!state?.found) throw notFound();
  if (!state.here && !empty) throw contactErased();
  if (!state.free) throw filesGone();
  return { ok: true };
}
