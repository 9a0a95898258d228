// The job of an action on many conversations: gathers those of a view, applies the action to each as its member would, or takes it back.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type BulkActionId, type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { listConversations, readSummaries, record, registeredRowFields } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { memberInJob, readMembership } from "#modules/projects";
import * as v from "valibot";
import { MAX_CONVERSATIONS } from "./contract.ts";
import { type Action, bulkActions } from "./extension.ts";
import {
  actionIs,
  gathersAt,
  type Item,
  type Outcome,
  readAction,
  readItems,
  type StoredAction,
  writeBefore,
  writeGathered,
  writeItems,
  writeOutcomes,
  writeState,
} from "./queries.ts";

/** Conversations of one turn. */
const PAGE = 10;
/** Statements after which another invocation goes on. */
const ROOM = 250;
/** How often a conversation is looked at again because it changed in between. */
const TRIES = 4;

type Step = "do" | "undo";
const bulk = job("bulk_actions.run", v.strictObject({ projectId: idOf("project"), bulkActionId: idOf("bulkAction") }));
export const jobOf = (projectId: ProjectId, id: BulkActionId, step: Step, now: number): NewJob => ({
  ...{ id: newId("job", now), kind: bulk.kind, key: `bulk_actions.${step}:${id}` },
  ...{ payload: { projectId, bulkActionId: id }, projectId, dueAt: now },
});

/** May be repeated from any point: each step of a conversation has a clientId of its own, and what came of it is counted once. */
export const bulkJob = handle(bulk, async (ctx, { projectId, bulkActionId: id }) => {
  const [begun] = await ctx.db.read(readAction(projectId, id));
  if (!begun) return;
  const { accountId } = begun;
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [found, membership] = await ctx.db.read(readAction(projectId, id), readMembership(projectId, accountId));
    if (!found) return;
    const step = STEPS[found.state];
    if (!step) return;
    const action = ctx.registry.extensions.of(bulkActions).find(({ name }) => name === found.action);
    // Of a member who left, and of an action that this version does not know, the rest is left as it is.
    if (!membership || !action) {
      const now = ctx.clock.now();
      await ctx.db.commit([
        writeState(projectId, id, ["gathering", "running"], "stopped", now),
        writeState(projectId, id, ["undoing"], "undone", now),
      ]);
      return;
    }
    await step(asMember(ctx, memberInJob(ctx, { projectId, accountId }, membership)), found, action);
  }
});
const asMember = (ctx: Ctx, caller: MemberPrincipal): RequestCtx<MemberPrincipal> => {
  const url = new URL("https://job.invalid/");
  return {
    ...{ ...ctx, caller, url, request: new Request(url), address: undefined },
    ...{ reply: { status: undefined, headers: new Headers() }, proof: undefined },
  };
};
type MemberCtx = RequestCtx<MemberPrincipal>;
type Run = (ctx: MemberCtx, found: StoredAction, action: Action) => Promise<void>;
const STEPS: Partial<Record<StoredAction["state"], Run>> = {
  gathering: gather,
  running: (ctx, found, action) => work(ctx, found, action, "do"),
  undoing: (ctx, found, action) => work(ctx, found, action, "undo"),
};

/** Adds a page of the view. Nothing is changed before all are gathered, so the order of the view stays as it is. */
async function gather(ctx: MemberCtx, found: StoredAction): Promise<void> {
  const { id, list, cursor } = found;
  const { projectId } = ctx.caller;
  if (!list) return;
  const { items, next } = await listConversations(ctx, { ...list, cursor: cursor ?? undefined }).catch((error: unknown) => {
    // The view is gone.
    if (error instanceof Refusal) return { items: [], next: null };
    throw error;
  });
  const except = new Set<string>(list.except);
  const room = MAX_CONVERSATIONS - found.conversations;
  const taken = items.filter((row) => !except.has(row.id)).slice(0, room);
  const full = taken.length === room;
  const here = gathersAt(projectId, id, cursor);
  await ctx.db.commit([
    ...writeItems(projectId, id, taken, here),
    // Last, because the others depend on the cursor.
    writeGathered(projectId, id, { from: cursor, next: full ? null : next, more: full && (next !== null || taken.length < items.length) }),
  ]);
}

/** Applies the action to a page of its conversations, or takes it back; ends it when none is left. */
async function work(ctx: MemberCtx, { id, value }: StoredAction, action: Action, step: Step): Promise<void> {
  const { projectId } = ctx.caller;
  const clientId = step === "do" ? id : `${id}:undo`;
  const [items] = await ctx.db.read(readItems(projectId, id, step, { scope: actorOf(ctx.caller), clientId, limit: PAGE }));
  if (items.length === 0) {
    await ctx.db.commit([
      step === "do"
        ? writeState(projectId, id, ["running"], "done", ctx.clock.now())
        : writeState(projectId, id, ["undoing"], "undone", ctx.clock.now()),
    ]);
    return;
  }
  const outcomes: { conversationId: ConversationId; outcome: Outcome }[] = items
    .filter(({ applied }) => applied)
    .map(({ conversationId }) => ({ conversationId, outcome: step === "do" ? "changed" : "undone" }));
  let left: readonly Item[] = items.filter(({ applied }) => !applied);
  for (let tries = 0; left.length > 0 && tries < TRIES; tries += 1) {
    const again = await attempt(ctx, { id, value, action, step, clientId }, left, outcomes);
    left = left.filter(({ conversationId }) => again.has(conversationId));
  }
  // Somebody changes it all the time, so nobody would see what this did to it.
  outcomes.push(...left.map(({ conversationId }) => ({ conversationId, outcome: step === "do" ? ("stale" as const) : ("kept" as const) })));
  await ctx.db.commit(writeOutcomes(projectId, id, step, outcomes));
}

interface Attempt {
  readonly id: BulkActionId;
  readonly value: unknown;
  readonly action: Action;
  readonly step: Step;
  readonly clientId: string;
}
/** Tries the step on each, as the rows are now. Answers those that changed in between. */
async function attempt(
  ctx: MemberCtx,
  { id, value, action, step, clientId }: Attempt,
  items: readonly Item[],
  outcomes: { conversationId: ConversationId; outcome: Outcome }[],
): Promise<ReadonlySet<ConversationId>> {
  const { projectId, accountId } = ctx.caller;
  const place = { projectId, now: ctx.clock.now() };
  const ids = items.map(({ conversationId }) => conversationId);
  const [rows] = await ctx.db.read(readSummaries(registeredRowFields(ctx), projectId, ids, accountId));
  const planned = items.flatMap((item) => {
    const row = rows.find((each) => each.id === item.conversationId);
    const nothing = (outcome: Outcome): [] => {
      outcomes.push({ conversationId: item.conversationId, outcome });
      return [];
    };
    if (!row) return nothing(step === "do" ? "refused" : "kept");
    // What is not as the action left it was changed by somebody since.
    if (step === "undo" && (item.inverse === undefined || action.changeOf(place, value, row))) return nothing("kept");
    const change = action.changeOf(place, step === "do" ? value : item.inverse, row);
    return change ? [{ item, row, change }] : nothing(step === "do" ? "same" : "undone");
  });
  if (step === "do" && planned.length > 0)
    await ctx.db.commit([
      writeBefore(
        projectId,
        id,
        planned.map(({ row, change }) => ({ conversationId: row.id, revision: row.revision, inverse: change.inverse })),
      ),
    ]);
  const again = new Set<ConversationId>();
  const underWay = actionIs(projectId, id, [step === "do" ? "running" : "undoing"]);
  for (const { item, row, change } of planned) {
    try {
      await record(ctx, {
        ...{ conversationId: row.id, clientId, event: change.event },
        ...(change.followers === undefined ? {} : { followers: change.followers }),
        ...(step === "do" && action.seesAll ? { frontier: item.revision } : {}),
        // What it depends on is decided by the batch: otherwise taking it back would undo what came in between.
        requires: { when: sql`c.revision = ${row.revision} AND ${change.when ?? sql`1`} AND ${underWay}` },
      });
      outcomes.push({ conversationId: row.id, outcome: step === "do" ? "changed" : "undone" });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "stale_frontier") outcomes.push({ conversationId: row.id, outcome: "stale" });
      else if (await hasMoved(ctx, row)) again.add(row.id);
      else if (await isEnded(ctx, id, step)) return new Set();
      else outcomes.push({ conversationId: row.id, outcome: step === "do" ? "refused" : "kept" });
    }
  }
  return again;
}
async function hasMoved(ctx: MemberCtx, { id, revision }: ConversationSummary): Promise<boolean> {
  const [[now]] = await ctx.db.read(readSummaries([], ctx.caller.projectId, [id], null));
  return now !== undefined && now.revision !== revision;
}
/** It was stopped: what is left stays without an outcome. */
async function isEnded(ctx: MemberCtx, id: BulkActionId, step: Step): Promise<boolean> {
  const [found] = await ctx.db.read(readAction(ctx.caller.projectId, id));
  return found?.state !== (step === "do" ? "running" : "undoing");
}
