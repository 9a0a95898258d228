import { conflict, type Refusal, refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

/** Has the current `revision`, its author and its time. */
export const draftMoved = refusal({
  status: 409,
  code: "stale_frontier",
  message: m.articles_draft_moved,
});
/** Has the current `order`. */
export const orderMoved = refusal({
  status: 409,
  code: "stale_frontier",
  message: m.articles_order_moved,
});
export const isArchived = (): Refusal => conflict(m.articles_is_archived());
export const isEmpty = (what: "title" | "content"): Refusal =>
  conflict(what === "title" ? m.articles_no_title() : m.articles_no_text(), { empty: what });
export const isScheduled = (): Refusal => conflict(m.articles_is_scheduled(), { scheduled: true });
export const tooLate = (): Refusal => conflict(m.articles_too_late());
export const noCollection = (): Refusal => conflict(m.articles_no_collection());
export const notArchived = (): Refusal => conflict(m.articles_not_archived());
export const tooManyCollections = (most: number): Refusal => conflict(m.articles_too_many_collections({ most }));
export const sameClientId = (): Refusal => conflict(m.articles_same_client_id());
