// Links conversations with issues, and finds issues to link with.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours, minutes } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf } from "#kernel/http/service-response.ts";
import { type CodeIssueId, type ConversationId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { newEvent, readExists, record, type Recorded } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { askCodeHost, CodeHostError } from "./client.ts";
import { type LinkedIssue, listLinkedIssues, MAX_FOUND, MAX_LINKS, type RemoteIssue } from "./contract.ts";
import { credentialOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { type FoundIssue, type IssuePlace, issueOf, placeOf, searchWords } from "./issue.ts";
import { linkedKind } from "./kinds.ts";
import {
  hasRoom,
  isLinked,
  isStill,
  readKnownId,
  readLinked,
  readRepositories,
  readRoom,
  writeForgotten,
  writeIssue,
  writeLink,
  writeNoLink,
} from "./queries.ts";
import { writeReleasesAnew } from "./release-queries.ts";
import { readRepositoryFacts } from "./repository-facts.ts";
import { codeHostingConfig } from "./variables.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** When an issue is read again: one that is closed seldom changes. */
export const dueIn = (state: "open" | "closed"): number => (state === "open" ? minutes(10) : hours(6));

export async function linkedIssues(ctx: Ctx, conversationId: ConversationId): Promise<{ items: LinkedIssue[] }> {
  const { projectId } = ctx.caller;
  const [exists, items] = await ctx.db.read(readExists(projectId, conversationId), readLinked(projectId, conversationId));
  if (!exists) throw notFound();
  return { items };
}

/** What is found; pull requests too. */
export async function searchIssues(ctx: Ctx, { q }: { q: string }): Promise<{ items: RemoteIssue[] }> {
  const { projectId } = ctx.caller;
  const { web } = codeHostingConfig(ctx.config);
  return await asking(async () => {
    const credential = await credentialOf(ctx, projectId);
    if (!credential) throw notConnected();
    const [repositories] = await ctx.db.read(readRepositories(projectId));
    const words = searchWords(q);
    if (repositories.length === 0 || words === "") return { items: [] };
    const pages = await Promise.all(
      inQueries(repositories, kindsFor(credential.token)).map(async (within) => {
        const search = new URLSearchParams({ per_page: `${MAX_FOUND}`, advanced_search: "true", q: `${words} ${within}` });
        const { body } = await askCodeHost(ctx, credential.token, `/search/issues?${search.toString().replaceAll("+", "%20")}`);
        const items = fieldOf(body, "items");
        return (Array.isArray(items) ? items : []).flatMap((one) => issueOf(one, web) ?? []);
      }),
    );
    // The best of each first.
    const found = Array.from({ length: MAX_FOUND }, (_, rank) => pages.flatMap((page) => page[rank] ?? [])).flat();
    return { items: found.slice(0, MAX_FOUND).map(({ remoteId: _, ...issue }) => issue) };
  });
}

/** The repositories of one query: GitHub takes at most five operators, and without `OR` one issue would have to be in all of them. */
const PER_QUERY = 6;
const inQueries = (repositories: readonly string[], kinds: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(repositories.length / PER_QUERY) }, (_, nth) => {
    const names = repositories.slice(nth * PER_QUERY, (nth + 1) * PER_QUERY).map((name) => `repo:${name}`);
    return names.length === 1 ? names.join("") : `(${names.join(" OR ")})`;
  }).flatMap((within) => kinds.map((kind) => `${within}${kind}`));
/**
 * Tokens of GitHub Apps may not look for issues and pull requests in one query (https://docs.github.com/rest/search/search). Those of OAuth
 * apps and classic personal ones may, and searches are few in a minute: so only these ask once. Their first letters tell.
 */
const kindsFor = (token: string): readonly string[] => (/^gh[op]_/.test(token) ? [""] : [" is:issue", " is:pull-request"]);

export async function linkIssue(
  ctx: Ctx,
  conversationId: ConversationId,
  { clientId, issue }: { clientId: string; issue: string },
): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const { web } = codeHostingConfig(ctx.config);
  const [exists, repositories] = await ctx.db.read(readExists(projectId, conversationId), readRepositories(projectId));
  if (!exists) throw notFound();
  const place = placeOf(issue.trim(), web);
  if (!place) throw invalidRequest([{ path: "issue", message: m.code_hosting_issue_form({ web }) }]);
  // While GitHub does not answer, what is linked already is: a repetition gets its first result.
  const [linked] = await ctx.db.read(readLinked(projectId, conversationId));
  const known = linked.find((one) => isAt(one, place));
  const answered = await asking(async () => {
    const credential = await credentialOf(ctx, projectId);
    if (!credential) throw notConnected();
    const answer = await askCodeHost(ctx, credential.token, `/repos/${place.repository}/issues/${place.number}`);
    const read = issueOf(answer.body, web);
    if (!read) throw new CodeHostError("missing");
    return { found: read, etag: answer.etag, storedId: undefined };
  }).catch((error: unknown) => {
    if (known && error instanceof Refusal)
      return { found: { ...known, remoteId: "", changedAt: 0, closedAt: null }, etag: null, storedId: known.id };
    throw error;
  });
  // What the connection's account may see is more than what it was connected for.
  const isChosen = (name: string): boolean => repositories.some((one) => one.toLowerCase() === name.toLowerCase());
  if (!isChosen(answered.found.repository) && !(isChosen(place.repository) && (await isRenamed(ctx, place, answered.found))))
    throw conflict(m.code_hosting_other_repository());
  const command = { conversationId, clientId, issue, ...answered };
  const recorded = (await recordLink(ctx, command)) ?? (await recordLink(ctx, command));
  if (!recorded) throw conflict(m.code_hosting_linked_already());
  announceChanged(ctx, projectId, listLinkedIssues);
  return recorded;
}

/** Whether the place that was named has another name now, or the issue was transferred to another repository. */
const isRenamed = async (ctx: Ctx, place: IssuePlace, found: IssuePlace): Promise<boolean> =>
  await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    return (await readRepositoryFacts(ctx, credential.token, place.repository)).name === found.repository;
  });
const isAt = (one: IssuePlace, { repository, number }: IssuePlace): boolean =>
  one.number === number && one.repository.toLowerCase() === repository.toLowerCase();

interface LinkCommand {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  readonly issue: string;
  readonly found: FoundIssue;
  readonly etag: string | null;
  /** Of one that is linked already, and could not be asked for: then nothing is written, and only a repetition is answered. */
  readonly storedId: CodeIssueId | undefined;
}
/** Undefined when somebody else made the issue known meanwhile, so that it has another id than the event would name. */
async function recordLink(
  ctx: Ctx,
  { conversationId, clientId, issue, found, etag, storedId }: LinkCommand,
): Promise<Recorded | undefined> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const known = storedId ?? (await ctx.db.read(readKnownId(projectId, found.remoteId)))[0];
  const issueId = known ?? newId("codeIssue", now);
  const data = { issueId, ...naming(found), linked: true };
  let isKnownByNow = false;
  const recorded = await record(ctx, {
    conversationId,
    clientId,
    event: newEvent(linkedKind, data),
    fingerprint: { only: { issue } },
    requires: {
      when: sql`${isStill(projectId, found.remoteId, known)} AND NOT ${isLinked(projectId, conversationId, issueId)} AND ${hasRoom(projectId, conversationId)}`,
      explain: async () => {
        const [room, current] = await ctx.db.read(readRoom(projectId, conversationId), readKnownId(projectId, found.remoteId));
        isKnownByNow = current !== known;
        if (!room) throw conflict(m.code_hosting_too_many_links({ max: MAX_LINKS }));
      },
      otherwise: m.code_hosting_linked_already(),
    },
    writes: (done) => [
      writeIssue(projectId, issueId, found, { etag, now, dueAt: now + dueIn(found.state) }, done),
      writeLink({ projectId, conversationId, by: accountId, now }, found, done),
      // In which release it came, if it was closed before, is seen there.
      ...(found.state === "closed" ? [writeReleasesAnew(projectId, found.repository, now, done)] : []),
    ],
  }).catch((error: unknown) => {
    if (isKnownByNow && error instanceof Refusal) return undefined;
    throw error;
  });
  return recorded;
}
export const naming = ({ repository, number, kind }: Pick<FoundIssue, "repository" | "number" | "kind">) => ({ repository, number, kind });

export async function unlinkIssue(ctx: Ctx, conversationId: ConversationId, issueId: CodeIssueId, clientId: string): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const [linked] = await ctx.db.read(readLinked(projectId, conversationId));
  const issue = linked.find(({ id }) => id === issueId);
  // A repetition is known by its client id, before anything of this is looked at.
  const gone = { issueId, repository: "", number: 0, kind: "issue" as const };
  const recorded = await record(ctx, {
    conversationId,
    clientId,
    event: newEvent(linkedKind, { ...(issue ? { issueId, ...naming(issue) } : gone), linked: false }),
    fingerprint: { only: { issueId } },
    requires: {
      when: sql`${isLinked(projectId, conversationId, issueId)}`,
      explain: async () => {
        throw notFound();
      },
    },
    writes: (done) => [writeNoLink(projectId, conversationId, issueId, done)],
  });
  await ctx.db.commit([writeForgotten(projectId, [issueId])]);
  announceChanged(ctx, projectId, listLinkedIssues);
  return recorded;
}
