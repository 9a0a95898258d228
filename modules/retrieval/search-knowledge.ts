// Searches the project's knowledge for a member.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { AUDIENCES, type SourceKind } from "./contract.ts";
import { retrieve, type Retrieved } from "./retrieve.ts";

/** As many hits as a person looks through. */
const LIMIT = 20;

/** The hits of everything that the team may find. */
export const searchAsMember = (
  ctx: RequestCtx<MemberPrincipal>,
  { q, locale, kind, live }: { q: string; locale?: string | undefined; kind?: SourceKind | undefined; live?: "1" | undefined },
): Promise<Retrieved> =>
  retrieve(ctx, {
    projectId: ctx.caller.projectId,
    query: q,
    locales: locale === undefined ? undefined : [locale],
    audiences: AUDIENCES,
    kinds: kind === undefined ? undefined : [kind],
    live: live === "1",
    limit: LIMIT,
  });
