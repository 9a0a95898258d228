// Whether the project's members can be helped by a model; if not, what is missing.
import { modelObstacle } from "#modules/ai";
import type { MemberCtx } from "./ask-model.ts";

export async function readCopilot(ctx: MemberCtx): Promise<{ obstacle: { message: string; variables: string[] } | null }> {
  const found = await modelObstacle(ctx, ctx.caller.projectId, "assist");
  if (found === undefined) return { obstacle: null };
  const { variables } = found.details;
  return { obstacle: { message: found.message, variables: Array.isArray(variables) ? variables.map(String) : [] } };
}
