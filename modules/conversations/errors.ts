import { conflict, invalidRequest, type Refusal, refusal } from "#kernel/errors/index.ts";

export const staleFrontier = refusal({
  status: 409,
  code: "stale_frontier",
  says: "There are updates you haven’t seen. Read them, then send again.",
});

/** For a frontier above the conversation's revision, which nobody can have seen. */
export const futureFrontier = (): Refusal =>
  invalidRequest([{ path: "frontier", message: "The conversation hasn’t reached this revision. Send the last one you saw." }]);

/** Somebody else's file is answered exactly like a missing one. */
export const filesGone = (): Refusal => conflict("One of the files no longer exists. Add it again.");

/** For adding text to the conversation of an erased contact. */
export const contactErased = (): Refusal =>
  conflict("This contact’s personal data was erased. Nothing can be added to their conversations.", { erased: true });
