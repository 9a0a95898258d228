import { conflict, forbidden, invalidRequest, notConfigured, Refusal, refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const setupClosed = refusal({
  status: 409,
  code: "setup_closed",
  message: m.accounts_setup_is_closed,
});
/** One answer for every failed sign-in, so that it does not reveal which accounts exist. */
export const wrongCredentials = (): Refusal => new Refusal(401, "unauthenticated", m.accounts_wrong_credentials());
export const wrongPassword = (): Refusal => forbidden(m.accounts_wrong_password());
export const wrongSetupToken = (): Refusal => forbidden(m.accounts_wrong_setup_token());
export const notTheOwner = (): Refusal => forbidden(m.accounts_not_the_owner());
export const onlyFirstOwnerNames = (): Refusal => forbidden(m.accounts_only_first_owner_names());
export const setupNeedsToken = (): Refusal => notConfigured("first owner setup", ["SVC_SETUP_TOKEN"], m.accounts_setup_needs_token());

export const registrationClosed = (): Refusal => forbidden(m.accounts_registration_closed());
export const mailMissing = (says: (inputs: { variables: string }) => string, variables: string[]): Refusal =>
  notConfigured("email", variables, says({ variables: variables.join(", ") }));
export const noOwnerYet = (): Refusal => conflict(m.accounts_no_owner_yet());
export const challengeFailed = (): Refusal => forbidden(m.accounts_challenge_failed());
export const addressOfInstallation = (): Refusal => invalidRequest([{ path: "email", message: m.accounts_address_of_installation() }]);
export const addressOfProject = (): Refusal => invalidRequest([{ path: "email", message: m.accounts_address_of_project() }]);
export const addressTaken = (): Refusal => conflict(m.accounts_address_taken());
export const addressTakenMeanwhile = (): Refusal => conflict(m.accounts_address_taken_meanwhile());
export const guessable = (field = "password"): Refusal => invalidRequest([{ path: field, message: m.accounts_guessable() }]);
