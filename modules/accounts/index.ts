// The face of accounts: people and their sessions.
export { baseOf } from "./base-address.ts";
export { openAccountLink } from "./token-queries.ts";
export { accountOfAddress, accountOfProvedEmail, confirmedAddressOf, isAccountAddress } from "./confirmed.ts";
export { type Letter, letterKinds, type LetterKind, nameChanged, postOffice, type PostOffice, sessionsEnded } from "./extension.ts";
export { missingForMail, mustBeNoProjects, officeFor, officeOf, standingIn } from "./office.ts";
export { type Account, accountExists, readAddressBy, type Signed, writeAccount, writeConfirmed } from "./queries.ts";
export { guessable } from "./errors.ts";
export { isGuessable } from "./rules.ts";
export { accountsConfig } from "./variables.ts";
export { accountAuthenticator, beginSession, givenSession, principalOf, sessionPart, touchOf } from "./session.ts";

/** SQL of a person's name or address by an expression of their id, for another module's statement. */
export { emailOf, mayStillSignIn, nameOf, sessionHolds } from "./queries.ts";
