// The draft of an issue, and the preview of exactly what would leave.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { randomToken, sha256 } from "#kernel/auth/crypto.ts";
import { conflict, invalidRequest, notFound, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { leftOutIn, withoutDetails } from "#kernel/rich-text/redaction.ts";
import { m } from "#messages";
import {
  asking,
  credentialOf,
  mustBeChosen,
  notConnected,
  readRepositoryFacts,
  type RepositoryFacts,
  readCustomer,
} from "#modules/code-hosting";
import { filesGone, readExists } from "#modules/conversations";
import { type Attachment, filePath } from "#modules/files/contract";
import { answersBody, type IssueDraft, type IssueDraftState, type IssuePreview, type IssueTemplate, unanswered } from "./contract.ts";
import {
  type DraftKey,
  type MarkedRequest,
  readChosenFiles,
  readDraft,
  readLastRepository,
  readLatestCreation,
  toCreation,
  writeDraft,
  writeNoIssueDraft,
} from "./queries.ts";
import { readTemplate } from "./issue-choices.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** GitHub's limit of a body. */
const MAX_REMOTE_BODY = 65_536;
const keyOf = ({ caller: { projectId, accountId } }: Ctx, conversationId: ConversationId): DraftKey => ({
  projectId,
  conversationId,
  accountId,
});

export async function issueDraftOf(ctx: Ctx, conversationId: ConversationId): Promise<IssueDraftState> {
  const key = keyOf(ctx, conversationId);
  const [exists, draft, repository, creation] = await ctx.db.read(
    readExists(key.projectId, conversationId),
    readDraft(key),
    readLastRepository(key.projectId, key.accountId),
    readLatestCreation(key.projectId, conversationId),
  );
  if (!exists) throw notFound();
  return { draft: draft ?? null, repository: repository ?? null, creation: creation ? toCreation(creation) : null };
}

/** Throws `not_found`, also once the contact's data is being erased. */
export async function saveIssueDraft(ctx: Ctx, conversationId: ConversationId, draft: IssueDraft): Promise<{ ok: true }> {
  const [saved] = await ctx.db.commit([writeDraft(keyOf(ctx, conversationId), draft, null, ctx.clock.now())]);
  if (saved === 0) throw notFound();
  return { ok: true };
}

export async function discardIssueDraft(ctx: Ctx, conversationId: ConversationId): Promise<{ ok: true }> {
  const key = keyOf(ctx, conversationId);
  const [exists] = await ctx.db.read(readExists(key.projectId, conversationId));
  if (!exists) throw notFound();
  await ctx.db.commit([writeNoIssueDraft(key)]);
  return { ok: true };
}

export async function previewIssue(ctx: Ctx, conversationId: ConversationId, draft: IssueDraft): Promise<IssuePreview> {
  const key = keyOf(ctx, conversationId);
  const [latest, customer, files] = await ctx.db.read(
    readLatestCreation(key.projectId, conversationId),
    readCustomer(key.projectId, conversationId),
    readChosenFiles(key.projectId, conversationId, draft.files),
  );
  if (!customer?.isActive) throw notFound();
  if (latest?.dueAt) throw isCreating();
  if (!files) throw filesGone();
  await mustBeChosen(ctx, draft.repository);
  const { facts, template } = await asking(async () => {
    const credential = await credentialOf(ctx, key.projectId);
    if (!credential) throw notConnected();
    return {
      facts: await readRepositoryFacts(ctx, credential.token, draft.repository),
      template: draft.template === null ? null : await readTemplate(ctx, credential.token, draft.repository, draft.template),
    };
  });
  if (facts.closed !== null) throw conflict(facts.closed === "archived" ? m.issue_creation_archived() : m.issue_creation_no_issues());
  if (template === undefined) throw invalidRequest([{ path: "template", message: m.issue_creation_template_gone() }]);
  const origin = ctx.config.appOrigin ?? ctx.url.origin;
  const request = requestOf(draft, { facts, template, files, names: customer.names, origin, conversation: addressOf(origin, key) });
  const text = JSON.stringify(request);
  const digest = sha256(text);
  const now = ctx.clock.now();
  const [saved] = await ctx.db.commit([writeDraft(key, draft, { request: text, digest }, now)]);
  if (saved === 0) {
    // Whoever previewed now would not know what became of the one that was begun in between.
    const [begun] = await ctx.db.read(readLatestCreation(key.projectId, conversationId));
    throw begun?.dueAt ? isCreating() : notFound();
  }
  const { marker: _, place: __, ...leaves } = request;
  return {
    ...leaves,
    ...{ digest, isPrivate: facts.isPrivate, canWrite: facts.canWrite },
    leftOut: leftOutIn(request.title) + leftOutIn(request.body),
  };
}

const addressOf = (origin: string, { projectId, conversationId }: DraftKey): string =>
  `${origin}/projects/${projectId}/inbox/all/${conversationId}`;

/** While nobody knows whether an issue came of an earlier preview, another one could make a second. */
export const isCreating = (): Refusal => conflict(m.issue_creation_is_creating(), { open: true });

interface Around {
  readonly facts: RepositoryFacts;
  readonly template: IssueTemplate | null;
  readonly files: readonly Attachment[];
  /** Of the customer. */
  readonly names: readonly string[];
  readonly origin: string;
  readonly conversation: string;
}
/** Exactly what is sent. Throws `invalid_request` for what is missing. */
function requestOf(draft: IssueDraft, { facts, template, files, names, origin, conversation }: Around): MarkedRequest {
  const shown = (text: string): string => (draft.redacts ? withoutDetails(text, names) : text);
  const questions = template?.questions ?? [];
  const title = shown(draft.title).trim();
  const written = shown(draft.body).trim();
  const issues = [
    ...(title === "" ? [{ path: "title", message: m.issue_creation_title_missing() }] : []),
    ...(written === "" && questions.length === 0 ? [{ path: "body", message: m.issue_creation_body_missing() }] : []),
    ...unanswered(questions, draft.answers).map((key) => ({ path: `answers.${key}`, message: m.issue_creation_answer_missing() })),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
  const marker = randomToken();
  const label = (name: string): string => shown(name).replaceAll(/[[\]\\<>]/g, String.raw`\$&`);
  const body = [
    ...(questions.length > 0 ? [shown(answersBody(questions, draft.answers))] : []),
    ...(written === "" ? [] : [written]),
    ...(files.length > 0
      ? [
          `**${m.issue_creation_body_files()}**\n\n${files.map(({ id, name }) => `- [${label(name)}](${origin}${filePath(id)})`).join("\n")}`,
        ]
      : []),
    ...(draft.linksBack ? [`[${m.issue_creation_body_conversation()}](${conversation})`] : []),
    markerComment(marker),
  ].join("\n\n");
  if (body.length > MAX_REMOTE_BODY) throw invalidRequest([{ path: "body", message: m.issue_creation_body_long() }]);
  const { labels, assignees, milestone, type } = draft;
  const place = { chosen: draft.repository, id: facts.id, isPrivate: facts.isPrivate };
  return { repository: facts.name, title, body, labels, assignees, milestone, type, marker, place };
}
/** Invisible at GitHub. It says nothing but which of our creations this is. */
export const markerComment = (marker: string): string => `<!-- desk:${marker} -->`;
