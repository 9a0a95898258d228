// Lists the log of runs, newest first.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AssistantActionId } from "#kernel/ids/index.ts";
import type { Run } from "./contract.ts";
import { readRuns, toRun } from "./run-queries.ts";

const PAGE = 30;

export async function listRuns(
  ctx: RequestCtx<MemberPrincipal>,
  { cursor, action }: { cursor?: string | undefined; action?: AssistantActionId | undefined },
): Promise<{ items: Run[]; next: string | null }> {
  const [rows] = await ctx.db.read(readRuns(ctx.caller.projectId, action, decodeCursor(cursor)?.id, PAGE + 1));
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  return { items: items.map(toRun), next: rows.length > PAGE && last ? encodeCursor([last.startedAt, last.id]) : null };
}
