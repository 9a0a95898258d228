// Rewrites an article's knowledge documents after its audience changed.
import { idOf } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import * as v from "valibot";
import { writesForPublishedText } from "./publication-writes.ts";
import { readHelpCenter, readNextLive, stillLive } from "./queries.ts";

export const indexJob = job("help.index", v.object({ projectId: idOf("project"), articleId: idOf("article") }));

export const indexJobHandler = handle(indexJob, async (ctx, { projectId, articleId }) => {
  const [center] = await ctx.db.read(readHelpCenter(projectId));
  if (!center) return;
  // One language at a time: each may be long.
  for (let after = ""; ;) {
    const [live] = await ctx.db.read(readNextLive(projectId, articleId, after));
    if (!live) return;
    const shown = { ...live, projectId, articleId, projectSlug: center.projectSlug, now: ctx.clock.now() };
    const statements = await writesForPublishedText(shown, stillLive(projectId, articleId, live));
    if (statements.length > 0) await ctx.db.commit(statements);
    after = live.locale;
  }
});
