// The server face of accounts.
export { baseOf } from "./base-address.ts";
export { openAccountLink } from "./token-queries.ts";
export { accountOfAddress, accountOfVerifiedAddress, verifiedAddressOf, isAccountAddress } from "./verified-addresses.ts";
export {
  type AccountMail,
  accountMailTemplates,
  type AccountMailTemplate,
  installationRenamed,
  nameChanged,
  systemMailer,
  type SystemMailer,
  sessionsEnded,
  signOutEverywhere,
  startPage,
} from "./extension.ts";
export { missingForMail, refuseProjectAddress, requireSystemMailer, systemMailerOf, parseDeliveryState } from "./system-mailer.ts";
export { type Account, accountExists, readLanguage, readAddressBy, type Signed, writeAccount, writeConfirmed } from "./queries.ts";
export { namedPage } from "./form.ts";
export { guessable, noOwnerYet } from "./errors.ts";
export { isGuessable } from "./rules.ts";
export { accountsConfig } from "./variables.ts";
export { accountAuthenticator, beginSession, callingSession, givenSession, principalOf, sessionQuery, touchOf } from "./session.ts";

export { pageLanguage } from "./change-language.ts";

/** SQL of a person's name, address or language by an expression of their id, for another module's statement. */
export { emailOf, languageOfAccount, mayStillSignIn, nameOf, sessionHolds } from "./queries.ts";
