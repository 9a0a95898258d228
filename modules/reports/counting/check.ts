// The nightly check: counts some days anew from their facts, and the facts of some conversations anew from their events. What differs is
// logged, put right, and shown on the screen.
import { days } from "#kernel/clock/index.ts";
import { momentOf } from "#kernel/clock/local-time.ts";
import { sql } from "#kernel/db/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type Cell, Cells, localTime } from "./cells.ts";
import { type CountingCtx, differenceOf, factsOf, KEPT_FOR } from "./count.ts";
import {
  isAt,
  type Known,
  readCellsOf,
  readClockFacts,
  readEventsOf,
  readFactsBetween,
  readFactsOf,
  readKnown,
  readKnownAfter,
  readKnownLately,
  readPresent,
  readRatingFacts,
  readState,
  readTeamIds,
  type State,
  type StoredFact,
  writeCells,
  writeFacts,
  writeKnown,
  writeMoved,
  writeNoFacts,
  writeOldGone,
  writeOtherGenerationGone,
} from "./queries.ts";

const DAY = days(1);
/** Days that one night compares: the newest, and as many of the older ones, from where the night before ended. */
const NEWEST_DAYS = 3;
const OLDER_DAYS = 7;
/** Conversations whose events one night counts anew: those of lately, and the next ones by their ids. */
const [LATELY, CONVERSATIONS] = [20, 10];
/** Events of a conversation beyond which it is not compared. */
const MOST_EVENTS = 1000;
const FACTS_AT_ONCE = 2000;
const REMOVED_AT_ONCE = 500;
/** Pages that one night removes at most. */
const REMOVED_PAGES = 20;

export interface Checked {
  readonly compared: number;
  readonly differed: number;
}

/** One night's part. Nothing while the rollups are made anew. */
export async function checkProject(ctx: CountingCtx, projectId: ProjectId): Promise<Checked | undefined> {
  const now = ctx.clock.now();
  const [state] = await ctx.db.read(readState(projectId));
  if (!state || state.building !== null) return undefined;
  for (let page = 0; page < REMOVED_PAGES; page += 1) {
    const gone = await ctx.db.commit([
      ...writeOldGone(projectId, state.generation, now - KEPT_FOR, Math.floor((now - KEPT_FOR) / DAY), REMOVED_AT_ONCE),
      ...(state.generation > 1 ? [writeOtherGenerationGone(projectId, state.generation - 1, REMOVED_AT_ONCE)] : []),
    ]);
    if (gone.every((rows) => rows < REMOVED_AT_ONCE)) break;
  }
  const today = localTime(state.zone)(now).day;
  // The two oldest days may have lost facts already.
  const oldest = today - KEPT_FOR / DAY + 2;
  const newest = Array.from({ length: NEWEST_DAYS }, (_, back) => today - back);
  const from = state.checkedDay === null || state.checkedDay <= oldest ? today - NEWEST_DAYS + 1 : state.checkedDay;
  const older = Array.from({ length: OLDER_DAYS }, (_, back) => from - 1 - back).filter((day) => day >= oldest);
  let differed = 0;
  for (const day of [...newest, ...older]) if (await checkDay(ctx, projectId, day)) differed += 1;
  const conversations = await checkConversations(ctx, projectId, state.checkedConversation);
  differed += conversations.differed;
  const compared = newest.length + older.length + conversations.compared;
  if (differed > 0) ctx.log.warn("reports differed from a recount, and were put right", { projectId, compared, differed });
  await ctx.db.commit([
    sql`UPDATE report_states SET checked_at = ${now}, checked_day = ${older.at(-1) ?? oldest}, checked_conversation = ${conversations.last},
      compared = ${compared}, differed = ${differed}, differed_at = ${differed > 0 ? now : state.differedAt} WHERE project_id = ${projectId}`,
  ]);
  return { compared, differed };
}

/** Counts a day anew from its facts, and puts the rollups right. Answers whether they differed. */
async function checkDay(ctx: CountingCtx, projectId: ProjectId, day: number): Promise<boolean> {
  const [state] = await ctx.db.read(readState(projectId));
  if (!state || state.building !== null) return false;
  const local = localTime(state.zone);
  // A clock that is put back over midnight shows a day twice: an hour or two more at both ends.
  const [from, until] = [momentOf(state.zone, day * DAY) - DAY / 8, momentOf(state.zone, (day + 1) * DAY) + DAY / 8];
  const cells = new Cells(local);
  let last = { at: from - 1, conversationId: "", id: "" };
  for (;;) {
    const [facts] = await ctx.db.read(readFactsBetween(projectId, from, until, last, FACTS_AT_ONCE));
    for (const fact of facts) if (local(fact.at).day === day) cells.add(fact, fact);
    const end = facts.at(-1);
    if (end === undefined || facts.length < FACTS_AT_ONCE) break;
    last = end;
  }
  const [stored, again] = await ctx.db.read(readCellsOf(projectId, state.generation, day), readState(projectId));
  // Something was counted meanwhile: this day comes again.
  if (again?.version !== state.version) return false;
  const wrong = correction(stored, cells.all(), local);
  if (wrong.length === 0) return false;
  await ctx.db.commit([
    ...writeCells(projectId, state.generation, wrong, isAt(projectId, state.version)),
    writeMoved(projectId, state.version, sql`sequence = sequence`),
  ]);
  return true;
}
/** What has to be added to the stored rollups, so that they are those that were counted anew. */
function correction(stored: readonly Cell[], counted: readonly Cell[], local: ConstructorParameters<typeof Cells>[0]): readonly Cell[] {
  const difference = new Cells(local);
  for (const cell of counted) difference.sum(cell);
  for (const cell of stored) difference.sum({ ...cell, count: -cell.count, total: -cell.total });
  return difference.all();
}

/** Counts the facts of these conversations anew from what they come from, and puts them right. */
async function checkConversations(
  ctx: CountingCtx,
  projectId: ProjectId,
  after: string,
): Promise<{ readonly compared: number; readonly differed: number; readonly last: string }> {
  const [page, lately] = await ctx.db.read(readKnownAfter(projectId, after, CONVERSATIONS), readKnownLately(projectId, LATELY));
  let [compared, differed] = [0, 0];
  for (const id of new Set([...page, ...lately].map((one) => one.id))) {
    const found = await checkConversation(ctx, projectId, id);
    if (found !== undefined) compared += 1;
    if (found === true) differed += 1;
  }
  return { compared, differed, last: page.length < CONVERSATIONS ? "" : (page.at(-1)?.id ?? "") };
}

/** Answers whether it differed; undefined if it cannot be compared. */
async function checkConversation(ctx: CountingCtx, projectId: ProjectId, id: ConversationId): Promise<boolean | undefined> {
  const [state] = await ctx.db.read(readState(projectId));
  if (!state || state.building !== null) return undefined;
  const since = ctx.clock.now() - KEPT_FOR;
  const [events, [known], [present], stored, clocks, ratings, teams] = await ctx.db.read(
    readEventsOf(projectId, id, MOST_EVENTS + 1),
    readKnown(projectId, [id]),
    readPresent(projectId, [id]),
    readFactsOf(projectId, [id]),
    readClockFacts(projectId, [id], since),
    readRatingFacts(projectId, [id], since),
    readTeamIds(projectId),
  );
  if (!known) return undefined;
  // Of one that is gone nothing counts any more.
  if (!present) return known.excluded ? false : await regroup(ctx, projectId, state, stored, { ...known, excluded: true }, [], []);
  // Of a very long one nothing better is known, and of one that goes on not everything is counted.
  if (events.length === 0 || events.length > MOST_EVENTS) return undefined;
  if (events.some(({ sequence }) => sequence > state.sequence)) return undefined;
  // Its beginning was forgotten, so that a recount would find another one.
  if (!known.thread.fromStart && events[0]?.isImported === false) return undefined;
  const counted = factsOf(events, new Map(), teams);
  const isKept = ({ at }: StoredFact): boolean => at >= since + DAY;
  // A team that was deleted is none, whoever still names it.
  const withTeam = (fact: StoredFact): StoredFact => ({
    ...fact,
    teamId: fact.teamId !== null && teams.has(fact.teamId) ? fact.teamId : null,
  });
  const wanted = [...counted.facts, ...clocks, ...ratings].filter(isKept).map(withTeam);
  const { added, gone } = differenceOf(stored.filter(isKept).map(withTeam), wanted);
  const thread = counted.threads.get(id) ?? known.thread;
  const groups: Known = { ...known, thread, channel: present.channel, tags: present.tags, excluded: present.isSilenced };
  const isRegrouped = groups.excluded !== known.excluded || groups.channel !== known.channel || groups.tags.join() !== known.tags.join();
  if (added.length === 0 && gone.length === 0 && !isRegrouped) return false;
  return await regroup(ctx, projectId, state, stored, groups, added, gone);
}

/** Puts the facts of a conversation and what they are grouped by right, and counts their days anew: the rollups may be right or wrong. */
async function regroup(
  ctx: CountingCtx,
  projectId: ProjectId,
  state: State,
  stored: readonly StoredFact[],
  groups: Known,
  added: readonly StoredFact[],
  gone: readonly StoredFact[],
): Promise<true> {
  const when = isAt(projectId, state.version);
  await ctx.db.commit([
    ...(gone.length === 0 ? [] : [writeNoFacts(projectId, gone, when)]),
    ...(added.length === 0 ? [] : [writeFacts(projectId, added, when)]),
    writeKnown(projectId, [groups], when),
    writeMoved(projectId, state.version, sql`sequence = sequence`),
  ]);
  const local = localTime(state.zone);
  for (const day of new Set([...stored, ...added].map(({ at }) => local(at).day))) await checkDay(ctx, projectId, day);
  return true;
}
