// Stores the context of a visit: pages, identity claims, metadata, read marks. The rate limit is part of the batch that stores them.
import type { VisitorPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, counter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { writeClaim, writeMetadata, writePageSeen, writeVisit } from "#modules/contacts";
import { publishToMembers, readCustomerRead, writeCustomerRead } from "#modules/conversations";
import { writeRunForVisit } from "#modules/profiles";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { VisitEvent } from "./contract.ts";
import { widgetLimitsOf } from "./limits.ts";
import { knownTimeZone, visitOf } from "./visit.ts";

/** Stores the events, all or none. */
export async function storeVisitEvents(ctx: RequestCtx<VisitorPrincipal>, events: readonly VisitEvent[]): Promise<{ ok: true }> {
  const { contactId } = ctx.caller;
  const now = ctx.clock.now();
  const counters = [counter(widgetLimitsOf(ctx.config), "widgetEventsPerContactMinute", contactId, now, events.length)];
  // The counter comes last: until then every statement of the batch sees the same remaining limit.
  const below = belowLimits(counters);
  const changes = await ctx.db.commit([
    ...events.map((event) => guarded(write(ctx, event, now), below)),
    ...(events.some(({ kind }) => kind === "visit") ? [writeRunForVisit(ctx.caller.projectId, contactId, now, below)] : []),
    writeCounters(counters, below),
  ]);
  if (changes.at(-1) === 0) throw limitRefusal(counters[0] as Counter, now);
  events.forEach((event, i) => {
    if (event.kind === "read" && (changes[i] ?? 0) > 0) ctx.after(publishSeen(ctx, event.conversationId));
  });
  return { ok: true };
}
/** Publishes what was stored: a read mark may name more than there is to read. */
async function publishSeen({ caller, db, env }: RequestCtx<VisitorPrincipal>, conversationId: ConversationId): Promise<void> {
  const [revision] = await db.read(readCustomerRead(caller.projectId, caller.contactId, conversationId));
  if (revision !== undefined) await publishToMembers(env, caller.projectId, { type: "seen", conversationId, revision, by: "visitor" });
}
function guarded(statement: SQL, when: SQL): SQL {
  return sql`${statement} AND ${when}`;
}
function write({ caller: { projectId, contactId }, request }: RequestCtx<VisitorPrincipal>, event: VisitEvent, now: number): SQL {
  switch (event.kind) {
    case "page":
      return writePageSeen(projectId, contactId, event.page, now);
    case "claim":
      return writeClaim(projectId, contactId, event);
    case "metadata":
      return writeMetadata(projectId, contactId, event.metadata);
    case "visit": {
      // A browser that hides its time zone still has one by its address, which the platform knows.
      const timeZone = knownTimeZone(event.timeZone) ?? knownTimeZone((request.cf as { timezone?: string } | undefined)?.timezone);
      return writeVisit(projectId, contactId, { ...visitOf(request.headers), timeZone, referrer: event.referrer });
    }
    case "read":
      return writeCustomerRead(projectId, contactId, event.conversationId, event.revision, sql`1`);
  }
}
