// Applies one action to one conversation, for what members prepare: macros, and rules.
import { actorOf } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { readRecorded, readSummaries, record, type Recorded, type RecordCtx, registeredRowFields } from "#modules/conversations";
import type { Action } from "./extension.ts";

/** How often it is tried again because the conversation changed in between. */
const TRIES = 4;

export interface Application {
  readonly action: Action;
  readonly value: unknown;
  readonly conversationId: ConversationId;
  /** Identifies a repetition, which changes nothing. */
  readonly clientId: string;
  /** The last revision that the author has seen; an action that depends on what was written is refused for what came later. */
  readonly frontier?: number | undefined;
  /** Only while the conversation is as this value of the action says: what takes something back leaves what was changed since. */
  readonly onlyIf?: { readonly value: unknown } | undefined;
  /** A further condition of the batch, on the conversation `c`. */
  readonly when?: SQL;
}
export interface Applied {
  /**
   * `changes`; `same`: nothing to do, or not as `onlyIf` says; `stale`: something new, or it changes all the time; `impossible`: what the value
   * names can't be chosen, or the conversation may not be changed.
   */
  readonly outcome: "changes" | "same" | "stale" | "impossible";
  readonly recorded?: Recorded;
}

/** Applies it to the very conversation that it looked at, and looks again if that changed in between. */
export async function applyAction(
  ctx: RecordCtx,
  { action, value, conversationId, clientId, frontier, onlyIf, when = sql`1` }: Application,
): Promise<Applied> {
  const { projectId } = ctx.caller;
  const accountId = "accountId" in ctx.caller ? ctx.caller.accountId : null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const place = { projectId, now: ctx.clock.now() };
    const fields = registeredRowFields(ctx);
    const [[row], [earlier]] = await ctx.db.read(
      readSummaries(fields, projectId, [conversationId], accountId),
      readRecorded(fields, projectId, conversationId, actorOf(ctx.caller), accountId, [clientId]),
    );
    if (!row) return { outcome: "impossible" };
    // It was done before, by an attempt that broke off: the conversation is as it says, or was changed since.
    if (earlier) return { outcome: "changes", recorded: { event: earlier.event, conversation: earlier.summary, repeated: true } };
    if (onlyIf && action.changeOf(place, onlyIf.value, row)) return { outcome: "same" };
    const change = action.changeOf(place, value, row);
    if (!change) return { outcome: "same" };
    try {
      const recorded = await record(ctx, {
        ...{ conversationId, clientId, event: change.event },
        ...(change.followers === undefined ? {} : { followers: change.followers }),
        // What the same author did before is known to them.
        ...(action.seesAll && frontier !== undefined ? { frontier, knowsOwn: true } : {}),
        requires: { when: sql`c.revision = ${row.revision} AND ${change.when ?? sql`1`} AND ${when}` },
      });
      return { outcome: "changes", recorded };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "stale_frontier") return { outcome: "stale" };
      const [[after]] = await ctx.db.read(readSummaries([], projectId, [conversationId], null));
      if (after?.revision === row.revision) return { outcome: "impossible" };
    }
  }
  return { outcome: "stale" };
}
