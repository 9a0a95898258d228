import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const mayNotCreate = (): Refusal => forbidden(m.projects_may_not_create());
export const lastOwner = (): Refusal => conflict(m.projects_needs_an_owner());
export const onlyOwners = (): Refusal => forbidden(m.projects_only_owners());
export const wrongName = (): Refusal => conflict(m.projects_wrong_name());
export const alreadyMember = (): Refusal => conflict(m.projects_already_member());
export const emailTaken = (): Refusal => conflict(m.projects_email_taken());
export const sameClientId = (): Refusal => conflict(m.projects_same_client_id());
export const forOtherAddress = (): Refusal => forbidden(m.projects_for_other_address());
export const notByMail = (): Refusal => conflict(m.projects_not_by_mail());
export const alreadyOnItsWay = (): Refusal => conflict(m.projects_already_on_its_way());
