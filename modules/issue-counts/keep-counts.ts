// Each minute: brings the number of customers at GitHub up to date where links have changed. What changed in between is gathered.
import { randomToken } from "#kernel/auth/crypto.ts";
import { days, hours, iso, minutes, seconds } from "#kernel/clock/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { askCodeHost, CodeHostError, credentialOf } from "#modules/code-hosting";
import { commentOf, isCountLabel, labelOf, markerComment } from "./count-text.ts";
import {
  type Counted,
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
const LOOKED = 100;
/** Longer than the requests for one issue take. */
const CLAIM = minutes(5);
/** Between two changes of one issue at GitHub. */
const CALM = minutes(10);
/** Until an issue of which nothing changed is compared again: conversations may have become spam, or contacts been merged. */
const COMPARE = days(1);
const AFTER_FAULT = minutes(30);
const AFTER_REFUSAL = days(1);
const AFTER_VOID = hours(6);
const WALK = 200;
const PER_PAGE = 100;
const PAGES = 5;
/** The clocks of both may differ. */
const CLOCKS_DIFFER = minutes(5);

export async function keepCounts(ctx: Ctx): Promise<void> {
  const [due] = await ctx.db.read(readDueCounts(ctx.clock.now(), LOOKED));
  const taken = new Map<ProjectId, number>();
  const inTurn = due.filter(({ projectId }) => {
    const count = (taken.get(projectId) ?? 0) + 1;
    taken.set(projectId, count);
    return count <= PER_PROJECT;
  });
  // A project whose limit is used up, or whose token is void, is not asked again in this minute.
  const resting = new Map<ProjectId, CodeHostError>();
  for (const one of inTurn.slice(0, PER_TICK)) {
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
      if (["limited", "unauthorized", "withdrawn", "sso"].includes(fault)) resting.set(one.projectId, error);
      const wait =
        fault === "limited" || fault === "unavailable"
          ? AFTER_FAULT
          : ["unauthorized", "withdrawn", "sso"].includes(fault)
            ? AFTER_VOID
            : AFTER_REFUSAL;
      await ctx.db.commit([writeCountLater(one, fault, now + Math.max(wait, seconds(error.wait)))]);
    }
  }
}

/** Throws `CodeHostError`. */
async function keepCount(ctx: Ctx, row: Counted): Promise<void> {
  const { projectId, issueId } = row;
  const now = ctx.clock.now();
  const [mode, linked] = await ctx.db.read(readMode(projectId), readLinkedIssue(projectId, issueId));
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
  const commentId =
    wanted?.mode === "comment" && marker !== null ? await writeComment(ctx, at, { row, count: wanted.count, marker }) : null;
  if (wanted?.mode !== "comment" && row.marker !== null) await removeComment(ctx, at, row);
  if (wanted?.mode === "label" || (row.writtenAt !== null && row.mode !== "comment"))
    await setLabel(ctx, at, wanted?.mode === "label" ? labelOf(wanted.count) : undefined);
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
const isGone = (error: unknown): boolean => error instanceof CodeHostError && (error.fault === "missing" || error.fault === "gone");

/** Edits the comment, or makes it. Answers its id. https://docs.github.com/rest/issues/comments */
async function writeComment(ctx: Ctx, at: At, { row, count, marker }: { row: Counted; count: number; marker: string }): Promise<string> {
  const { appOrigin } = ctx.config;
  const desk = appOrigin === undefined ? null : `${appOrigin}/projects/${row.projectId}/inbox/all`;
  const body = { body: commentOf(count, marker, desk) };
  for (const id of [row.commentId, "look"] as const) {
    const known = id === "look" ? await findComment(ctx, at, row) : id;
    if (known === null) continue;
    try {
      await askCodeHost(ctx, at.token, `/repos/${at.repository}/issues/comments/${known}`, { method: "PATCH", body });
      return known;
    } catch (error) {
      // Deleted there, or moved with its issue, where it has another id.
      if (!isGone(error)) throw error;
    }
  }
  const { body: made } = await askCodeHost(ctx, at.token, `/repos/${at.repository}/issues/${at.number}/comments`, { method: "POST", body });
  const id = fieldOf(made, "id");
  // It may have been made: the next look finds it by its mark.
  if (typeof id !== "number") throw new CodeHostError("unavailable");
  return String(id);
}

async function removeComment(ctx: Ctx, at: At, row: Counted): Promise<void> {
  const id = row.commentId ?? (await findComment(ctx, at, row));
  if (id === null) return;
  try {
    await askCodeHost(ctx, at.token, `/repos/${at.repository}/issues/comments/${id}`, { method: "DELETE" });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** The comment with the mark, of the connection's own account: another one may have copied it. Null: there is none, or never was. */
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
    if (typeof id === "number") return String(id);
    if (body.length < PER_PAGE) return null;
  }
  return null;
}

/** Leaves the labels of others. https://docs.github.com/rest/issues/labels */
async function setLabel(ctx: Ctx, at: At, wanted: string | undefined): Promise<void> {
  const labels = `/repos/${at.repository}/issues/${at.number}/labels`;
  const { body } = await askCodeHost(ctx, at.token, `${labels}?per_page=${PER_PAGE}`);
  const names = (Array.isArray(body) ? body : []).flatMap((one: unknown) => textOf(fieldOf(one, "name")) ?? []);
  const isWanted = (name: string): boolean => name.toLowerCase() === wanted;
  if (wanted !== undefined && !names.some(isWanted))
    await askCodeHost(ctx, at.token, labels, { method: "POST", body: { labels: [wanted] } });
  for (const name of names.filter((one) => isCountLabel(one) && !isWanted(one))) {
    try {
      await askCodeHost(ctx, at.token, `${labels}/${encodeURIComponent(name)}`, { method: "DELETE" });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/** Each minute: after the setting was changed, marks the issues of the project, a page at a time. */
export async function walkCounts(ctx: Ctx): Promise<void> {
  const [walks] = await ctx.db.read(readWalks(PER_TICK));
  for (const walk of walks) {
    const [ids] = await ctx.db.read(readNextIssues(walk, WALK));
    await ctx.db.commit(writeWalked(walk, ids, ids.length < WALK ? null : (ids.at(-1) ?? null)));
  }
}
