// Records an event of a conversation. One batch decides; its last queries read the result.
import { conflict, invalidRequest } from "#kernel/errors/index.ts";
import { fanOut } from "#kernel/events/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { Database, type SQL, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { conversationClosed, messagePosted } from "../events.ts";
import { afterEvents, eventWrites } from "../extension.ts";
import { messageKind, statusKind } from "../kinds/core-events.ts";
import type { EventText } from "../kinds/event-kind.ts";
import { registeredRowFields } from "../kinds/registered.ts";
import { announce } from "../live/announce.ts";
import { contactOf, readRecorded } from "../store/summaries.ts";
import type { RecordCommand, RecordCtx, Recorded } from "./command.ts";
import { type Plan, planOf } from "./plan.ts";
import { eventExists, isSilenced } from "../store/write-batch.ts";
import { readReason, refuse } from "./refuse.ts";
import { statementsOf } from "./statements.ts";

/**
 * Stores an event and publishes it to everybody who is connected. Throws `invalid_request`, `stale_frontier`, `conflict`,
 * `rate_limited` or `not_found`; a refusal stores nothing.
 */
export async function record(ctx: RecordCtx, command: RecordCommand): Promise<Recorded> {
  if (command.event.text) mustSaySomething(command.event.text);
  const { projectId } = ctx.caller;
  const plan = planOf(ctx, command);
  const { statements: listeners, jobIds } = jobsOf(ctx, command, plan);
  const clientIds = [command.clientId, ...plan.followers.map(({ clientId }) => clientId)];
  const [rows] = await ctx.db.commitAndRead(
    statementsOf(projectId, command, plan, [...elsewhere(ctx, command, plan), ...listeners]),
    readRecorded(registeredRowFields(ctx), projectId, command.conversationId, plan.author.scope, plan.author.accountId ?? null, clientIds),
  );
  const [known] = rows;
  const ids = new Set([plan.eventId, ...plan.followers.map(({ id }) => id)]);
  const stored = rows.filter((row) => ids.has(row.id));
  const [first] = stored;
  if (known && first) {
    ctx.proof?.held();
    const { summary, previousForContact } = first;
    announce(ctx, { projectId, rows: stored, summary, previousForContact });
    wakeJobs(ctx, jobIds);
    const events = stored.map(({ id, conversationId, event: { kind, actor } }) => ({ id, conversationId, kind, actorRole: actor.role }));
    // With a database of its own: what follows is no cost of this request.
    for (const follow of ctx.registry.extensions.of(afterEvents))
      ctx.after(follow({ ...ctx, db: new Database(ctx.env.DB) }, projectId, events));
    return { event: known.event, conversation: summary, repeated: false };
  }
  const [reason, ...proved] = await ctx.db.read(readReason(ctx, command, plan), ...(ctx.proof?.queries ?? []));
  ctx.proof?.settle(proved);
  if (!known) return await refuse(ctx, command, reason);
  if (known.fingerprint !== plan.fingerprint) throw conflict(m.conversations_same_client_id());
  ctx.reply.status = 200;
  return { event: known.event, conversation: known.summary, repeated: true };
}

function mustSaySomething({ content, attachments }: EventText): void {
  if (content.trim() === "" && attachments.length === 0)
    throw invalidRequest([{ path: "content", message: m.conversations_nothing_written() }]);
  if (new Set(attachments).size !== attachments.length)
    throw invalidRequest([{ path: "attachments", message: m.conversations_file_twice() }]);
}

/** What other modules write with the event, and with those that were asked for beside it. What it merely implies changes nothing for them. */
function elsewhere(ctx: RecordCtx, { event, conversationId }: RecordCommand, { author, conditions, followers, now }: Plan): SQL[] {
  const place = { projectId: ctx.caller.projectId, conversationId, now };
  const causes = [
    { event, done: conditions.done },
    ...followers.filter(({ implied }) => implied !== true).map((follower) => ({ event: follower.event, done: eventExists(follower.id) })),
  ];
  return causes.flatMap((cause) =>
    ctx.registry.extensions
      .of(eventWrites)
      .flatMap((writes) => [...writes(place, { event: cause.event, accountId: author.accountId, role: author.role }, cause.done)]),
  );
}

/** The jobs of the listeners to messages, and to closed conversations. */
function jobsOf(ctx: RecordCtx, command: RecordCommand, plan: Plan): { statements: SQL[]; jobIds: string[] } {
  const posted = postedOf(ctx, command, plan);
  const closed = closedOf(ctx, command, plan);
  return { statements: [...posted.statements, ...closed.statements], jobIds: [...posted.jobIds, ...closed.jobIds] };
}

/** Listeners hear of every stored message but a customer's in a silenced conversation. */
const heard = (projectId: ProjectId, conversationId: ConversationId, { author, conditions }: Plan): SQL =>
  author.contactId === undefined ? conditions.done : sql`${conditions.done} AND NOT ${isSilenced(projectId, conversationId)}`;

function postedOf(ctx: RecordCtx, { event, conversationId }: RecordCommand, plan: Plan): ReturnType<typeof jobsOf> {
  const { messageId, author } = plan;
  if (event.kind !== (messageKind as object) || messageId === undefined) return { statements: [], jobIds: [] };
  const { projectId } = ctx.caller;
  const automatic = event.text !== undefined && event.text.origin.automatic !== null;
  return fanOut(
    ctx,
    messagePosted,
    { projectId, conversationId, messageId, role: author.role, actor: author.scope, automatic },
    { projectId, cause: messageId, when: heard(projectId, conversationId, plan), about: contactOf(projectId, conversationId) },
  );
}

function closedOf(ctx: RecordCtx, { event, conversationId }: RecordCommand, plan: Plan): ReturnType<typeof jobsOf> {
  const closes = (one: RecordCommand["event"]): boolean => one.kind === (statusKind as object) && one.data["status"] === "closed";
  const follower = plan.followers.find((one) => closes(one.event));
  if (!closes(event) && !follower) return { statements: [], jobIds: [] };
  const { projectId } = ctx.caller;
  return fanOut(
    ctx,
    conversationClosed,
    { projectId, conversationId },
    {
      projectId,
      cause: follower?.id ?? plan.eventId,
      when: follower ? eventExists(follower.id) : plan.conditions.done,
      about: contactOf(projectId, conversationId),
    },
  );
}
