// Wire contract of creating issues from conversations: what can be chosen, the draft, the preview of what leaves, and what became of it.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, prose, Revision, Time } from "#kernel/wire/values.ts";
import { Fault, RepositoryName } from "#modules/code-hosting/contract";
import { ConversationIdField } from "#modules/conversations/contract";
import { FileIdField } from "#modules/files/contract";
import * as v from "valibot";

/** GitHub's limit of a title. */
export const MAX_ISSUE_TITLE = 256;
/** Characters that a member may write; GitHub takes 65,536 with what is added to them. */
export const MAX_ISSUE_BODY = 50_000;
export const MAX_ISSUE_LABELS = 30;
/** GitHub's limit. */
export const MAX_ASSIGNEES = 10;
export const MAX_ISSUE_FILES = 10;
/** Messages of which an issue is made. */
export const MAX_ISSUE_MESSAGES = 50;
/** Questions of a form. */
export const MAX_QUESTIONS = 40;
/** Characters of one answer. */
export const MAX_ANSWER_TEXT = 10_000;

const name = line(100);
export const IssueDraft = v.strictObject({
  repository: RepositoryName,
  /** May be empty while it is a draft. */
  title: line(MAX_ISSUE_TITLE, 0),
  /** Markdown. */
  body: prose(MAX_ISSUE_BODY, 0),
  /** Whether a person changed the body: otherwise it follows the chosen messages. */
  isEdited: v.boolean(),
  /** Revisions of the messages of which the body was made. */
  messages: v.pipe(v.array(Revision), v.maxLength(MAX_ISSUE_MESSAGES)),
  files: v.pipe(v.array(FileIdField), v.maxLength(MAX_ISSUE_FILES)),
  /** Leaves out addresses, links’ queries, long numbers and the customer’s name. */
  redacts: v.boolean(),
  /** Adds a link to the conversation. */
  linksBack: v.boolean(),
  labels: v.pipe(v.array(name), v.maxLength(MAX_ISSUE_LABELS)),
  assignees: v.pipe(v.array(name), v.maxLength(MAX_ASSIGNEES)),
  /** Its number at GitHub. */
  milestone: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  type: v.nullable(name),
  /** File name of a template or form; null: a blank issue. */
  template: v.nullable(line(200)),
  /** Of a form: a text, or the options that were chosen, by the question’s key. */
  answers: v.pipe(
    v.record(name, v.union([prose(MAX_ANSWER_TEXT, 0), v.pipe(v.array(line(1000)), v.maxLength(100))])),
    v.check((answers) => Object.keys(answers).length <= MAX_QUESTIONS),
  ),
});
export type IssueDraft = v.InferOutput<typeof IssueDraft>;

const Question = v.object({
  /** By which an answer names it. */
  key: v.string(),
  kind: v.picklist(["input", "textarea", "dropdown", "checkboxes"]),
  label: v.string(),
  description: v.string(),
  placeholder: v.string(),
  /** What it holds at first: a text, or of a dropdown one of its options. */
  value: v.string(),
  /** Of a dropdown: more than one may be chosen. */
  multiple: v.boolean(),
  options: v.array(v.object({ label: v.string(), required: v.boolean() })),
  required: v.boolean(),
});
export type Question = v.InferOutput<typeof Question>;
/** A template (`.md`) or form (`.yml`) of the repository. */
export const IssueTemplate = v.object({
  file: v.string(),
  name: v.string(),
  about: v.string(),
  title: v.string(),
  labels: v.array(v.string()),
  assignees: v.array(v.string()),
  type: v.nullable(v.string()),
  /** Of a template: its text. */
  body: v.string(),
  /** Of a form; empty of a template. */
  questions: v.array(Question),
});
export type IssueTemplate = v.InferOutput<typeof IssueTemplate>;
/** What a repository offers beside the texts. */
export const LISTS = ["labels", "assignees", "milestones", "types", "templates"] as const;
export const IssueChoices = v.object({
  repository: v.string(),
  isPrivate: v.boolean(),
  /** Without it GitHub ignores labels, assignees, milestone and type. */
  canWrite: v.boolean(),
  /** Why no issue can be created there; null: it can. */
  closed: v.nullable(v.picklist(["archived", "no_issues"])),
  labels: v.array(v.string()),
  assignees: v.array(v.string()),
  milestones: v.array(v.object({ number: v.number(), title: v.string() })),
  types: v.array(v.string()),
  templates: v.array(IssueTemplate),
  /** Whether an issue may be made without any of the templates. */
  allowsBlank: v.boolean(),
  /** Lists that could not be read whole. */
  incomplete: v.array(v.picklist(LISTS)),
});
export type IssueChoices = v.InferOutput<typeof IssueChoices>;

/** Exactly what leaves. */
export const IssueRequest = v.object({
  repository: v.string(),
  title: v.string(),
  /** Markdown, with the links and the comment by which the issue is known again. */
  body: v.string(),
  labels: v.array(v.string()),
  assignees: v.array(v.string()),
  milestone: v.nullable(v.number()),
  type: v.nullable(v.string()),
});
export type IssueRequest = v.InferOutput<typeof IssueRequest>;
export const IssuePreview = v.object({
  ...IssueRequest.entries,
  /** Of everything above; creating names it. */
  digest: v.string(),
  /** How many details are left out. */
  leftOut: v.number(),
  isPrivate: v.boolean(),
  canWrite: v.boolean(),
});
export type IssuePreview = v.InferOutput<typeof IssuePreview>;

/**
 * `sending`: GitHub is being asked. `looking`: it did not answer, so the issue may exist; it is looked for before anything is sent again.
 * `failed`: refused, with the fault `changed` because the repository is not what the preview showed, or with `unknown`: nobody knows.
 */
export const IssueCreation = v.object({
  state: v.picklist(["sending", "looking", "created", "failed"]),
  repository: v.string(),
  number: v.nullable(v.number()),
  url: v.nullable(v.string()),
  fault: v.nullable(v.picklist([...Fault.options, "unknown"])),
  /** What GitHub calls the fields that it refused. */
  problems: v.array(v.string()),
  accountId: idOf("account"),
  createdAt: Time,
  /** While the outcome is open: when it is looked for the next time; `fault` says why that did not work the last time. */
  nextAt: v.nullable(Time),
});
export type IssueCreation = v.InferOutput<typeof IssueCreation>;

export const IssueDraftState = v.object({
  /** The member's own. */
  draft: v.nullable(IssueDraft),
  /** Where the member created an issue last. */
  repository: v.nullable(v.string()),
  /** The latest one of the conversation, by whomever. */
  creation: v.nullable(IssueCreation),
});
export type IssueDraftState = v.InferOutput<typeof IssueDraftState>;

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };
const DRAFT_PATH = "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issue-draft";

export const readIssueDraft = route({
  name: "readIssueDraft",
  method: "GET",
  path: DRAFT_PATH,
  who: "member",
  params: ofConversation,
  reply: IssueDraftState,
});
/** Any preview of an earlier draft is void afterwards. */
export const saveIssueDraft = route({
  name: "saveIssueDraft",
  method: "PUT",
  path: DRAFT_PATH,
  who: "member",
  params: ofConversation,
  body: IssueDraft,
  reply: Done,
});
export const discardIssueDraft = route({
  name: "discardIssueDraft",
  method: "DELETE",
  path: DRAFT_PATH,
  who: "member",
  params: ofConversation,
  reply: Done,
});
/** What can be chosen in one of the project's repositories. 409 `conflict` with `fault`. */
export const readIssueChoices = route({
  name: "readIssueChoices",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/code-hosting/issue-choices",
  who: "member",
  params: inProject,
  query: v.object({ repository: RepositoryName }),
  reply: IssueChoices,
  errors: ["conflict"],
});
/**
 * Saves the draft and answers exactly what would leave. 400 at `title`, `body`, or `answers.<key>`. 409 `conflict` with `fault`, with `open`
 * while one is being created from the conversation, or for files that are gone.
 */
export const previewIssue = route({
  name: "previewCodeIssue",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issue-preview",
  who: "member",
  params: ofConversation,
  body: IssueDraft,
  reply: IssuePreview,
  errors: ["conflict"],
});
/**
 * Title and text as the project's model writes them from the chosen messages. Nothing is stored. 503 `not_configured`, or `unavailable` when
 * the model fails; 409 `conflict` without a message that says anything.
 */
export const suggestIssue = route({
  name: "suggestCodeIssue",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issue-suggestion",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ messages: IssueDraft.entries.messages, redacts: v.boolean() }),
  reply: v.object({ title: v.string(), body: v.string() }),
  errors: ["conflict", "not_configured", "ai_unavailable", "unavailable"],
});
/**
 * Creates what the preview with this digest showed, within an hour of it, and links the conversation with it. 409 `conflict` with `changed`:
 * there is no such preview any more, or somebody else began to create one since; with `open`: one is being created. What GitHub refuses is
 * a creation that failed, not an error.
 */
export const createIssue = route({
  name: "createCodeIssue",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issue-creations",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ clientId: ClientId, digest: line(64) }),
  reply: IssueCreation,
  status: 201,
  errors: ["conflict"],
});
