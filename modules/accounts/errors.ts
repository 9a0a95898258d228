import { conflict, forbidden, invalidRequest, notConfigured, Refusal, refusal } from "#kernel/errors/index.ts";

export const setupClosed = refusal({
  status: 409,
  code: "setup_closed",
  says: "This installation has its first owner already. Sign in instead.",
});
/** One answer for every failed sign-in, so that it does not reveal which accounts exist. */
export const wrongCredentials = (): Refusal => new Refusal(401, "unauthenticated", "Email or password is not right.");
export const wrongPassword = (): Refusal => forbidden("The current password is not right.");
export const wrongSetupToken = (): Refusal => forbidden("The setup token is not right.");
export const notTheOwner = (): Refusal => forbidden("Setup is restricted to another email address.");
export const setupNeedsToken = (): Refusal =>
  notConfigured(
    "first owner setup",
    ["SVC_SETUP_TOKEN"],
    "Setup is not open on a public address without a setup token. Set SVC_SETUP_TOKEN (at least 32 characters) and try again.",
  );

export const registrationClosed = (): Refusal =>
  forbidden("Registration is closed on this installation. Ask somebody of the team for an invitation.");
export const mailMissing = (what: string, variables: string[]): Refusal =>
  notConfigured("email", variables, `${what} needs mail, which is not set up here. The owner has to set ${variables.join(", ")}.`);
export const noOwnerYet = (): Refusal => conflict("This installation has no owner yet. Open /setup first.");
export const challengeFailed = (): Refusal => forbidden("The check that you are a person did not succeed. Try it once more.");
export const addressOfInstallation = (): Refusal =>
  invalidRequest([{ path: "email", message: "This desk takes mail in at this address, so no link is mailed there. Use another address." }]);
export const addressOfProject = (): Refusal =>
  invalidRequest([
    { path: "email", message: "This desk sends mail from this address, so nobody can sign in with it. Use another address." },
  ]);
export const addressTaken = (): Refusal => conflict("There is an account with this address already. Sign in with it instead.");
export const addressTakenMeanwhile = (): Refusal => conflict("Another account has this address now, so it cannot become yours.");
export const guessable = (field = "password"): Refusal =>
  invalidRequest([{ path: field, message: "Choose another: this is among the first that anybody would try." }]);
