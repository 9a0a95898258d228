// Renders due pages: what changes of articles left, each page once for all changes before it.
import { randomToken } from "#kernel/auth/index.ts";
import { seconds } from "#kernel/clock/index.ts";
import { isId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Center } from "../center.ts";
import {
  type DuePage,
  readDuePages,
  readDueRun,
  readPlaces,
  writeDueAt,
  writeDuePages,
  writeDueRun,
  writeNextDueRun,
  writePagesRendered,
} from "../due-queries.ts";
import { readAfter, readBefore } from "../queries.ts";
import { NEIGHBOURS } from "../render-path.ts";
import { writeRendered } from "../run-queries.ts";
import { storeArticlePagesAt, storeArticlesOf, storeReferringPages, TOGETHER } from "./articles.ts";
import { sitemap, storeCollection, storeHome, storeLlms } from "./lists.ts";
import { isBudgetSpent, numbered, type Step } from "./step.ts";

/**
 * The pause after a run, so that many changes in a row do not render the same lists each time: as long as the run took, so that a busy
 * installation spends most of its time on other things.
 */
const PAUSE = seconds(2);
export const LONGEST_PAUSE = seconds(20);
/** Statements that look up the neighbours of several articles, two for each in each language; and pages that are read together. */
const LOOKUPS = 80;
const PAGES = 40;

/** A due page without its kind: an id, or a path. */
const rest = (due: DuePage): string => due.page.slice(due.page.indexOf(":") + 1);

/** Renders what is due until nothing is left, in the order of the kinds. Stops if a later run has begun, which renders the same. */
export async function storeDuePages(ctx: Ctx, center: Center, jobId: string): Promise<"again" | undefined> {
  const { projectId } = center;
  const began = ctx.clock.now();
  await ctx.db.commit([writeDueRun(projectId, jobId)]);
  const look = async (kind: string, limit: number): Promise<DuePage[] | undefined> => {
    const [run, found] = await ctx.db.read(readDueRun(projectId), readDuePages(projectId, kind, limit));
    return run?.run === jobId ? found : undefined;
  };
  for (const [kind, limit, work] of [
    ["beside:", Math.max(1, Math.floor(LOOKUPS / (2 * center.locales.length))), leaveNeighboursDue],
    ["page:", PAGES, storePages],
    ["articles:", 1, inSteps((id) => (isId("collection", id) ? (at) => storeArticlesOf(ctx, center, id, at) : undefined))],
    ["collection:", 1, inSteps((id) => (isId("collection", id) ? (at) => storeCollection(ctx, center, id, at) : undefined))],
    ["linking:", 1, inSteps((id) => (isId("article", id) ? (at) => storeReferringPages(ctx, projectId, id, at) : undefined))],
    ["home", 1, inSteps(() => numbered((from) => storeFront(ctx, center, from)))],
    ["sitemap", 1, inSteps(() => sitemap(ctx, center, jobId))],
  ] as const)
    for (;;) {
      if (isBudgetSpent(ctx)) return "again";
      const due = await look(kind, limit);
      if (!due) return undefined;
      if (due.length === 0) break;
      await work(ctx, center, due);
    }
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeRendered(projectId, now),
    writeNextDueRun(projectId, now + Math.min(Math.max(PAUSE, now - began), LONGEST_PAUSE)),
  ]);
  return undefined;
}

type Work = (ctx: Ctx, center: Center, due: readonly DuePage[]) => Promise<void>;

/** Makes the pages due that show these articles in their side list or as previous or next. */
const leaveNeighboursDue: Work = async (ctx, { projectId, locales, defaultLocale }, due) => {
  const [places] = await ctx.db.read(readPlaces(projectId, due.map(rest)));
  const lists = await ctx.db.read(
    ...locales.flatMap((locale) =>
      places.flatMap(({ collectionId, at }) => [
        readBefore(projectId, collectionId, [locale, defaultLocale], at, NEIGHBOURS),
        readAfter(projectId, collectionId, [locale, defaultLocale], at, NEIGHBOURS),
      ]),
    ),
  );
  const perLocale = 2 * places.length;
  const pages = lists.flatMap((list, i) => list.map(({ slug }) => `page:${locales[Math.floor(i / perLocale)]}/${slug}`));
  await ctx.db.commit([writeDuePages(projectId, [...new Set(pages)], randomToken(12)), writePagesRendered(projectId, due)]);
};

const storePages: Work = async (ctx, { projectId }, due) => {
  for (let n = 0; n < due.length; n += TOGETHER) {
    const some = due.slice(n, n + TOGETHER).map((one) => {
      const [locale = "", slug = ""] = rest(one).split("/");
      return { locale, slug };
    });
    await storeArticlePagesAt(ctx, projectId, some);
    if (isBudgetSpent(ctx) || n + TOGETHER >= due.length)
      return void (await ctx.db.commit([writePagesRendered(projectId, due.slice(0, n + TOGETHER))]));
  }
};

/** Does a due page step by step; what is left stays due with where to resume. `stepOf`: undefined for a page that no longer exists. */
const inSteps =
  (stepOf: (rest: string) => Step | undefined): Work =>
  async (ctx, { projectId }, [due]) => {
    if (!due) return;
    const step = stepOf(rest(due));
    let at: string | undefined = due.at ?? undefined;
    if (step)
      do {
        at = await step(at);
      } while (at !== undefined && !isBudgetSpent(ctx));
    await ctx.db.commit([at === undefined || !step ? writePagesRendered(projectId, [due]) : writeDueAt(projectId, due, at)]);
  };

/** Renders the home page of one language per call, then llms.txt. */
async function storeFront(ctx: Ctx, { projectId, locales }: Center, from: number): Promise<number | undefined> {
  const locale = locales[from];
  if (locale === undefined) await storeLlms(ctx, projectId);
  else await storeHome(ctx, projectId, locale);
  return locale === undefined ? undefined : from + 1;
}
