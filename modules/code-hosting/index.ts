// The server face of code hosting: asking GitHub in a project's name, linking issues, and following repositories.
export { askCodeHost, type ClientCtx, CodeHostError, type CodeHostFault, GRAPH } from "./client.ts";
export { credentialOf } from "./credential.ts";
export { asking, notConnected } from "./errors.ts";
export { connectedAgain, type RepositoryFollower, repositoryFollower } from "./extension.ts";
export { isPublic } from "./is-public.ts";
export { type FoundIssue, issueOf } from "./issue.ts";
export { linkedKind } from "./kinds.ts";
export { dueIn, naming } from "./link-issue.ts";
export { hasRoom, isChosen, isLinked, isStill, readKnownId, readRepositories, writeIssue, writeLink } from "./queries.ts";
export { mustBeChosen, readRepositoryFacts, type RepositoryFacts } from "./repository-facts.ts";
export { tellLink, wakeTelling } from "./tell-conversations.ts";
export { readCustomer } from "./telling-queries.ts";
export { codeHostingConfig } from "./variables.ts";
export { writeAskAgain } from "./webhook-queries.ts";
