// Reads which of the next steps of a new project have been taken, and hides the list.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type NextSteps, STEPS } from "./contract.ts";
import { nextStep } from "./extension.ts";
import { readSteps, writeStepsHidden } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

const stepsQuery = ({ registry, caller: { projectId, accountId } }: Ctx) => {
  const provided = registry.extensions.of(nextStep);
  const known = STEPS.flatMap((name) => provided.find((step) => step.name === name) ?? []);
  return readSteps(
    projectId,
    accountId,
    known.map(({ name, isDone }) => ({ name, isDone: isDone(projectId) })),
  );
};

export async function nextSteps(ctx: Ctx): Promise<NextSteps> {
  const [steps] = await ctx.db.read(stepsQuery(ctx));
  return steps;
}
export async function hideNextSteps(ctx: Ctx, hidden: boolean): Promise<NextSteps> {
  const { projectId, accountId } = ctx.caller;
  const [steps] = await ctx.db.commitAndRead([writeStepsHidden(projectId, accountId, hidden ? ctx.clock.now() : null)], stepsQuery(ctx));
  return steps;
}
