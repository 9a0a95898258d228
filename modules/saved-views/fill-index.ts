// The job that fills the index of a new view, page by page.
import { idOf } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import { registeredConditions } from "#modules/conversations";
import * as v from "valibot";
import { readFilling, writeFill } from "./index-queries.ts";

/** Pages of one run; the next run has a budget of statements of its own. */
const PAGES = 20;

export const fillJob = job("saved-views.fill", v.object({ projectId: idOf("project"), indexId: idOf("savedViewIndex") }));
export const fillHandler = handle(fillJob, async (ctx, { projectId, indexId }) => {
  let [conditions] = await ctx.db.read(readFilling(projectId, indexId));
  for (let page = 0; conditions && page < PAGES; page += 1)
    [conditions] = await ctx.db.commitAndRead(
      writeFill(projectId, indexId, conditions, registeredConditions(ctx)),
      readFilling(projectId, indexId),
    );
  return conditions ? "again" : undefined;
});
