// The job of a dry run: judges a few conversations, and goes on in another invocation. Nothing else happens than that the result is kept.
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type JobMeta, type NewJob } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { ModelError } from "#modules/ai";
import { readCustomerMessages } from "#modules/conversations";
import * as v from "valibot";
import type { DryRun } from "../contract.ts";
import {
  type Item,
  readRun,
  readStarterMay,
  readWaitingItems,
  type Run,
  writeEnded,
  writeItemJudged,
  writeLeft,
  writePaused,
} from "../dry-queries.ts";
import { judge, type Judged, MOST_CHARACTERS, MOST_MESSAGES, priceOf } from "../watch/judge.ts";
import { isTransient, whySkipped } from "../watch/watch-conversation.ts";

const Turn = v.object({ projectId: idOf("project"), runId: idOf("dryRun"), turn: v.number() });
type Turn = v.InferOutput<typeof Turn>;
const dry = job("monitoring.dry_run", Turn);
export const dryJob = handle(dry, (ctx, turn, meta) => runDry(ctx, turn, meta));
export const dryJobOf = (turn: Turn, now: number): NewJob => ({
  ...{ id: newId("job", now), kind: dry.kind, key: `monitoring.dry_run:${turn.runId}:${turn.turn}` },
  ...{ payload: turn, projectId: turn.projectId, dueAt: now },
});

/** Conversations of one invocation: even slow calls end within the lease of a job. */
const AT_ONCE = 5;
/** A provider that is busy or down is asked again so often before the run is paused. */
const ATTEMPTS = 3;

async function runDry(ctx: Ctx, { projectId, runId, turn }: Turn, { attempts }: JobMeta): Promise<void | "again"> {
  const [items] = await ctx.db.read(readWaitingItems(projectId, runId, AT_ONCE));
  for (const item of items) {
    // Read again for each: it may have been paused or cancelled, or nobody answers for its price any more.
    const [run, may] = await ctx.db.read(readRun(projectId, runId), readStarterMay(projectId, runId));
    if (run?.state !== "running" || run.turn !== turn) return;
    if (!may) return void (await ctx.db.commit([writeLeft(projectId, run, ctx.clock.now())]));
    const outcome = await judged(ctx, projectId, run, item, attempts);
    if (typeof outcome === "string") return void (await ctx.db.commit([writePaused(projectId, run, outcome)]));
    await ctx.db.commit(writeItemJudged(projectId, runId, item, outcome.found, outcome.cost));
  }
  const [run] = await ctx.db.read(readRun(projectId, runId));
  if (run?.state !== "running" || run.turn !== turn) return;
  if (items.length === AT_ONCE) return "again";
  await ctx.db.commit([writeEnded(projectId, run, ctx.clock.now())]);
}

/** What was found in a conversation and its cost, or why the run has to be paused. Throws what may work later. */
async function judged(
  ctx: Ctx,
  projectId: ProjectId,
  run: Run,
  item: Item,
  attempts: number,
): Promise<Judged | NonNullable<DryRun["why"]>> {
  if (item.contactId === null) return { found: [], cost: 0 };
  const [messages] = await ctx.db.read(readCustomerMessages(projectId, item.conversationId, undefined, MOST_MESSAGES, MOST_CHARACTERS));
  const texts = messages.map(({ content }) => content);
  if (texts.length === 0) return { found: [], cost: 0 };
  const { atMost } = priceOf(ctx, run.choice, run.rules, texts.join("").length);
  if (run.cost + atMost > run.atMost) return "price";
  try {
    return await judge(ctx, { projectId, choice: run.choice }, run.rules, texts);
  } catch (error) {
    const why = whySkipped(error);
    if (why === undefined) throw error;
    if (why === "ceiling" || why === "not_configured") return why;
    if (isTransient(error) && attempts < ATTEMPTS) throw error;
    // This conversation cannot be judged, others may be.
    if (error instanceof ModelError && ["input", "content", "unreadable"].includes(error.kind)) return { found: undefined, cost: 0 };
    return "provider";
  }
}
