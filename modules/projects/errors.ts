import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";

export const mayNotCreate = (): Refusal => forbidden("Only the first owner can create projects in this installation.");
export const lastOwner = (): Refusal => conflict("A project keeps at least one owner. Make somebody else an owner first.");
export const onlyOwners = (): Refusal => forbidden("Only owners can add, change or remove owners.");
export const wrongName = (): Refusal => conflict("The name does not match. Type the project's name exactly to delete it.");
export const alreadyMember = (): Refusal => conflict("You are a member of this project already.");
export const emailTaken = (): Refusal =>
  conflict("There is an account with this email already. Sign in first, then open the invitation again.");
export const sameClientId = (): Refusal => conflict("This clientId was used for something else.");
export const forOtherAddress = (): Refusal =>
  forbidden("This invitation was mailed to another address than yours. Sign out, then open its link again.");
export const notByMail = (): Refusal =>
  conflict("This invitation is a link that was passed on by hand, so there is no mail to send again.");
export const alreadyOnItsWay = (): Refusal => conflict("The mail of this invitation is on its way.");
