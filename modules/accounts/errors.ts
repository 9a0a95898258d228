import { conflict, forbidden, invalidRequest, notConfigured, Refusal, refusal } from "#kernel/errors/index.ts";

export const setupClosed = refusal({
  status: 409,
  code: "setup_closed",
  says: "This installation already has its first owner. Sign in instead.",
});
/** One answer for every failed sign-in, so that it does not reveal which accounts exist. */
export const wrongCredentials = (): Refusal => new Refusal(401, "unauthenticated", "Wrong email or password.");
export const wrongPassword = (): Refusal => forbidden("Wrong current password.");
export const wrongSetupToken = (): Refusal => forbidden("Wrong setup token.");
export const notTheOwner = (): Refusal => forbidden("Setup is restricted to another email address.");
export const setupNeedsToken = (): Refusal =>
  notConfigured(
    "first owner setup",
    ["SVC_SETUP_TOKEN"],
    "Setup on a public address requires a setup token. Set SVC_SETUP_TOKEN (at least 32 characters) and try again.",
  );

export const registrationClosed = (): Refusal =>
  forbidden("Registration is closed on this installation. Ask someone on the team for an invitation.");
export const mailMissing = (what: string, variables: string[]): Refusal =>
  notConfigured("email", variables, `${what} requires email, which isn’t set up here. The owner has to set ${variables.join(", ")}.`);
export const noOwnerYet = (): Refusal => conflict("This installation has no owner yet. Open /setup first.");
export const challengeFailed = (): Refusal => forbidden("We couldn’t verify that you’re human. Please try again.");
export const addressOfInstallation = (): Refusal =>
  invalidRequest([
    { path: "email", message: "This installation receives email at this address, so links can’t be sent there. Use another address." },
  ]);
export const addressOfProject = (): Refusal =>
  invalidRequest([
    { path: "email", message: "This installation sends email from this address, so nobody can sign in with it. Use another address." },
  ]);
export const addressTaken = (): Refusal => conflict("An account with this address already exists. Sign in instead.");
export const addressTakenMeanwhile = (): Refusal => conflict("Another account uses this address now, so you can’t.");
export const guessable = (field = "password"): Refusal =>
  invalidRequest([{ path: field, message: "Choose another password: this one is too easy to guess." }]);
