// Records what a customer writes in the conversation that goes on in place of the one that they wrote in.
import { MAX_MERGE_DEPTH } from "../contract.ts";
import { ConversationMerged } from "../errors.ts";
import type { RecordCommand, RecordCtx, Recorded } from "./command.ts";
import { record } from "./record.ts";

/**
 * As `record`, but what is written in a merged conversation is stored where that goes on. Refused like any other in a conversation of somebody
 * else's. A merge that is undone meanwhile changes nothing of what was stored.
 */
export async function recordWhereItGoesOn(ctx: RecordCtx, command: RecordCommand): Promise<Recorded> {
  let next = command;
  for (let step = 0; step <= MAX_MERGE_DEPTH; step += 1) {
    try {
      return await record(ctx, next);
    } catch (error) {
      if (!(error instanceof ConversationMerged)) throw error;
      // The other conversation exists, so nothing is opened.
      const { opening: _, ...rest } = command;
      next = { ...rest, conversationId: error.leadsTo };
    }
  }
  return await record(ctx, next);
}
