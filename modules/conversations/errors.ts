import { conflict, invalidRequest, type Refusal, refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const staleFrontier = refusal({
  status: 409,
  code: "stale_frontier",
  says: m.conversations_stale_frontier,
});

/** For a frontier above the conversation's revision: nobody can have seen that. */
export const futureFrontier = (): Refusal => invalidRequest([{ path: "frontier", message: m.conversations_future_frontier() }]);

/** A file of somebody else is answered exactly like a missing one. */
export const filesGone = (): Refusal => conflict(m.conversations_files_gone());

/** To a member who would add to what is left of somebody. */
export const contactErased = (): Refusal => conflict(m.conversations_personal_data_erased(), { erased: true });
