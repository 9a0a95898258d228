// Assigns waiting conversations of a project, oldest first. It may run any number of times, and beside itself.
import { Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { readHours } from "#modules/business-hours";
import { isOpenAt, nextOpening } from "#modules/business-hours/contract";
import { asAuthor, newAssignment, record } from "#modules/conversations";
import {
  mayGive,
  readCandidates,
  readPoolsToFill,
  readWaiting,
  type StoredPool,
  type Waiting,
  writeNotWaiting,
  writeTurn,
} from "./queries.ts";
import { chooseMember } from "./rules.ts";

export type Base = Omit<Ctx, "caller">;
/** Waiting conversations of a pool that are looked at together. */
const PAGE = 50;
/** Times that a member is chosen for a conversation before it goes on waiting. */
const ATTEMPTS = 5;

export interface Looked {
  /** `more`: there was no room for the rest. `soon`: some have to be looked at again in a minute. */
  readonly outcome: "done" | "more" | "soon";
  /** When the business hours begin for which some wait. */
  readonly opensAt: number | undefined;
}
/** `room`: database statements of the invocation after which it begins no further conversation. */
export async function assignWaiting(ctx: Base, projectId: ProjectId, room: number): Promise<Looked> {
  const now = ctx.clock.now();
  const [pools, hours] = await ctx.db.read(readPoolsToFill(projectId), readHours(projectId));
  let soon = false;
  let opensAt: number | undefined;
  for (const pool of pools) {
    if (ctx.db.cost.statements > room) return { outcome: "more", opensAt };
    if (pool.withinHours && !isOpenAt(hours, now)) {
      opensAt = nextOpening(hours, now) ?? undefined;
      continue;
    }
    const outcome = await fillPool(ctx, projectId, pool, room);
    if (outcome === "more") return { outcome, opensAt };
    soon ||= outcome === "soon";
  }
  return { outcome: soon ? "soon" : "done", opensAt };
}

async function fillPool(ctx: Base, projectId: ProjectId, pool: StoredPool, room: number): Promise<Looked["outcome"]> {
  const [page] = await ctx.db.read(readWaiting(projectId, pool.pool, ctx.clock.now(), PAGE));
  const over = page.filter(({ waits }) => waits === "no");
  if (over.length > 0) await ctx.db.commit(over.map((one) => writeNotWaiting({ projectId, ...one }, one.cause, sql`1`)));
  let soon = page.some(({ waits }) => waits === "assistant");
  let given = over.length;
  for (const waiting of page) {
    if (waiting.waits !== "person") continue;
    if (ctx.db.cost.statements > room) return "more";
    const outcome = await give(ctx, projectId, pool, waiting);
    if (outcome === "nobody") return soon ? "soon" : "done";
    if (outcome === "given") given += 1;
    else soon = true;
  }
  return page.length === PAGE && given > 0 ? "more" : soon ? "soon" : "done";
}

/** Gives the conversation to whoever's turn it is. Whatever changed meanwhile refuses the batch, and somebody is chosen anew. */
async function give(ctx: Base, projectId: ProjectId, pool: StoredPool, waiting: Waiting): Promise<"given" | "nobody" | "lost"> {
  const { conversationId, cause } = waiting;
  if (pool.mode === "off") return "nobody";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [candidates] = await ctx.db.read(readCandidates(projectId, pool.pool));
    const chosen = chooseMember(pool.mode, pool.cap, candidates);
    if (chosen === undefined) return "nobody";
    const now = ctx.clock.now();
    try {
      await record(asAuthor(ctx, { kind: "auto_assignment", projectId }), {
        ...{ conversationId, clientId: `assign:${cause}`, event: newAssignment(chosen.accountId) },
        // Another run may have chosen somebody else for the same waiting: that was it.
        fingerprint: { only: [cause] },
        requires: { when: mayGive(projectId, pool, waiting, chosen, now) },
        writes: (done) => [
          writeTurn(projectId, pool.pool, chosen.accountId, now, done),
          writeNotWaiting({ projectId, conversationId }, cause, done),
        ],
      });
      return "given";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "conflict") return "lost";
    }
  }
  return "lost";
}
