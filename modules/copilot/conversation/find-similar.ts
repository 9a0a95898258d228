// Finds closed conversations whose customers asked with the same words. Only words are compared, and only of a bounded number of conversations
// at a time: there is no index, so a project that does not use it pays nothing.
import { hours, iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { plain } from "#kernel/rich-text/plain.ts";
import { readClosedConversations, readLastReplies } from "#modules/conversations";
import type { MemberCtx } from "../ask-model.ts";
import type { SimilarConversation } from "../contract.ts";
import { nothingWritten } from "../errors.ts";
import { languageOfTexts } from "../contract/language.ts";
import { mostAlike } from "./likeness.ts";
import { customerTexts, readTranscript } from "./transcript.ts";

/** Closed conversations that one search reads. */
const SEARCHED = 200;
const SHOWN = 6;
const PER_HOUR = 240;
/** Characters of this conversation that are compared, and of the others that are shown. */
const COMPARED = 4000;
const EXCERPT = 200;

interface Similar {
  readonly items: SimilarConversation[];
  readonly searched: number;
  readonly next: string | null;
}

export async function findSimilar(ctx: MemberCtx, conversationId: ConversationId, cursor: string | undefined): Promise<Similar> {
  const { projectId, accountId } = ctx.caller;
  const [before, now] = [decodeCursor(cursor), ctx.clock.now()];
  const { row, texts } = await readTranscript(ctx, conversationId);
  const asked = customerTexts(texts);
  if (asked.length === 0) throw nothingWritten();
  const counted = customCounter("copilotSearchesPerMemberHour", `${projectId}:${accountId}`, now, hours(1), PER_HOUR);
  const [written] = await ctx.db.commit([writeCounters([counted], belowLimits([counted]))]);
  if (written === 0) throw limitRefusal(counted, now);
  const [closed] = await ctx.db.read(readClosedConversations(projectId, before, SEARCHED));
  const others = closed.filter(({ id }) => id !== conversationId);
  const own = `${row.subject ?? ""}\n${asked.join("\n")}`.slice(0, COMPARED);
  const candidates = others.map((of) => ({ of, text: `${of.subject ?? ""}\n${of.asked}` }));
  const alike = mostAlike(own, candidates, languageOfTexts(asked) ?? "", SHOWN);
  const [replies] =
    alike.length === 0
      ? [undefined]
      : await ctx.db.read(
          readLastReplies(
            projectId,
            alike.map(({ of }) => of.id),
            4 * EXCERPT,
          ),
        );
  const last = closed.at(-1);
  return {
    items: alike.map(({ of, likeness, words }) => ({
      ...{ conversationId: of.id, customer: of.customer, subject: of.subject, lastActivityAt: iso(of.lastActivityAt) },
      asked: plain(of.asked, EXCERPT),
      answered: excerptOf(replies?.get(of.id)),
      words: [...words],
      likeness,
    })),
    searched: others.length,
    next: closed.length === SEARCHED && last ? encodeCursor([last.lastActivityAt, last.id]) : null,
  };
}
const excerptOf = (reply: string | undefined): string | null => (reply === undefined || reply.trim() === "" ? null : plain(reply, EXCERPT));
