// All delegated work of a project, newest first, by its state, whose it is, and words.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type Delegation, MAX_WORDS, type WaitingWork } from "./contract.ts";
import { type HistoryFilter, readHistory, readLookedAt } from "./list-queries.ts";

const PAGE = 25;
/** Rows that a page looks at: its cost does not grow with the history, nor with how rare the words are. */
const LOOKED = 200;

export async function workHistory(
  ctx: RequestCtx<MemberPrincipal>,
  search: {
    readonly status?: Delegation["status"] | undefined;
    readonly mine?: "1" | undefined;
    readonly q?: string | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<{ items: WaitingWork[]; next: string | null }> {
  const { projectId, accountId } = ctx.caller;
  const filter: HistoryFilter = {
    status: search.status,
    by: search.mine === "1" ? accountId : undefined,
    words: (search.q ?? "")
      .split(/\s+/u)
      .filter((word) => word !== "")
      .slice(0, MAX_WORDS),
    before: decodeCursor(search.cursor)?.id,
  };
  const [found, { count, last }] = await ctx.db.read(
    readHistory(projectId, filter, LOOKED, PAGE + 1),
    readLookedAt(projectId, filter, LOOKED),
  );
  const items = found.slice(0, PAGE);
  const next = found.length > PAGE ? (items.at(-1)?.delegation.id ?? null) : count === LOOKED ? last : null;
  return { items, next: next === null ? null : encodeCursor([0, next]) };
}
