// The playground: asks the assistant as a customer would, without a conversation.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { chosenModel, type ModelChoice } from "#modules/ai";
import { answerQuestion } from "../answer-question.ts";
import type { Answer } from "../contract.ts";

/** Questions of a project in an hour. */
const MOST = 120;

export async function askPlayground(
  ctx: RequestCtx<MemberPrincipal>,
  { model, ...asked }: { question: string; locale: string; guidance: string; model: ModelChoice | null },
): Promise<Answer> {
  const { projectId } = ctx.caller;
  const choice = model ?? (await chosenModel(ctx, projectId, "reply"));
  const limits = [customCounter("playgroundPerProjectHour", projectId, ctx.clock.now(), hours(1), MOST)];
  return await answerQuestion(ctx, { ...asked, projectId, purpose: "playground", choice, limits });
}
