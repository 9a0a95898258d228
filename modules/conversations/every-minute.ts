// What the minute schedule puts right: snoozes that are over, and announcements that were lost.
import { minutes } from "#kernel/clock/index.ts";
import { col, part } from "#kernel/db/index.ts";
import { type ConversationId, newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "drizzle-orm";
import { announce } from "./live/announce.ts";
import { contactObject, projectObject } from "./live/objects.ts";
import { readChangedContacts, readChangedHeads, readEventsById, readSummary } from "./queries.ts";
import { dueSnoozes, writeConversation, writeEvent, writeHead } from "./writes.ts";

const PER_TICK = 50;

/** Opens what was snoozed until now. The key of the event is the time that is over, so a second tick changes nothing. */
export async function endSnoozes(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(
    part(dueSnoozes(now, PER_TICK), (rows) =>
      rows.map((row) => ({
        projectId: col.id<ProjectId>(row, "project_id"),
        id: col.id<ConversationId>(row, "id"),
        until: col.number(row, "snoozed_until"),
      })),
    ),
  );
  for (const { projectId, id, until } of due) {
    const eventId = newId("event", now);
    const [rows, summary] = await ctx.db.decide(
      [
        writeEvent(
          {
            id: eventId,
            projectId,
            conversationId: id,
            kind: "status",
            visible: false,
            role: "system",
            actorId: null,
            scope: "system",
            clientId: `snooze:${until}`,
            fingerprint: "",
            messageId: null,
            data: { status: "open", until: null },
            now,
          },
          1,
          sql`c.status = 'snoozed' AND c.snoozed_until = ${until}`,
        ),
        writeConversation(projectId, id, [eventId], { status: "open", activity: true }, now),
        writeHead(projectId, [eventId], now),
      ],
      readEventsById(projectId, [eventId]),
      readSummary(projectId, id, null),
    );
    if (summary && rows.length > 0) announce(ctx, { projectId, rows, summary, previousForContact: 0 });
  }
}

/** Tells the objects of what changed lately their head; they read what they lack. One that fails does not keep it from the others. */
export async function tellHeads(ctx: Ctx): Promise<void> {
  const since = ctx.clock.now() - minutes(3);
  const failed = (error: unknown): void => ctx.log.error("an object was not told its head", error);
  const [heads] = await ctx.db.read(readChangedHeads(since, 200));
  for (const { projectId, head } of heads) {
    await projectObject(ctx.env, projectId).nudge(head).catch(failed);
    const [contacts] = await ctx.db.read(readChangedContacts(projectId, since, 200));
    for (const { contactId, head: own } of contacts) await contactObject(ctx.env, projectId, contactId).nudge(own).catch(failed);
  }
}
