import { conflict, invalidRequest, type Refusal, refusal } from "#kernel/errors/index.ts";

export const staleFrontier = refusal({
  status: 409,
  code: "stale_frontier",
  says: "There are updates you haven’t seen. Read them, then send again.",
});

/** For a frontier above the conversation's revision: nobody can have seen that. */
export const futureFrontier = (): Refusal =>
  invalidRequest([{ path: "frontier", message: "The conversation hasn’t reached this revision. Send the last one you saw." }]);

/** A file of somebody else is answered exactly like a missing one. */
export const filesGone = (): Refusal => conflict("One of the files no longer exists. Add it again.");

/** To a member who would add to what is left of somebody. */
export const contactErased = (): Refusal =>
  conflict("This contact’s personal data was erased. Nothing can be added to their conversations.", { erased: true });
