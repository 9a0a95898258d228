// Finds out why a batch stored nothing, and throws the refusal.
import { as, type Query, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notFound, unavailable } from "#kernel/errors/index.ts";
import { firstFull, limitRefusal } from "#kernel/limits/index.ts";
import { m } from "#messages";
import type { ConversationId } from "#kernel/ids/index.ts";
import { contactErased, ConversationMerged, filesGone, frontierAhead, staleFrontier } from "../errors.ts";
import { registeredRowFields } from "../kinds/registered.ts";
import { readNewer } from "../store/events.ts";
import { readSummary } from "../store/summaries.ts";
import type { RecordCommand, RecordCtx } from "./command.ts";
import type { Plan } from "./plan.ts";

/** Which conditions hold; undefined when the conversation does not exist. */
type Reason =
  | {
      full: number | null;
      reached: boolean;
      fresh: boolean;
      free: boolean;
      notErased: boolean;
      mayAct: boolean;
      /** Where it was merged into; null while it takes this event. */
      leadsTo: ConversationId | null;
    }
  | undefined;

export function readReason({ caller }: RecordCtx, { conversationId, counters = [] }: RecordCommand, { conditions }: Plan): Query<Reason> {
  const { reached, fresh, free, notErased, mayAct, leadsTo } = conditions;
  return queryOne(
    sql`SELECT ${counters.length === 0 ? sql`NULL` : firstFull(counters)} ${as.numberOrNull("full")}, ${reached} ${as.number("reached")}, ${fresh} ${as.number("fresh")}, ${free} ${as.number("free")}, ${notErased} ${as.number("here")}, ${mayAct} ${as.number("may")},
      ${leadsTo} ${as.textOrNull("leads_to")}
      FROM conversations c WHERE c.project_id = ${caller.projectId} AND c.id = ${conversationId}`,
    (row) => ({
      full: row.full,
      reached: row.reached !== 0,
      fresh: row.fresh !== 0,
      free: row.free !== 0,
      notErased: row.here !== 0,
      mayAct: row.may !== 0,
      leadsTo: row.leads_to as ConversationId | null,
    }),
  );
}

/** Throws the refusal. */
export async function refuse(ctx: RecordCtx, command: RecordCommand, reason: Reason): Promise<never> {
  if (!reason && command.opening) return await refuseOpening(ctx, command, command.opening);
  if (!reason || !reason.mayAct) throw notFound();
  if (reason.leadsTo !== null) throw new ConversationMerged(reason.leadsTo);
  if (!reason.notErased) throw contactErased();
  if (!reason.reached) throw frontierAhead();
  if (!reason.fresh) return await refuseStale(ctx, command);
  if (!reason.free) throw filesGone();
  const counter = command.counters?.[reason.full ?? -1];
  if (counter) throw limitRefusal(counter, ctx.clock.now());
  await command.requires?.explain?.();
  // All conditions hold by now, so the caller can try again.
  if (command.event.text) throw unavailable();
  throw conflict(command.requires?.otherwise ?? m.conversations_same_state());
}

async function refuseOpening(ctx: RecordCtx, command: RecordCommand, opening: NonNullable<RecordCommand["opening"]>): Promise<never> {
  const hasFiles = (command.event.text?.attachments.length ?? 0) > 0;
  if (opening.by) {
    await command.requires?.explain?.();
    throw hasFiles ? filesGone() : unavailable();
  }
  const all = [...opening.counters, ...(command.counters ?? [])];
  const [full] = await ctx.db.read(queryOne(sql`SELECT ${firstFull(all)} ${as.numberOrNull("full")}`, (row) => row.full));
  const counter = all[full ?? -1];
  if (counter) throw limitRefusal(counter, ctx.clock.now());
  throw hasFiles ? filesGone() : notFound();
}

/** Refuses with the events that the caller missed. */
async function refuseStale(ctx: RecordCtx, { conversationId, frontier = 0 }: RecordCommand): Promise<never> {
  const { projectId } = ctx.caller;
  const [newerEvents, summary] = await ctx.db.read(
    readNewer(projectId, conversationId, frontier, 200, false),
    readSummary(registeredRowFields(ctx), projectId, conversationId, null),
  );
  throw staleFrontier({ revision: summary?.revision ?? 0, events: newerEvents.map((row) => row.event) });
}
