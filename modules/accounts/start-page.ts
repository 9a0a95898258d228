// Decides which page opens after sign-in.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { startPage } from "./extension.ts";
import { PROJECTS_PATH, safeNext } from "./rules.ts";

/** The page that was asked for; for the list of projects or none, what a higher module suggests, such as the only project. */
export async function pageAfterSignIn(ctx: RequestCtx, accountId: AccountId, next = ""): Promise<string> {
  const asked = safeNext(next);
  if (asked !== PROJECTS_PATH) return asked;
  const suggested = await ctx.db.read(...ctx.registry.extensions.of(startPage).map((suggest) => suggest(accountId)));
  return suggested.find((path) => path !== undefined) ?? PROJECTS_PATH;
}
