// The face of accounts: people and their sessions.
export { sessionsEnded } from "./extension.ts";
export { type Account, accountExists, type Signed, writeAccount } from "./queries.ts";
export { isGuessable } from "./rules.ts";
export { accountAuthenticator, beginSession, givenSession, principalOf, sessionPart, touchOf } from "./session.ts";

/** SQL of a person's name or address by an expression of their id, for another module's statement. */
export { emailOf, nameOf, sessionHolds } from "./queries.ts";
