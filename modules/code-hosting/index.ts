// Exports of code hosting for other modules: asking GitHub in a project's name, and following its repositories.
export { askCodeHost, CodeHostError, type CodeHostFault, GRAPH } from "./client.ts";
export { credentialOf } from "./credential.ts";
export { asking, notConnected } from "./errors.ts";
export { type RepositoryFollower, repositoryFollower } from "./extension.ts";
export { readRepositories } from "./queries.ts";
export { codeHostingConfig } from "./variables.ts";
