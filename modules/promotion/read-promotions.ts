// Reads what is in force, what is being rolled out, and what was promoted before.
import type { ModelChoice } from "#modules/ai";
import { DEFAULT_GUIDANCE } from "#modules/assistant/contract";
import { hashOf } from "#modules/evaluation";
import { type Ctx, readPresent } from "./configuration.ts";
import type { Promotions } from "./contract.ts";
import { readNewest, readOutcomes } from "./queries.ts";

/** Promotions that are listed. */
const MOST = 50;
const nameOf = ({ provider, model }: ModelChoice): string => `${provider}/${model}`;

export async function readPromotions(ctx: Ctx): Promise<Promotions> {
  const { projectId } = ctx.caller;
  const [settings, chosen, newest, outcomes] = await ctx.db.read(
    ...readPresent(projectId),
    readNewest(projectId, MOST),
    readOutcomes(projectId),
  );
  const reply = chosen.get("reply");
  const model = reply === undefined ? null : nameOf(reply);
  const hash = model === null ? null : await hashOf(model, settings.current?.guidance ?? DEFAULT_GUIDANCE);
  const rolling = newest.find(({ wire }) => wire.state === "rolling");
  const last = newest.find(({ wire }) => wire.state === "done");
  const isBack = rolling === undefined && last?.wire.kind === "promotion" && last.to.hash === hash;
  return {
    present: { model, guidanceVersion: settings.current?.version ?? 0 },
    rolling: rolling === undefined ? null : { promotion: rolling.wire, outcomes, stale: rolling.from.hash !== hash },
    rollback: isBack ? last.wire.id : null,
    items: newest.map(({ wire }) => wire),
  };
}
