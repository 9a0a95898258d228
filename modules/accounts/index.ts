// The face of accounts: people and their sessions.
export { baseOf } from "./base-address.ts";
export { openAccountLink } from "./token-queries.ts";
export { accountOfAddress, accountOfProvedEmail, confirmedAddressOf, isAccountAddress } from "./confirmed.ts";
export {
  type AccountMail,
  accountMailTemplates,
  type AccountMailTemplate,
  nameChanged,
  systemMailer,
  type SystemMailer,
  sessionsEnded,
} from "./extension.ts";
export { missingForMail, mustBeNoProjects, requireSystemMailer, systemMailerOf, standingIn } from "./system-mailer.ts";
export { type Account, accountExists, readAddressBy, type Signed, writeAccount, writeConfirmed } from "./queries.ts";
export { guessable } from "./errors.ts";
export { isGuessable } from "./rules.ts";
export { accountAuthenticator, beginSession, givenSession, principalOf, sessionPart, touchOf } from "./session.ts";

/** SQL of a person's name or address by an expression of their id, for another module's statement. */
export { emailOf, mayStillSignIn, nameOf, sessionHolds } from "./queries.ts";
