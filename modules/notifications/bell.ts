// A member's bell: how much is unread, the list, and what is marked as read.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { plain } from "#kernel/rich-text/markdown.ts";
import type { ReplyOf } from "#kernel/wire/route.ts";
import { readConversationStates } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { isMember } from "#modules/projects";
import { type Entry, readBellOf, readEntries, writeEntriesRead, writeMark } from "./bell-queries.ts";
import { type BellState, type listBell, MOST_UNREAD, readBell, type SubjectNotification } from "./contract.ts";
import { noticeSubjects } from "./extension.ts";
import { readChosen } from "./queries.ts";
import { quietUntil } from "./quiet.ts";
import { choiceFor } from "./rules.ts";
import { readNoticeCount, readNotices, writeNoticeRead } from "./subjects/queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 25;
/** Characters of a message that an entry shows. */
const EXCERPT = 140;

/** Reads after `statements`, in the same batch. */
async function stateAfter(ctx: Ctx, statements: Parameters<Ctx["db"]["commit"]>[0]): Promise<BellState> {
  const { projectId, accountId } = ctx.caller;
  const subjects = ctx.registry.extensions.of(noticeSubjects);
  const queries = [
    readBellOf(projectId, accountId),
    readNoticeCount(projectId, accountId, subjects),
    readChosen(projectId, accountId),
  ] as const;
  const [bell, notices, chosen] =
    statements.length === 0 ? await ctx.db.read(...queries) : await ctx.db.commitAndRead(statements, ...queries);
  const choice = choiceFor({ accountId, role: ctx.caller.role }, chosen);
  const newestAt = Math.max(bell.newestAt ?? 0, notices.newestAt ?? 0);
  return {
    unread: Math.min(MOST_UNREAD, bell.unread + notices.unread),
    newestAt: newestAt === 0 ? null : iso(newestAt),
    readUntil: bell.readUntil === null ? null : iso(bell.readUntil),
    quiet: quietUntil(choice, ctx.clock.now()) !== null,
  };
}
export const bellOf = (ctx: Ctx): Promise<BellState> => stateAfter(ctx, []);

/** A page of entries. What may not be shown any more is left out, so a page may be short, or empty with more to come. */
export async function listEntries(ctx: Ctx, { cursor }: { cursor?: string | undefined }): Promise<ReplyOf<typeof listBell>> {
  const { projectId, accountId } = ctx.caller;
  const before = decodeCursor(cursor);
  const [found] = await ctx.db.read(readEntries(projectId, accountId, before, PAGE + 1));
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  const subjects = ctx.registry.extensions.of(noticeSubjects);
  const between = { from: found.length > PAGE ? last?.at : undefined, before: before?.at };
  const [notices] = await ctx.db.read(readNotices(projectId, accountId, between, subjects));
  return {
    items: page.filter(({ shown }) => shown).map(entryOf),
    notices: notices.flatMap(({ event, subjectId, at, unread }) => {
      const subject = subjects.find((one) => one.event === event);
      return subject
        ? [{ event, subjectId, sentence: subject.sentence(), path: subject.path(projectId, subjectId), at: iso(at), unread }]
        : [];
    }),
    next: found.length > PAGE && last ? encodeCursor([last.at, `${last.conversationId} ${last.event}`]) : null,
  };
}
const entryOf = ({ conversationId, event, since, at, unread, contact, excerpt, title }: Entry) => ({
  conversationId,
  event,
  revision: since,
  at: iso(at),
  unread,
  contact: { id: contact.id, name: contact.name, email: contact.email },
  excerpt: excerpt === null ? null : plain(excerpt, EXCERPT) || null,
  ...(title === null ? {} : { title }),
});

/** Sets up to when everything counts as read; an earlier time takes that back. */
export async function markBell(ctx: Ctx, { readUntil }: { readUntil: string | null }): Promise<BellState> {
  const { projectId, accountId } = ctx.caller;
  const until = readUntil === null ? 0 : Math.min(Date.parse(readUntil), ctx.clock.now());
  const state = await stateAfter(ctx, [writeMark(projectId, accountId, until, isMember(projectId, accountId))]);
  announceChanged(ctx, projectId, readBell, [accountId]);
  return state;
}
/** Marks a notice as read, or as unread again. */
export async function markBellNotice(
  ctx: Ctx,
  { event, subjectId, read }: { event: SubjectNotification; subjectId: string; read: boolean },
): Promise<BellState> {
  const { projectId, accountId } = ctx.caller;
  const state = await stateAfter(ctx, [writeNoticeRead(projectId, accountId, event, subjectId, read ? ctx.clock.now() : null)]);
  announceChanged(ctx, projectId, readBell, [accountId]);
  return state;
}
/** Marks the entries of a conversation as read, or as unread again. */
export async function markBellEntry(ctx: Ctx, conversationId: ConversationId, { read }: { read: boolean }): Promise<BellState> {
  const { projectId, accountId } = ctx.caller;
  const [known] = await ctx.db.read(readConversationStates(projectId, accountId, [conversationId]));
  if (known.length === 0) throw notFound();
  const state = await stateAfter(ctx, [writeEntriesRead(projectId, accountId, conversationId, read ? ctx.clock.now() : null)]);
  announceChanged(ctx, projectId, readBell, [accountId]);
  return state;
}
