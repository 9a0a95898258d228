import { conflict, type Refusal, refusal } from "#kernel/errors/index.ts";

/** With the current `revision`, and who made it when. */
export const draftMoved = refusal({
  status: 409,
  code: "stale_frontier",
  says: "Somebody else has changed this text since you opened it. Look at theirs, then decide.",
});
/** With the current `order`. */
export const orderMoved = refusal({
  status: 409,
  code: "stale_frontier",
  says: "This list has changed since you looked. Look at it again, then move.",
});
export const isArchived = (): Refusal => conflict("This article is archived. Restore it first.");
export const isEmpty = (what: "title" | "content"): Refusal =>
  conflict(what === "title" ? "Give the article a title first." : "Write something before you publish.", { empty: what });
export const isScheduled = (): Refusal =>
  conflict("This text is scheduled for publication. An admin can take it off the schedule; then it can be changed.", { scheduled: true });
export const tooLate = (): Refusal => conflict("This time is past. Choose a time to come, or publish now.");
export const noCollection = (): Refusal => conflict("This collection is not there any more. Choose another one.");
export const notArchived = (): Refusal => conflict("Only archived articles can be deleted forever. Archive it first.");
export const tooManyCollections = (most: number): Refusal => conflict(`A help center has up to ${most} collections. Remove one first.`);
export const sameClientId = (): Refusal => conflict("This clientId was used for something else.");
