// Refusals of canned replies.
import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_OWN, MAX_SHARED } from "./contract.ts";

export const onlyAdminsShare = (): Refusal => forbidden(m.canned_only_admins());
export const shortcutTaken = (shortcut: string): Refusal => conflict(m.canned_shortcut_taken({ shortcut }));
export const tooMany = (shared: boolean): Refusal =>
  conflict(shared ? m.canned_too_many_shared({ max: MAX_SHARED }) : m.canned_too_many_own({ max: MAX_OWN }));
export const filesGone = (): Refusal => conflict(m.canned_files_gone());
export const changedMeanwhile = (): Refusal => conflict(m.canned_changed_meanwhile());
export const sameClientId = (): Refusal => conflict(m.canned_same_client_id());
