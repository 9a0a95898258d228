// Lists what rules did.
import type { AutomationRuleId } from "#kernel/ids/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { listAutomationRuns } from "./contract.ts";
import { readRuns } from "./queries.ts";
import type { Ctx } from "./save-rule.ts";

const PAGE = 50;

export async function listRuns(
  ctx: Ctx,
  { rule, cursor }: { rule?: AutomationRuleId | undefined; cursor?: string | undefined },
): Promise<AnswerOf<typeof listAutomationRuns>> {
  const [runs] = await ctx.db.read(readRuns(ctx.caller.projectId, rule, cursor, PAGE + 1));
  const items = runs.slice(0, PAGE);
  return { items, next: runs.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}
