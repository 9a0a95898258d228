// Counts the events of a project that are not counted yet: facts and rollups of one batch, on the condition that nobody did meanwhile.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { readHours } from "#modules/business-hours";
import { Cells, type Groups, localTime } from "./cells.ts";
import { after, type Thread } from "./fold.ts";
import {
  type FoundEvent,
  isAt,
  type Known,
  readClockFacts,
  readFactsOf,
  readKnown,
  readMergedTags,
  readOtherFactsOf,
  readPresent,
  readRatingFacts,
  readState,
  readTeamIds,
  readUncounted,
  type State,
  type StoredFact,
  writeCells,
  writeFacts,
  writeKnown,
  writeMoved,
  writeNoFacts,
  writeState,
} from "./queries.ts";

export type CountingCtx = Pick<Ctx, "db" | "clock" | "log">;
/** Facts and rollups are kept so long. */
export const KEPT_FOR = days(400);
/** Events of one batch. */
const PAGE = 400;
/**
 * Events are counted when they are so old: by then what other modules compute right after them is stored (whether a target was met), and
 * clocks of machines that differ a little do no harm.
 */
export const SETTLED_AFTER = minutes(2);

/** `counted`: go on; `ready`: nothing is left; `build`: the rollups have to be made anew first; `gone`: there is no such project. */
export type Counted = "counted" | "ready" | "build" | "gone";

/** Counts the next events. May be repeated, and run beside others: whoever comes second changes nothing. */
export async function countNext(ctx: CountingCtx, projectId: ProjectId): Promise<Counted> {
  const now = ctx.clock.now();
  const first = [
    readState(projectId),
    readHours(projectId),
    readMergedTags(projectId),
    readUncounted(projectId, PAGE),
    readTeamIds(projectId),
  ] as const;
  let [state, business, mergedTags, found, teams] = await ctx.db.read(...first);
  if (!state) {
    await ctx.db.commit([writeState(projectId, business.timeZone, mergedTags)]);
    [state, business, mergedTags, found, teams] = await ctx.db.read(...first);
    if (!state) return "gone";
  }
  if (state.building !== null || state.zone !== business.timeZone || state.mergedTags !== mergedTags) return "build";
  // An event that is too new holds back those after it: the sequence is counted without gaps.
  // One from far in the future, by a wrong clock, does not.
  const tooNew = found.findIndex(({ at, isImported }) => !isImported && at > now - SETTLED_AFTER && at < now + hours(1));
  const events = tooNew < 0 ? found : found.slice(0, tooNew);
  if (events.length === 0) {
    // The time is shown to the minute.
    if (state.countedAt < now - SETTLED_AFTER - minutes(1))
      await ctx.db.commit([
        sql`UPDATE report_states SET counted_at = max(counted_at, ${now - SETTLED_AFTER}) WHERE project_id = ${projectId} AND version = ${state.version}`,
      ]);
    return "ready";
  }
  await store(ctx, projectId, { state, events, teams, isLast: tooNew >= 0 || found.length < PAGE });
  return tooNew >= 0 || found.length < PAGE ? "ready" : "counted";
}

interface Work {
  readonly state: State;
  readonly events: readonly FoundEvent[];
  readonly teams: ReadonlySet<string>;
  readonly isLast: boolean;
}
async function store(ctx: CountingCtx, projectId: ProjectId, { state, events, teams, isLast }: Work): Promise<void> {
  const now = ctx.clock.now();
  const ids = [...new Set(events.map(({ conversationId }) => conversationId))];
  const since = now - KEPT_FOR;
  const [present, known, others, clocks, ratings] = await ctx.db.read(
    readPresent(projectId, ids),
    readKnown(projectId, ids),
    readOtherFactsOf(projectId, ids),
    readClockFacts(projectId, ids, since),
    readRatingFacts(projectId, ids, since),
  );
  const byId = new Map(known.map((one) => [one.id, one]));
  const fromEvents = factsOf(events, new Map(known.map(({ id, thread }) => [id, thread])), teams);
  const rows = rowsOf(ids, present, byId, fromEvents.threads, now);
  // Facts of a conversation that is grouped differently from now on move.
  const moved = rows.filter((row) => isMoved(byId.get(row.id), row)).map(({ id }) => id);
  const [stored] = moved.length === 0 ? [[] as StoredFact[]] : await ctx.db.read(readFactsOf(projectId, moved));
  const wanted = [...clocks, ...ratings];
  const { added, gone } = differenceOf(others, wanted);
  const cells = new Cells(localTime(state.zone));
  const groupsNow = new Map<ConversationId, Groups>(rows.map((row) => [row.id, row]));
  const takeOut = (fact: StoredFact): void => {
    const groups = byId.get(fact.conversationId);
    if (groups) cells.add(fact, groups, -1);
  };
  const putIn = (fact: StoredFact): void => {
    const groups = groupsNow.get(fact.conversationId);
    if (groups) cells.add(fact, groups);
  };
  const isGone = new Set(gone.map(keyOf));
  stored.forEach(takeOut);
  stored.filter((fact) => !isGone.has(keyOf(fact))).forEach(putIn);
  gone.filter(({ conversationId }) => !moved.includes(conversationId)).forEach(takeOut);
  const fresh = [...fromEvents.facts.filter(({ at }) => at >= since), ...added].filter(({ conversationId }) =>
    groupsNow.has(conversationId),
  );
  fresh.forEach(putIn);
  const when = isAt(projectId, state.version);
  const newest = events.at(-1);
  await ctx.db.commit([
    ...(gone.length === 0 ? [] : [writeNoFacts(projectId, gone, when)]),
    ...(fresh.length === 0 ? [] : [writeFacts(projectId, fresh, when)]),
    writeKnown(projectId, rows, when),
    ...writeCells(projectId, state.generation, cells.all(), when),
    writeMoved(
      projectId,
      state.version,
      sql`sequence = ${newest?.sequence ?? state.sequence}, counted_at = max(counted_at, ${isLast ? now - SETTLED_AFTER : (newest?.at ?? 0)})`,
    ),
  ]);
}

const keyOf = ({ conversationId, id }: StoredFact): string => `${conversationId} ${id}`;
const isMoved = (was: Groups | undefined, is: Groups): boolean =>
  was !== undefined && (was.excluded !== is.excluded || was.channel !== is.channel || was.tags.join() !== is.tags.join());

/** The facts of events in their order, and the conversations after them. A team that is deleted counts as none. */
export function factsOf(
  events: readonly FoundEvent[],
  before: ReadonlyMap<ConversationId, Thread>,
  teams: ReadonlySet<string>,
): { readonly facts: readonly StoredFact[]; readonly threads: ReadonlyMap<ConversationId, Thread> } {
  const threads = new Map(before);
  const facts: StoredFact[] = [];
  for (const event of events) {
    const { conversationId } = event;
    const next = after(threads.get(conversationId), event);
    if (next.thread) threads.set(conversationId, next.thread);
    for (const fact of next.facts)
      facts.push({ ...fact, conversationId, teamId: fact.teamId !== null && teams.has(fact.teamId) ? fact.teamId : null });
  }
  return { facts, threads };
}

/** The conversations of a page as they are to be stored. One that is gone counts nowhere; of an import alone nothing is stored. */
function rowsOf(
  ids: readonly ConversationId[],
  present: readonly { id: ConversationId; channel: string; isSilenced: boolean; tags: readonly string[] }[],
  known: ReadonlyMap<ConversationId, Known>,
  threads: ReadonlyMap<ConversationId, Thread>,
  now: number,
): Known[] {
  const there = new Map(present.map((one) => [one.id, one]));
  return ids.flatMap((id): Known[] => {
    const [is, was, thread] = [there.get(id), known.get(id), threads.get(id)];
    if (!thread || (!is && !was)) return [];
    return [
      {
        ...{ id, thread, countedAt: now, channel: is?.channel ?? was?.channel ?? "", tags: is?.tags ?? was?.tags ?? [] },
        excluded: is === undefined || is.isSilenced,
      },
    ];
  });
}

/** What has to be stored and removed, so that what is stored is what is wanted. */
export function differenceOf(
  stored: readonly StoredFact[],
  wanted: readonly StoredFact[],
): { readonly added: readonly StoredFact[]; readonly gone: readonly StoredFact[] } {
  const [was, is] = [new Map(stored.map((fact) => [keyOf(fact), fact])), new Map(wanted.map((fact) => [keyOf(fact), fact]))];
  const isSame = (a: StoredFact | undefined, b: StoredFact): boolean =>
    a !== undefined &&
    a.measure === b.measure &&
    a.at === b.at &&
    a.operatorId === b.operatorId &&
    a.teamId === b.teamId &&
    a.value === b.value;
  return {
    added: wanted.filter((fact) => !isSame(was.get(keyOf(fact)), fact)),
    gone: stored.filter((fact) => !isSame(is.get(keyOf(fact)), fact)),
  };
}
