// The playground: asks the assistant as a customer would, without a conversation.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { chosenModel, type ModelChoice } from "#modules/ai";
import { answerQuestion } from "../answer-question.ts";
import type { Answer } from "../contract.ts";
import { DEFAULT_GUIDANCE } from "../contract/guidance.ts";
import { guidanceText } from "../contract/guidance-text.ts";
import { readSettings } from "../store/settings.ts";

/** Questions of a project in an hour. */
const MOST = 120;

export async function askPlayground(
  ctx: RequestCtx<MemberPrincipal>,
  { model, guidance, ...asked }: { question: string; locale: string; guidance: string | null; model: ModelChoice | null },
): Promise<Answer> {
  const { projectId } = ctx.caller;
  const choice = model ?? (await chosenModel(ctx, projectId, "reply"));
  const limits = [customCounter("playgroundPerProjectHour", projectId, ctx.clock.now(), hours(1), MOST)];
  const text = guidance ?? (await inForce(ctx));
  return await answerQuestion(ctx, { ...asked, guidance: text, projectId, purpose: "playground", choice, limits });
}

async function inForce(ctx: RequestCtx<MemberPrincipal>): Promise<string> {
  const [settings] = await ctx.db.read(readSettings(ctx.caller.projectId));
  return guidanceText(settings.current?.guidance ?? DEFAULT_GUIDANCE);
}
