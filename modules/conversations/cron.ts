// Cron tasks: reopens conversations whose snooze is over, and publishes heads, which makes up for lost events.
import { minutes } from "#kernel/clock/index.ts";
import { notNull, query, sql } from "#kernel/db/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactCoordinator, projectCoordinator } from "#modules/live-updates";
import { afterEvents, eventWrites } from "./extension.ts";
import { newStatus } from "./kinds/core-events.ts";
import { announce } from "./live/announce.ts";
import { registeredRowFields } from "./kinds/registered.ts";
import { readEventsById, readLateHeads } from "./store/events.ts";
import { readSummary } from "./store/summaries.ts";
import { dueSnoozes, eventExists, SNOOZE_ENDED, writeConversation, writeEvents } from "./store/write-batch.ts";

const PER_TICK = 50;
/** Newest events whose publication may have been lost and is checked. */
const EVENTS_PER_TICK = 2000;

/** Reopens conversations snoozed until now. The event's clientId is derived from that time, so a second tick changes nothing. */
export async function endSnoozes(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const elsewhere = ctx.registry.extensions.of(eventWrites);
  const [due] = await ctx.db.read(
    query(dueSnoozes(now, PER_TICK), (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        id: row.id,
        until: notNull(row.snoozed_until),
      })),
    ),
  );
  for (const { projectId, id, until } of due) {
    const eventId = newId("event", now);
    const [rows, summary] = await ctx.db.commitAndRead(
      [
        writeEvents(
          { projectId, conversationId: id, role: "system", actorId: null, scope: "system", fingerprint: "", now },
          {
            id: eventId,
            kind: "status",
            visible: false,
            clientId: `${SNOOZE_ENDED}${until}`,
            messageId: null,
            data: { status: "open", until: null },
          },
          [],
          sql`c.status = 'snoozed' AND c.snoozed_until = ${until}`,
        ),
        writeConversation(projectId, id, eventId, { status: "open", activity: true }, now),
        ...elsewhere.flatMap((writes) => [
          ...writes(
            { projectId, conversationId: id, now },
            { event: newStatus({ status: "open", until: null }), accountId: undefined, role: "system" },
            eventExists(eventId),
          ),
        ]),
      ],
      readEventsById(projectId, [eventId]),
      readSummary(registeredRowFields(ctx), projectId, id, null),
    );
    if (!summary || rows.length === 0) continue;
    announce(ctx, { projectId, rows, summary, previousForContact: 0 });
    const events = rows.map((row) => ({ id: row.id, conversationId: id, kind: row.event.kind, actorRole: row.event.actor.role }));
    for (const follow of ctx.registry.extensions.of(afterEvents)) await follow(ctx, projectId, events);
  }
}

/** Sends recently changed projects and contacts their head, so that their coordinators read missed events. Failures are independent. */
export async function publishHeads(ctx: Ctx): Promise<void> {
  const failed = (error: unknown): void => ctx.log.error("an object did not get its head", error);
  const [heads] = await ctx.db.read(readLateHeads(ctx.clock.now() - minutes(3), EVENTS_PER_TICK));
  for (const { projectId, contactId, head } of heads) {
    const object = contactId === null ? projectCoordinator(ctx.env, projectId) : contactCoordinator(ctx.env, projectId, contactId);
    await object.nudge(head).catch(failed);
  }
}
