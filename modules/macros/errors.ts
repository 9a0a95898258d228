// Refusals of macros.
import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_OWN, MAX_SHARED } from "./contract.ts";

export const onlyAdminsShare = (): Refusal => forbidden(m.macros_only_admins());
export const tooMany = (shared: boolean): Refusal =>
  conflict(shared ? m.macros_too_many_shared({ max: MAX_SHARED }) : m.macros_too_many_own({ max: MAX_OWN }));
export const changedMeanwhile = (): Refusal => conflict(m.macros_changed_meanwhile());
export const sameClientId = (): Refusal => conflict(m.macros_same_client_id());
export const notOfProject = (): Refusal => conflict(m.macros_not_of_project());
