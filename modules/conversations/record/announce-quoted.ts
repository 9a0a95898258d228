// Publishes the messages with which a split-off conversation begins.
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { registeredRowFields } from "../kinds/registered.ts";
import { announce } from "../live/announce.ts";
import { QUOTE_SCOPE } from "../store/quoted.ts";
import { readRecorded } from "../store/summaries.ts";
import type { RecordCtx } from "./command.ts";

/** How many are published at once; a statement has at most a hundred values. Coordinators read what comes before the first of them. */
const MOST = 50;

/** Once their batch was committed. Whoever misses that gets it within a minute. */
export async function announceQuoted(ctx: RecordCtx, conversationId: ConversationId, messages: readonly MessageId[]): Promise<void> {
  const { projectId } = ctx.caller;
  const newest = messages.slice(-MOST);
  const [rows] = await ctx.db.read(readRecorded(registeredRowFields(ctx), projectId, conversationId, QUOTE_SCOPE, null, newest));
  const [first] = rows;
  if (first) announce(ctx, { projectId, rows, summary: first.summary, previousForContact: first.previousForContact });
}
