import { conflict, type Refusal, refusal } from "#kernel/errors/index.ts";

/** Has the current `revision`, its author and its time. */
export const draftMoved = refusal({
  status: 409,
  code: "stale_frontier",
  says: "Someone else changed this text since you opened it. Compare, then decide.",
});
/** Has the current `order`. */
export const orderMoved = refusal({
  status: 409,
  code: "stale_frontier",
  says: "This list has changed. Check it, then move again.",
});
export const isArchived = (): Refusal => conflict("This article is archived. Restore it first.");
export const isEmpty = (what: "title" | "content"): Refusal =>
  conflict(what === "title" ? "Add a title first." : "Add some text before you publish.", { empty: what });
export const isScheduled = (): Refusal =>
  conflict("This text is scheduled. An admin can cancel the schedule so that you can change it.", { scheduled: true });
export const tooLate = (): Refusal => conflict("This time has passed. Choose a time in the future, or publish now.");
export const noCollection = (): Refusal => conflict("This collection no longer exists. Choose another.");
export const notArchived = (): Refusal => conflict("Only archived articles can be deleted forever. Archive this one first.");
export const tooManyCollections = (most: number): Refusal =>
  conflict(`A help center can have up to ${most} collections. Remove one first.`);
export const sameClientId = (): Refusal => conflict("This clientId was already used for something else.");
