// Each minute: brings the number of customers at GitHub up to date where links have changed. What changed in between is gathered.
import { randomToken } from "#kernel/auth/crypto.ts";
import { days, hours, iso, minutes, seconds } from "#kernel/clock/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  askCodeHost,
  codeHostingConfig,
  CodeHostError,
  type CodeHostFault,
  credentialOf,
  issueOf,
  readRepositories,
  writeAskAgain,
} from "#modules/code-hosting";
import { commentOf, isCountLabel, labelOf, markerComment } from "./count-text.ts";
import {
  type Counted,
  readCrowds,
  readDueCounts,
  readLinkedIssue,
  readMode,
  readNextIssues,
  readWalks,
  writeAsked,
  writeClaimed,
  writeCountLater,
  writeNothingStands,
  writeStanding,
  writeWalked,
} from "./queries.ts";

/** Issues of one run; each takes one to four requests, one after the other, as GitHub wants it of what writes. */
const PER_TICK = 8;
/** Of one project, so that others get their turn; and among how many that is looked for. */
const PER_PROJECT = 4;
const LOOKED = 1000;
/** Longer than the requests for one issue take. */
const CLAIM = minutes(5);
/** Between two changes of one issue at GitHub. */
const CALM = minutes(10);
/** Until an issue of which nothing changed is compared again: conversations may have become spam, or contacts been merged. */
const COMPARE = days(1);
const AFTER_FAULT = minutes(30);
const AFTER_REFUSAL = days(1);
const AFTER_VOID = hours(6);
const WALK = 50;
/** Of one project that are due, until the next ones are marked: those of others must be among `LOOKED`, too. */
const MARKED = 100;
const PER_PAGE = 100;
const PAGES = 5;
/** The clocks of both may differ. */
const CLOCKS_DIFFER = minutes(5);

export async function keepCounts(ctx: Ctx): Promise<void> {
  const [due] = await ctx.db.read(readDueCounts(ctx.clock.now(), { looked: LOOKED, perProject: PER_PROJECT, limit: PER_TICK }));
  // A project whose limit is used up, or whose token is void, is not asked again in this minute.
  const resting = new Map<ProjectId, CodeHostError>();
  for (const one of due) {
    try {
      const error = resting.get(one.projectId);
      if (error) throw error;
      await keepCount(ctx, one);
    } catch (error) {
      const now = ctx.clock.now();
      if (!(error instanceof CodeHostError)) {
        ctx.log.error("a count could not be kept", { issueId: one.issueId, error });
        await ctx.db.commit([writeCountLater(one, "unavailable", now + AFTER_FAULT)]);
        continue;
      }
      const { fault } = error;
      if (["limited", "unauthorized", "withdrawn", "sso", "suspended"].includes(fault)) resting.set(one.projectId, error);
      const wait =
        fault === "limited" || fault === "unavailable" || fault === "changed"
          ? AFTER_FAULT
          : ["unauthorized", "withdrawn", "sso", "suspended"].includes(fault)
            ? AFTER_VOID
            : AFTER_REFUSAL;
      await ctx.db.commit([
        writeCountLater(one, fault, now + Math.max(wait, seconds(error.wait))),
        // Where it is now is seen when the issue is looked at.
        ...(fault === "changed" ? [writeAskAgain(one.projectId, one.issueId, now)] : []),
      ]);
    }
  }
}

/** Throws `CodeHostError`. */
async function keepCount(ctx: Ctx, row: Counted): Promise<void> {
  const { projectId, issueId } = row;
  const now = ctx.clock.now();
  const [{ mode }, linked] = await ctx.db.read(readMode(projectId), readLinkedIssue(projectId, issueId));
  const wanted = mode !== "nothing" && linked && linked.customers > 0 ? { mode, count: linked.customers } : undefined;
  // In a repository that the project has not chosen nothing is written.
  if (wanted && linked && !linked.isOurs) return void (await ctx.db.commit([writeCountLater(row, null, now + COMPARE)]));
  const isSame =
    wanted &&
    wanted.mode === row.mode &&
    (wanted.mode === "label" ? labelOf(wanted.count) === labelOf(row.count ?? 0) : wanted.count === row.count);
  if (isSame)
    return void (await ctx.db.commit([writeStanding(row, { ...wanted, commentId: row.commentId }, { calm: now, later: now + COMPARE })]));
  const place = linked ?? row.place;
  // Nothing was ever asked of GitHub.
  if (!place || (!wanted && row.writtenAt === null)) return void (await ctx.db.commit(writeNothingStands(row, now)));
  const marker = row.marker ?? (wanted?.mode === "comment" ? randomToken() : null);
  const [claimed] = await ctx.db.commit([writeClaimed(row, now + CLAIM)]);
  if (claimed === 0) return;
  const credential = await credentialOf(ctx, projectId);
  if (!credential) throw new CodeHostError("unauthorized");
  await ctx.db.commit([writeAsked(row, { repository: place.repository, number: place.number, marker, now })]);
  const at = { token: credential.token, repository: place.repository, number: place.number };
  let commentId: string | null = null;
  try {
    if (wanted?.mode === "comment" && marker !== null) commentId = await writeComment(ctx, at, { row, count: wanted.count, marker });
    if (wanted?.mode !== "comment" && row.marker !== null) await removeComment(ctx, at, row);
    if (wanted?.mode === "label" || (row.writtenAt !== null && row.mode !== "comment"))
      await setLabel(ctx, at, wanted?.mode === "label" ? labelOf(wanted.count) : undefined);
  } catch (error) {
    // An issue that was deleted took everything with it; what the token may not see any more it cannot take away.
    const isOver = !wanted && isGone(error);
    const isElsewhere = !linked && error instanceof CodeHostError && error.fault === "changed";
    if (!isOver && !isElsewhere) throw error;
    if (isElsewhere && (await followPlace(ctx, at, row))) return;
  }
  const calm = ctx.clock.now() + CALM;
  await ctx.db.commit(
    wanted ? [writeStanding(row, { ...wanted, commentId }, { calm, later: ctx.clock.now() + COMPARE })] : writeNothingStands(row, calm),
  );
}

interface At {
  readonly token: string;
  readonly repository: string;
  readonly number: number;
}
const hasFault = (error: unknown, ...faults: CodeHostFault[]): boolean => error instanceof CodeHostError && faults.includes(error.fault);
const isGone = (error: unknown): boolean => hasFault(error, "missing", "gone");
/** Only there: what has moved may be in a repository that the project has not chosen. */
const write = async (ctx: Ctx, { token, repository }: At, rest: string, asked: { method: "POST" | "PATCH" | "DELETE"; body?: unknown }) =>
  await askCodeHost(ctx, token, `/repos/${repository}${rest}`, { ...asked, stays: true });

/** Of an issue that nobody is linked with any more, and that has moved: whether what stands there is taken away later, where it is now. */
async function followPlace(ctx: Ctx, { token, repository, number }: At, row: Counted): Promise<boolean> {
  const { body } = await askCodeHost(ctx, token, `/repos/${repository}/issues/${number}`);
  const found = issueOf(body, codeHostingConfig(ctx.config).web);
  const [chosen] = await ctx.db.read(readRepositories(row.projectId));
  if (!found || !chosen.some((name) => name.toLowerCase() === found.repository.toLowerCase())) return false;
  const now = ctx.clock.now();
  const place = { repository: found.repository, number: found.number };
  await ctx.db.commit([writeAsked(row, { ...place, marker: row.marker, now }), writeCountLater(row, null, now + CALM)]);
  return true;
}

/** Edits the comment, or makes it. Answers its id. https://docs.github.com/rest/issues/comments */
async function writeComment(ctx: Ctx, at: At, { row, count, marker }: { row: Counted; count: number; marker: string }): Promise<string> {
  const { appOrigin } = ctx.config;
  const desk = appOrigin === undefined ? null : `${appOrigin}/projects/${row.projectId}/inbox/all`;
  const body = { body: commentOf(count, marker, desk) };
  for (const id of [row.commentId, "look"] as const) {
    const known = id === "look" ? await findComment(ctx, at, row) : id;
    if (known === null) continue;
    try {
      await write(ctx, at, `/issues/comments/${known}`, { method: "PATCH", body });
      return known;
    } catch (error) {
      // Deleted there, moved with its issue, where it has another id, or of another account, with which the project was connected before.
      if (!isGone(error) && !(hasFault(error, "forbidden") && id !== "look")) throw error;
    }
  }
  const { body: made } = await write(ctx, at, `/issues/${at.number}/comments`, { method: "POST", body });
  const id = fieldOf(made, "id");
  // It may have been made: the next look finds it by its mark.
  if (typeof id !== "number") throw new CodeHostError("unavailable");
  return String(id);
}

async function removeComment(ctx: Ctx, at: At, row: Counted): Promise<void> {
  for (const id of [row.commentId, "look"] as const) {
    const known = id === "look" ? await findComment(ctx, at, row) : id;
    if (known === null) continue;
    try {
      await write(ctx, at, `/issues/comments/${known}`, { method: "DELETE" });
      return;
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/**
 * The comment with the mark, of the connection's own account: another one may have copied it. Null: there is none, or never was. Throws
 * `changed` if its issue is in another repository by now.
 */
async function findComment(ctx: Ctx, at: At, { marker, writtenAt }: Counted): Promise<string | null> {
  if (marker === null || writtenAt === null) return null;
  const { body: me } = await askCodeHost(ctx, at.token, "/user");
  const login = textOf(fieldOf(me, "login"));
  const since = encodeURIComponent(iso(writtenAt - CLOCKS_DIFFER));
  for (let page = 1; page <= PAGES; page += 1) {
    const path = `/repos/${at.repository}/issues/${at.number}/comments?since=${since}&per_page=${PER_PAGE}&page=${page}`;
    const { body } = await askCodeHost(ctx, at.token, path);
    if (!Array.isArray(body)) throw new CodeHostError("unavailable");
    const mine: unknown = body.find(
      (one: unknown) => textOf(fieldOf(one, "body"))?.includes(markerComment(marker)) && textOf(fieldOf(one, "user", "login")) === login,
    );
    const id = fieldOf(mine, "id");
    if (typeof id === "number") {
      const [, place] = /\/repos\/([^/]+\/[^/]+)\/issues\/\d+$/.exec(textOf(fieldOf(mine, "issue_url")) ?? "") ?? [];
      if (place !== undefined && place.toLowerCase() !== at.repository.toLowerCase()) throw new CodeHostError("changed");
      return String(id);
    }
    if (body.length < PER_PAGE) return null;
  }
  return null;
}

/** Leaves the labels of others. https://docs.github.com/rest/issues/labels */
async function setLabel(ctx: Ctx, at: At, wanted: string | undefined): Promise<void> {
  const labels = `/issues/${at.number}/labels`;
  const { body } = await askCodeHost(ctx, at.token, `/repos/${at.repository}${labels}?per_page=${PER_PAGE}`);
  if (!Array.isArray(body)) throw new CodeHostError("unavailable");
  const names = body.flatMap((one: unknown) => textOf(fieldOf(one, "name")) ?? []);
  const isWanted = (name: string): boolean => name.toLowerCase() === wanted;
  if (wanted !== undefined && !names.some(isWanted)) await write(ctx, at, labels, { method: "POST", body: { labels: [wanted] } });
  for (const name of names.filter((one) => isCountLabel(one) && !isWanted(one))) {
    try {
      await write(ctx, at, `${labels}/${encodeURIComponent(name)}`, { method: "DELETE" });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/** Each minute: after the setting was changed, marks the issues of the project, a page at a time. */
export async function walkCounts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [walks, crowds] = await ctx.db.read(readWalks(PER_TICK), readCrowds(now, LOOKED, MARKED));
  for (const walk of walks.filter(({ projectId }) => !crowds.includes(projectId))) {
    const [ids] = await ctx.db.read(readNextIssues(walk, WALK));
    await ctx.db.commit(writeWalked(walk, ids, { reached: ids.length < WALK ? null : (ids.at(-1) ?? null), now }));
  }
}
