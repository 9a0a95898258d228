import { forbidden, notConfigured, Refusal, refusal } from "#kernel/errors/index.ts";

export const setupClosed = refusal({
  status: 409,
  code: "setup_closed",
  says: "This installation has its first owner already. Sign in instead.",
});
/** One answer for every wrong sign-in: who exists is not told. */
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
