import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";

export const mayNotCreate = (): Refusal => forbidden("Only the first owner can create projects on this installation.");
export const lastOwner = (): Refusal => conflict("A project needs at least one owner. Make someone else an owner first.");
export const onlyOwners = (): Refusal => forbidden("Only owners can add, change or remove owners.");
export const wrongName = (): Refusal => conflict("The name doesn’t match. Type the project’s exact name to delete it.");
export const alreadyMember = (): Refusal => conflict("You’re already a member of this project.");
export const emailTaken = (): Refusal => conflict("An account with this email already exists. Sign in, then open the invitation again.");
export const sameClientId = (): Refusal => conflict("This clientId was already used for something else.");
export const forOtherAddress = (): Refusal => forbidden("This invitation was sent to another address. Sign out, then open its link again.");
export const notByMail = (): Refusal => conflict("This invitation has no email address, so it can’t be sent again.");
export const alreadyOnItsWay = (): Refusal => conflict("This invitation’s email is on its way.");
