// Creates issues at GitHub, each once. GitHub knows no repetition, so one whose answer was lost is looked for by the comment in its text
// before it is sent again.
import type { CodeHostPrincipal, MemberPrincipal } from "#kernel/auth/index.ts";
import { randomToken } from "#kernel/auth/crypto.ts";
import { hours, iso, minutes, seconds } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import { type ConversationId, newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import {
  askCodeHost,
  codeHostingConfig,
  CodeHostError,
  credentialOf,
  dueIn,
  type FoundIssue,
  isLinked,
  issueOf,
  isStill,
  linkedKind,
  naming,
  readKnownId,
  readRepositoryFacts,
  tellLink,
  wakeTelling,
  writeIssue,
  writeLink,
  readCustomer,
} from "#modules/code-hosting";
import { listLinkedIssues } from "#modules/code-hosting/contract";
import { newEvent, record, type RecordCtx } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { type IssueCreation, readIssueDraft } from "./contract.ts";
import { isCreating, markerComment } from "./draft-issue.ts";
import {
  type Creation,
  type CreationFault,
  type MarkedRequest,
  readCreationBy,
  readDueCreations,
  readLatestCreation,
  stillOpen,
  toCreation,
  writeAbsent,
  writeBegun,
  writeCreated,
  writeFailed,
  writeLater,
  writeLooking,
  writeNoIssueDraft,
  writeSendingAgain,
} from "./queries.ts";

type MemberCtx = RequestCtx<MemberPrincipal>;
/** How long a preview can be sent. */
const PREVIEW_HOLDS = hours(1);
/** Longer than a request takes with the redirections of a renamed repository: afterwards whoever sent it has died. */
const SENDING_TAKES = seconds(90);
/** Until the next look, at first; it doubles. */
const LOOK_AGAIN = minutes(1);
const MAX_LOOK_AGAIN = minutes(30);
/** Looks without the issue, the last of them minutes after it was sent: GitHub ends its work on a request after seconds. */
const LOOKS_BEFORE_SENDING = 3;
const MAX_SENDS = 3;
/** Looks that GitHub did not answer, over about eight hours. */
const MAX_LOOKS = 20;
const PER_TICK = 10;
/** Issues that a look reads: newest first, those that were touched since it was sent. */
const LOOKED_AT = 100;
const LOOK_PAGES = 3;
/** The clocks of both may differ. */
const CLOCKS_DIFFER = minutes(5);

/** Answers what became of it. Throws `conflict` with `changed` or `open`, `not_found`. */
export async function createIssue(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { clientId, digest }: { clientId: string; digest: string },
): Promise<IssueCreation> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const key = { projectId, conversationId, accountId };
  const begun = { ...key, id: randomToken(), clientId, digest, now, after: now - PREVIEW_HOLDS, dueAt: now + SENDING_TAKES };
  // A repetition changes nothing: its client id is taken.
  const [creation, customer, latest] = await ctx.db.commitAndRead(
    [writeBegun(begun)],
    readCreationBy(projectId, accountId, clientId),
    readCustomer(projectId, conversationId),
    readLatestCreation(projectId, conversationId),
  );
  if (!creation) {
    if (!customer?.isActive) throw notFound();
    if (latest?.dueAt) throw isCreating();
    throw conflict(m.issue_creation_preview_changed(), { changed: true });
  }
  if (creation.conversationId !== conversationId) throw conflict(m.issue_creation_preview_changed(), { changed: true });
  if (creation.id !== begun.id) return toCreation(creation);
  announceChanged(ctx, projectId, readIssueDraft);
  await send(ctx, creation, ctx.caller);
  const [after] = await ctx.db.read(readCreationBy(projectId, accountId, clientId));
  return toCreation(after ?? creation);
}

/** `by`: the member whose request it is; else GitHub says that it was created. */
async function send(ctx: Ctx, creation: Creation, by: MemberPrincipal | undefined): Promise<void> {
  const { request } = creation;
  if (!request) return;
  let token: string;
  try {
    const credential = await credentialOf(ctx, creation.projectId);
    if (!credential) throw new CodeHostError("unauthorized");
    token = credential.token;
  } catch (error) {
    // Nothing was sent.
    if (error instanceof CodeHostError) return await fail(ctx, creation, error);
    throw error;
  }
  try {
    await mustBeAsShown(ctx, token, request);
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    // Nothing was sent. What was sent before may be there all the same, so it is not given up for want of an answer.
    if (creation.sends > 1 && (error.fault === "unavailable" || error.fault === "limited")) return await look(ctx, creation, by);
    return await fail(ctx, creation, error);
  }
  let found: FoundIssue | undefined;
  let etag: string | null = null;
  try {
    const asked = { method: "POST", body: bodyOf(request), stays: true } as const;
    const answer = await askCodeHost(ctx, token, `/repos/${request.repository}/issues`, asked);
    found = issueOf(answer.body, codeHostingConfig(ctx.config).web);
    etag = answer.etag;
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    // Every other one is an answer of GitHub's that says that nothing was created.
    if (error.fault !== "unavailable") return await fail(ctx, creation, error);
  }
  if (found) return await settle(ctx, creation, { found, etag }, by);
  ctx.log.info("the code host did not say whether it created an issue", { projectId: creation.projectId });
  await look(ctx, creation, by);
}

/** Throws `CodeHostError` with `changed` unless the repository is the one that the preview showed, under its name, and as public or private. */
async function mustBeAsShown(ctx: Ctx, token: string, { repository, place }: MarkedRequest): Promise<void> {
  const { id, name, isPrivate } = await readRepositoryFacts(ctx, token, repository);
  if (place?.id !== id || place.isPrivate !== isPrivate || name !== repository) throw new CodeHostError("changed");
}

const bodyOf = ({ title, body, labels, assignees, milestone, type }: MarkedRequest): object => ({
  ...{ title, body },
  ...(labels.length > 0 && { labels }),
  ...(assignees.length > 0 && { assignees }),
  ...(milestone !== null && { milestone }),
  ...(type !== null && { type }),
});

type Why = { readonly fault: CreationFault; readonly problems?: readonly string[] };
async function fail(ctx: Ctx, creation: Creation, { fault, problems = [] }: Why): Promise<void> {
  await ctx.db.commit([writeFailed(creation, fault, problems)]);
  announceChanged(ctx, creation.projectId, readIssueDraft);
}

/** Looks for the issue; sends it anew when it can't be on its way any more. */
async function look(ctx: Ctx, creation: Creation, by: MemberPrincipal | undefined): Promise<void> {
  const now = ctx.clock.now();
  const dueAt = now + Math.min(MAX_LOOK_AGAIN, LOOK_AGAIN * 2 ** Math.min(creation.looks, 10));
  const [claimed] = await ctx.db.commit([writeLooking(creation, dueAt)]);
  if (claimed === 0) return;
  const current: Creation = { ...creation, state: "looking", looks: creation.looks + 1, dueAt };
  announceChanged(ctx, creation.projectId, readIssueDraft);
  let found: FoundIssue | undefined;
  try {
    found = await findCreated(ctx, current);
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    if (current.looks >= MAX_LOOKS) await fail(ctx, current, { fault: "unknown" });
    else await ctx.db.commit([writeLater(current, error.fault, Math.max(dueAt, now + seconds(error.wait)))]);
    return;
  }
  if (found) return await settle(ctx, current, { found, etag: null }, by);
  await ctx.db.commit([writeAbsent(current)]);
  if (current.absent + 1 < LOOKS_BEFORE_SENDING * current.sends) return;
  if (current.sends >= MAX_SENDS) return await fail(ctx, current, { fault: "unavailable" });
  const again = now + SENDING_TAKES;
  const [sending] = await ctx.db.commit([writeSendingAgain(current, again)]);
  if (sending === 0) return await fail(ctx, current, { fault: "unavailable" });
  await send(ctx, { ...current, state: "sending", sends: current.sends + 1, dueAt: again }, undefined);
}
/** The issue with the creation's comment. A list, because a search knows new issues late only. Throws `CodeHostError`. */
async function findCreated(ctx: Ctx, creation: Creation): Promise<FoundIssue | undefined> {
  const { request, projectId, createdAt } = creation;
  const credential = await credentialOf(ctx, projectId);
  if (!credential || !request) throw new CodeHostError("unauthorized");
  const comment = markerComment(request.marker);
  const since = encodeURIComponent(iso(createdAt - CLOCKS_DIFFER));
  for (let page = 1; page <= LOOK_PAGES; page += 1) {
    const { body } = await askCodeHost(
      ctx,
      credential.token,
      `/repos/${request.repository}/issues?state=all&sort=created&direction=desc&since=${since}&per_page=${LOOKED_AT}&page=${page}`,
    );
    // An answer in another form says nothing about whether it is there.
    if (!Array.isArray(body)) throw new CodeHostError("unavailable");
    const mine: unknown = body.find((one: unknown) => textOf(fieldOf(one, "body"))?.includes(comment));
    const issue = mine === undefined ? undefined : issueOf(mine, codeHostingConfig(ctx.config).web);
    if (issue) return issue;
    // It is there, though not as it can be read: it must not be created again.
    if (mine !== undefined) throw new CodeHostError("unavailable");
    if (body.length < LOOKED_AT) return undefined;
  }
  return undefined;
}

interface Answered {
  readonly found: FoundIssue;
  readonly etag: string | null;
}
/** Links the conversation, ends the creation and the draft, in one batch. */
async function settle(ctx: Ctx, creation: Creation, { found, etag }: Answered, by: MemberPrincipal | undefined): Promise<void> {
  const { projectId, conversationId, accountId } = creation;
  // Twice: somebody else may have made the issue known between reading and writing.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const now = ctx.clock.now();
    const [known] = await ctx.db.read(readKnownId(projectId, found.remoteId));
    const issueId = known ?? newId("codeIssue", now);
    const caller: MemberPrincipal | CodeHostPrincipal = by ?? { kind: "code_host", projectId, issueId };
    const reply = { status: undefined, headers: new Headers() };
    const tell = found.state === "closed" ? tellLink(projectId, issueId, now) : undefined;
    try {
      await record({ ...ctx, caller, reply, proof: undefined } as RecordCtx, {
        conversationId,
        clientId: `created:${creation.id}`,
        event: newEvent(linkedKind, { issueId, ...naming(found), linked: true, created: true }),
        fingerprint: { only: { creation: creation.id } },
        requires: {
          when: sql`${stillOpen(creation)} AND ${isStill(projectId, found.remoteId, known)} AND NOT ${isLinked(projectId, conversationId, issueId)}`,
          otherwise: m.code_hosting_linked_already(),
        },
        writes: (done) => [
          writeIssue(projectId, issueId, found, { etag, now, dueAt: now + dueIn(found.state) }, done),
          // It was open when it was created: what happened until it was found is told.
          writeLink({ projectId, conversationId, by: accountId, now: creation.createdAt, knows: "nothing" }, found, done),
          ...(tell ? [tell.statement(done)] : []),
          writeNoIssueDraft({ projectId, conversationId, accountId }, done),
          writeCreated(creation, found, done),
        ],
      });
      if (tell) wakeTelling(ctx, [tell.jobId]);
      break;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  // What could not be linked, such as when the conversation was linked by hand meanwhile, exists all the same.
  await ctx.db.commit([
    writeNoIssueDraft({ projectId, conversationId, accountId }, stillOpen(creation)),
    writeCreated(creation, found, sql`1`),
  ]);
  announceChanged(ctx, projectId, listLinkedIssues);
  announceChanged(ctx, projectId, readIssueDraft);
}

/** Each minute: creations whose request died, or whose answer was lost. */
export async function settleCreations(ctx: Ctx): Promise<void> {
  const [due] = await ctx.db.read(readDueCreations(ctx.clock.now(), PER_TICK));
  for (const creation of due) {
    try {
      await look(ctx, creation, undefined);
    } catch (error) {
      ctx.log.error("the creation of an issue could not be settled", { projectId: creation.projectId, error });
    }
  }
}
