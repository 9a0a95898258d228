// Cron tasks of insights, in bounded portions: groups new questions, searches the help center for open groups again, removes old rows.
import { days, hours } from "#kernel/clock/index.ts";
import { type ArticleId, isId, newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isAnsweredBy, groupOf, KEPT_DAYS } from "./rules.ts";
import { type Hit, retrieve } from "#modules/retrieval";
import {
  readGapsToSearch,
  readSimilarGroups,
  readOldQuestions,
  readUngrouped,
  writeRemovedQuestions,
  writeGrouped,
  writeGapSearched,
} from "./gap-queries.ts";
import { writeRemovedOldSearches } from "./search-queries.ts";

const PER_TICK = 200;
const GROUPED_PER_TICK = 20;

/** Groups new questions one after the other, so that the second of two similar ones finds the group that the first one created. */
export async function groupQuestions(ctx: Ctx): Promise<void> {
  const [waiting] = await ctx.db.read(readUngrouped(GROUPED_PER_TICK));
  for (const question of waiting) {
    const [groups] = await ctx.db.read(readSimilarGroups(question.projectId, question.locale, question.stems));
    const now = ctx.clock.now();
    await ctx.db.commit(writeGrouped(question, groupOf(question.stems, groups)?.id, newId("gap", question.at), now));
  }
}

/** Groups are searched for several times a day, a few per minute: an article written in between may answer them. */
const SEARCHED_PER_TICK = 5;
const SEARCH_EVERY = hours(6);
export async function searchGapsAgain(ctx: Ctx): Promise<void> {
  const [due] = await ctx.db.read(readGapsToSearch(ctx.clock.now(), SEARCHED_PER_TICK));
  for (const gap of due) {
    const { hits, fits } = await retrieve(ctx, {
      ...{ projectId: gap.projectId, query: gap.question, audiences: ["public"], kinds: ["articles"], limit: 3, onlyWords: true },
    });
    // What readers are told does not fit is no answer here either.
    const found = articleOf(fits ? hits.find((hit) => isAnsweredBy(gap.stems, `${hit.title} ${hit.heading} ${hit.text}`)) : undefined);
    const maybe = found === null ? articleOf(hits[0]) : null;
    await ctx.db.commit([writeGapSearched(gap.projectId, gap.id, { found, maybe }, ctx.clock.now() + SEARCH_EVERY)]);
  }
}

/** The article whose document was found. */
function articleOf(hit: Hit | undefined): ArticleId | null {
  const [id = ""] = (hit?.key ?? "").split("/");
  return isId("article", id) ? id : null;
}

/** Deletes searches, feedback and questions after 90 days, together with the counts of their words. */
export async function removeOldInsights(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now() - days(KEPT_DAYS);
  const [questions] = await ctx.db.read(readOldQuestions(before, PER_TICK));
  const byProject = new Map<ProjectId, typeof questions>();
  for (const question of questions) byProject.set(question.projectId, [...(byProject.get(question.projectId) ?? []), question]);
  await ctx.db.commit([
    ...writeRemovedOldSearches(before, PER_TICK),
    ...[...byProject].flatMap(([projectId, own]) =>
      writeRemovedQuestions(
        projectId,
        own.map(({ id }) => id),
      ),
    ),
  ]);
}
