// Reports the state of semantic search to the team.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { SearchState } from "./contract.ts";
import { readStore, readWaiting } from "./queries.ts";
import { completeSetup } from "./setup.ts";
import { rowName } from "./store/open-store.ts";
import { storeName } from "./store/points.ts";
import { missingForSemantic, semanticConfig } from "./variables.ts";

export async function searchState(ctx: RequestCtx<MemberPrincipal>): Promise<SearchState> {
  const semantic = semanticConfig(ctx.config);
  const missing = missingForSemantic(semantic);
  const model = semantic.model?.id ?? null;
  const setup = completeSetup(ctx.config);
  if (!setup) {
    const begun = model !== null || semantic.storeUrl !== undefined || semantic.storeKey !== undefined;
    return { semantic: "off", missing, begun, model, waiting: 0, failed: 0, lastError: null };
  }
  const name = rowName(storeName(setup.storeUrl), setup);
  const [store, { waiting, failed, lastError }] = await ctx.db.read(readStore(name), readWaiting(ctx.caller.projectId));
  const semanticNow = store.error === null ? "on" : "down";
  return { semantic: semanticNow, missing, begun: true, model, waiting, failed, lastError: store.error ?? lastError };
}
