import { conflict, invalidRequest, Refusal, refusal } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { m } from "#messages";

export const staleFrontier = refusal({
  status: 409,
  code: "stale_frontier",
  message: m.conversations_stale_frontier,
});

/** For a frontier above the conversation's revision, which nobody can have seen. */
export const frontierAhead = (): Refusal => invalidRequest([{ path: "frontier", message: m.conversations_future_frontier() }]);

/** Somebody else's file is answered exactly like a missing one. */
export const filesGone = (): Refusal => conflict(m.conversations_files_gone());

/** For adding text to the conversation of an erased contact. */
export const contactErased = (): Refusal => conflict(m.conversations_personal_data_erased(), { erased: true });

/** For a conversation that was merged into another one. `leadsTo`: that one, which may have been merged, too. */
export class ConversationMerged extends Refusal {
  readonly leadsTo: ConversationId;
  constructor(leadsTo: ConversationId) {
    super(409, "conflict", m.conversations_merged(), { mergedInto: leadsTo });
    this.leadsTo = leadsTo;
  }
}
