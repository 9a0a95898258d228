// What GitHub says of a repository at this moment, and whether the project has chosen it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { askCodeHost, type ClientCtx, CodeHostError } from "./client.ts";
import { REPOSITORY } from "./contract.ts";
import { isPublic } from "./is-public.ts";
import { readRepositories } from "./queries.ts";

export interface RepositoryFacts {
  /** GitHub's own, which no other repository gets. */
  readonly id: number;
  /** As GitHub spells it now. */
  readonly name: string;
  /** Not everybody who can use this GitHub may read it. */
  readonly isPrivate: boolean;
  /** Customers may read it; see `isPublic`. */
  readonly isPublic: boolean;
  readonly canWrite: boolean;
  /** Why no issue can be created there; null: it can. */
  readonly closed: "archived" | "no_issues" | null;
}
/** Throws `CodeHostError`. */
export async function readRepositoryFacts(ctx: ClientCtx, token: string, repository: string): Promise<RepositoryFacts> {
  const { body } = await askCodeHost(ctx, token, `/repos/${repository}`);
  const name = textOf(fieldOf(body, "full_name"));
  const id = fieldOf(body, "id");
  if (name === undefined || typeof id !== "number" || !REPOSITORY.test(name)) throw new CodeHostError("missing");
  return {
    ...{ id, name },
    isPrivate: fieldOf(body, "private") !== false,
    isPublic: isPublic(ctx.config, body),
    canWrite: fieldOf(body, "permissions", "push") === true || fieldOf(body, "permissions", "triage") === true,
    closed: fieldOf(body, "archived") === true ? "archived" : fieldOf(body, "has_issues") === false ? "no_issues" : null,
  };
}

/** Only repositories that the project has chosen; any other is refused. */
export async function mustBeChosen(ctx: RequestCtx<MemberPrincipal>, repository: string): Promise<void> {
  const [chosen] = await ctx.db.read(readRepositories(ctx.caller.projectId));
  if (!chosen.some((one) => one.toLowerCase() === repository.toLowerCase())) throw conflict(m.code_hosting_not_chosen());
}
