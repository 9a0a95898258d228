// Has rules run when a response time is nearly over.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type Provided, provide } from "#kernel/module/index.ts";
import { targetNear } from "#modules/response-targets";
import * as v from "valibot";
import { hasRuleOn, readRules, readSituation } from "../queries.ts";
import { runRules } from "./run-rule.ts";

const near = job(
  "automation.near",
  v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), target: v.string(), startedAt: v.number() }),
);
/** The job is stored with the warning, if the project has such a rule. */
export const nearTargets: Provided = provide(targetNear, ({ projectId, conversationId, target, startedAt }, when, now) => {
  const payload = { projectId, conversationId, target, startedAt };
  const key = `${near.kind}:${conversationId}:${target}:${startedAt}`;
  return [
    writeJobs(
      [{ id: newId("job", now), kind: near.kind, key, payload, projectId, dueAt: now }],
      now,
      sql`${when} AND ${hasRuleOn(projectId, "target_near")}`,
    ),
  ];
});
export const nearHandler = handle(near, async (ctx, { projectId, conversationId, target, startedAt }) => {
  const [rules, situation] = await ctx.db.read(readRules(projectId), readSituation(projectId, conversationId));
  await runRules(
    ctx,
    rules.filter(({ enabled }) => enabled),
    {
      ...{ projectId, conversationId, cause: `target:${conversationId}:${target}:${startedAt}`, triggers: ["target_near"] },
      ...{ automatic: situation?.automatic === true, text: "" },
    },
  );
});
