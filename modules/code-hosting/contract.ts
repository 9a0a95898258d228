// Wire contract of code hosting: the connection with GitHub, and the issues that conversations are linked with. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, CountParam, line, page, Time } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import * as v from "valibot";
import { Fault, RepositoryName } from "./contract/values.ts";

/** Repositories of a project. */
export const MAX_REPOSITORIES = 20;
/** Issues that one conversation can be linked with. */
export const MAX_LINKS = 20;
/** Hits of a search. */
export const MAX_FOUND = 10;

export { Fault, REPOSITORY, RepositoryName } from "./contract/values.ts";
export * from "./contract/telling.ts";

export const RemoteIssue = v.object({
  repository: v.string(),
  number: v.number(),
  kind: v.picklist(["issue", "pull"]),
  title: v.string(),
  state: v.picklist(["open", "closed"]),
  /** Why it was closed, in GitHub's word, such as `completed` or `not_planned`; of pull requests `merged`. */
  reason: v.nullable(v.string()),
  url: v.string(),
});
export type RemoteIssue = v.InferOutput<typeof RemoteIssue>;
export const LinkedIssue = v.object({
  ...RemoteIssue.entries,
  id: idOf("codeIssue"),
  /** Null: the last check succeeded. `moved`: it was transferred to a repository that the project has not chosen. */
  fault: v.nullable(v.picklist([...Fault.options, "moved"])),
  /** The first release after it was closed as completed or merged. */
  release: v.nullable(v.object({ tag: v.string(), url: v.string() })),
  /** Whether other conversations are linked with it too. */
  isShared: v.boolean(),
  checkedAt: Time,
  linkedAt: Time,
  linkedBy: idOf("account"),
});
export type LinkedIssue = v.InferOutput<typeof LinkedIssue>;

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };
/** Names of the events, and their data. */
export const ISSUE_LINKED = "code_issue_linked";
export const ISSUE_STATE = "code_issue_state";
export const ISSUE_RELEASED = "code_issue_released";
export const IssueLinked = v.object({
  issueId: idOf("codeIssue"),
  repository: v.string(),
  number: v.number(),
  kind: v.picklist(["issue", "pull"]),
  /** False: the link was taken back. */
  linked: v.boolean(),
  /** The issue was created from the conversation. */
  created: v.optional(v.boolean()),
});
export const IssueState = v.object({
  issueId: idOf("codeIssue"),
  repository: v.string(),
  number: v.number(),
  kind: v.picklist(["issue", "pull"]),
  state: v.picklist(["open", "closed"]),
  reason: v.nullable(v.string()),
});
export const IssueReleased = v.object({
  issueId: idOf("codeIssue"),
  repository: v.string(),
  number: v.number(),
  kind: v.picklist(["issue", "pull"]),
  /** Of the release, such as `v1.2`. */
  tag: v.string(),
});

export * from "./contract/webhook.ts";

export const CodeHosting = v.object({
  /** By whom the token was given: `fixed` by the installation, `member` by connecting; null: not connected. */
  connection: v.nullable(v.picklist(["fixed", "member"])),
  /** The account's name at GitHub, of a connection that a member made. */
  login: v.nullable(v.string()),
  connectedAt: v.nullable(Time),
  /** Variables without which nobody can connect. */
  missing: v.array(v.string()),
  repositories: v.array(v.string()),
  /** Those of them that GitHub said were deleted. */
  deleted: v.array(v.string()),
  /** GitHub's address. */
  web: v.string(),
  /** The language in which customers are written to: that of the help center. */
  locale: v.string(),
});
export type CodeHosting = v.InferOutput<typeof CodeHosting>;

export const readCodeHosting = route({
  name: "readCodeHosting",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/code-hosting",
  who: "member",
  params: inProject,
  reply: CodeHosting,
});
/** Begins to connect: the address at GitHub to which the person goes. 409 `conflict` for a project with a fixed credential. */
export const connectCodeHosting = route({
  name: "connectCodeHosting",
  method: "POST",
  path: "/api/management/projects/:projectId/code-hosting/connection",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({}),
  reply: v.object({ url: v.string() }),
  status: 201,
  errors: ["conflict", "not_configured", "misconfigured"],
});
/** Where GitHub sends the person back. Answers with a redirection to the settings, or a page that says what is wrong. */
export const finishConnecting = route({
  name: "finishConnectingCodeHosting",
  method: "GET",
  path: "/integrations/code-hosting/callback",
  who: "account",
  // Whatever stands in the address, a person is shown a page.
  query: v.object({ state: v.optional(v.string(), ""), code: v.optional(v.string()), error: v.optional(v.string()) }),
  reply: "raw",
});
/** `revoked` false: it is gone here, but GitHub could not be told; the person can revoke it there. */
export const disconnectCodeHosting = route({
  name: "disconnectCodeHosting",
  method: "DELETE",
  path: "/api/management/projects/:projectId/code-hosting/connection",
  who: "admin",
  params: inProject,
  reply: v.object({ revoked: v.boolean() }),
});
/** Asks GitHub whose token it is: proves that the connection works. 409 `conflict` with `fault` when it does not. */
export const checkCodeHosting = route({
  name: "checkCodeHosting",
  method: "GET",
  path: "/api/management/projects/:projectId/code-hosting/account",
  who: "admin",
  params: inProject,
  reply: v.object({ login: v.string(), scopes: v.nullable(v.string()) }),
  errors: ["conflict"],
});
export const FoundRepository = v.object({ name: v.string(), isPrivate: v.boolean(), archived: v.boolean() });
export type FoundRepository = v.InferOutput<typeof FoundRepository>;
/**
 * The repositories that the account may see, those with the newest changes first. `q`: those whose names contain all its words. One page
 * looks at 500 at most, so that it may be empty with others behind it.
 */
export const listRepositories = route({
  name: "listCodeRepositories",
  method: "GET",
  path: "/api/management/projects/:projectId/code-hosting/repositories",
  who: "admin",
  params: inProject,
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
    cursor: v.optional(v.pipe(CountParam(1000), v.minValue(1))),
  }),
  reply: page(FoundRepository),
  errors: ["conflict"],
});
/** 409 `conflict` for one that the account can't see, and past 20. Adding one twice changes nothing. */
export const addRepository = route({
  name: "addCodeRepository",
  method: "POST",
  path: "/api/management/projects/:projectId/code-hosting/repositories",
  who: "admin",
  params: inProject,
  body: v.strictObject({ name: RepositoryName }),
  reply: CodeHosting,
  status: 201,
  errors: ["conflict"],
});
export const removeRepository = route({
  name: "removeCodeRepository",
  method: "DELETE",
  path: "/api/management/projects/:projectId/code-hosting/repositories",
  who: "admin",
  params: inProject,
  query: v.object({ name: RepositoryName }),
  reply: CodeHosting,
});
/** Issues and pull requests of the project's repositories that match the words, best first. */
export const searchIssues = route({
  name: "searchCodeIssues",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/code-hosting/issues",
  who: "member",
  params: inProject,
  query: v.object({ q: line(200) }),
  reply: v.object({ items: v.array(RemoteIssue) }),
  errors: ["conflict"],
});
/** The same for somebody who writes: whether whoever gets the link could open it. Null: GitHub did not say. */
export const findIssueLinks = route({
  name: "findIssueLinks",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/code-hosting/issue-links",
  who: "member",
  params: inProject,
  query: v.object({ q: line(200) }),
  reply: v.object({ items: v.array(v.object({ ...RemoteIssue.entries, isPrivate: v.nullable(v.boolean()) })) }),
  errors: ["conflict"],
});
export const listLinkedIssues = route({
  name: "listLinkedIssues",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issues",
  who: "member",
  params: ofConversation,
  reply: v.object({ items: v.array(LinkedIssue) }),
});
/** Conversations at most that an answer lists. */
export const MAX_UNTOLD = 50;
export const Untold = v.object({
  conversationId: ConversationIdField,
  contact: v.object({ id: idOf("contact"), name: v.nullable(v.string()), email: v.nullable(v.string()) }),
  lastActivityAt: Time,
});
export type Untold = v.InferOutput<typeof Untold>;
/** Conversations whose customers nobody has written to since the issue was closed or released: at most 50, those linked first. */
export const listUntold = route({
  name: "listUntoldOfIssue",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/code-hosting/issues/:issueId/untold",
  who: "member",
  params: { ...inProject, issueId: idOf("codeIssue") },
  reply: v.object({ issue: v.object({ ...RemoteIssue.entries, release: v.nullable(v.string()) }), items: v.array(Untold) }),
});
const Changed = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });
/** `issue`: its address, or `owner/name#7`. 409 `conflict` if GitHub does not know it, if it is linked already, and past 20. */
export const linkIssue = route({
  name: "linkIssue",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issues",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId, issue: line(500) }),
  reply: Changed,
  status: 201,
  errors: ["conflict"],
});
export const unlinkIssue = route({
  name: "unlinkIssue",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issues/:issueId/unlink",
  who: "member",
  params: { ...ofConversation, issueId: idOf("codeIssue") },
  body: v.strictObject({ clientId: ClientId }),
  reply: Changed,
  errors: ["conflict"],
});
