// Indexes the events of projects in their order: new messages, and those of an installation from before the search, page by page.
import { minutes } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  type IndexedText,
  type IndexState,
  readDue,
  readIndexState,
  readNextTexts,
  readWalk,
  writeDue,
  writeEventsUntil,
  writeIndex,
  writeIndexed,
  writeMarkDue,
  writeNextProjects,
  writeRemoveOfDeleted,
} from "./queries.ts";
import { termsOf } from "./terms.ts";

type IndexCtx = Pick<Ctx, "db" | "clock">;
/** Events of one batch, and batches of one minute for all projects together. */
const PAGE = 60;
const PAGES = 20;
/** Terms of a batch, before its last text: at most 120 bytes each make a megabyte. */
const MOST_TERMS = 8000;
/** Statements of an invocation after which no further page begins: jobs run within the same budget. */
const MOST_STATEMENTS = 120;
/** Projects that take turns within a minute. */
const AT_ONCE = 10;
/** Events of one minute of all projects that are looked at; where there are more, their projects were marked before. */
const EVENTS = 2000;
const NEXT_PROJECTS = 100;
const REMOVED = 200;
/** An event may be committed some time after the clock that it carries was read. */
const LATE = minutes(2);
/** How far the walk over new events is behind before it is moved. */
const WALK = minutes(10);

/** Indexes the next page of a project. Returns the index as it is then. */
export async function indexNext(ctx: IndexCtx, projectId: ProjectId, state: IndexState): Promise<IndexState> {
  const from = state.indexedThrough;
  const [events] = await ctx.db.read(readNextTexts(projectId, from, PAGE));
  const languages = new Set(state.languages);
  const texts: IndexedText[] = [];
  let through = from;
  let count = 0;
  let isDone = events.length < PAGE;
  for (const { sequence, messageId, content, subject, files } of events) {
    // One bound value holds all terms of a page, and the platform has a limit for it.
    if (count > MOST_TERMS) {
      isDone = false;
      break;
    }
    through = sequence;
    if (messageId === null) continue;
    const { terms, language } = termsOf([subject ?? "", content, ...files]);
    if (language !== undefined) languages.add(language);
    texts.push({ messageId, terms });
    count += terms.length;
  }
  await ctx.db.commit(writeIndexed(projectId, from, through, texts, [...languages], isDone, ctx.clock.now()));
  return { ...state, indexedThrough: through, languages: [...languages] };
}

/** The state of the project's index, with what was written since the last minute. A project that is far behind stays behind. */
export async function readFreshIndex(ctx: IndexCtx, projectId: ProjectId): Promise<IndexState> {
  let [state] = await ctx.db.read(readIndexState(projectId));
  if (!state) [state] = await ctx.db.commitAndRead([writeIndex(projectId, ctx.clock.now())], readIndexState(projectId));
  if (!state) throw new Error("the index was not created");
  const behind = state.head - state.indexedThrough;
  if (behind > 0 && behind <= PAGE) return await indexNext(ctx, projectId, state);
  if (behind > PAGE) await ctx.db.commit([writeDue(projectId, ctx.clock.now())]);
  return state;
}

/** Indexes what waits, in bounded batches. Called every minute. */
export async function indexDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [walk] = await ctx.db.read(readWalk);
  if (!walk) return;
  // Events of before the walk belong to projects that are registered one after the other.
  const from = walk.eventsUntil === 0 ? now - minutes(10) : walk.eventsUntil - LATE;
  await ctx.db.commit([
    writeMarkDue(from, now, EVENTS, now),
    writeEventsUntil(now, WALK),
    ...(walk.projectsAfter === null ? [] : writeNextProjects(walk.projectsAfter, NEXT_PROJECTS, now)),
    ...(walk.isRemoving ? writeRemoveOfDeleted(REMOVED) : []),
  ]);
  let [due] = await ctx.db.read(readDue(AT_ONCE));
  for (let page = 0; page < PAGES && due.length > 0;) {
    for (const projectId of due) {
      if (page >= PAGES || ctx.db.cost.statements > MOST_STATEMENTS) return;
      page += 1;
      const [state] = await ctx.db.read(readIndexState(projectId));
      if (state) await indexNext(ctx, projectId, state);
    }
    [due] = await ctx.db.read(readDue(AT_ONCE));
  }
}
