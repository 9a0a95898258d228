// Builds the statements of the batch: the insert of the first event has every condition, and all others depend on its row.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, writeCounters } from "#kernel/limits/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { EventText } from "../kinds/event-kind.ts";
import { attachmentsWrite } from "../store/attachments.ts";
import { writeNoDraft } from "../store/drafts.ts";
import type { RowChange } from "../kinds/event-kind.ts";
import {
  type EventBase,
  eventExists,
  isFirstEvent,
  type NewEventRow,
  writeConversation,
  writeEvents,
  writeMessage,
  writeNewConversation,
} from "../store/write-batch.ts";
import type { RecordCommand } from "./command.ts";
import type { Plan } from "./plan.ts";

/** The statements in their order. `listeners`: the jobs of the listeners to messages. */
export function statementsOf(projectId: ProjectId, command: RecordCommand, plan: Plan, listeners: readonly SQL[]): SQL[] {
  const { conversationId, event, counters = [], opening } = command;
  const { author, conditions, eventId, now } = plan;
  const place = { projectId, conversationId, now };
  return [
    ...openingWrites(projectId, command, plan),
    eventsWrite(projectId, command, plan),
    ...(event.text && plan.messageId
      ? [
          writeMessage(
            { id: plan.messageId, kind: event.kind.name === "note" ? "note" : "message", ...event.text, clientId: command.clientId },
            eventId,
          ),
        ]
      : []),
    writeConversation(projectId, conversationId, eventId, changeOf(event, plan), now),
    ...(event.kind.writes?.(place, event.data, conditions.done) ?? []),
    ...(event.text ? filesWrites(place, event.text, plan) : []),
    ...(counters.length > 0 ? [writeCounters(counters, conditions.done)] : []),
    ...(opening && opening.counters.length > 0 ? [writeCounters(opening.counters, isFirstEvent(eventId))] : []),
    ...(event.text && author.accountId && command.keepsDraft !== true
      ? [writeNoDraft(projectId, conversationId, author.accountId, event.kind.name === "note" ? "note" : "reply", conditions.done)]
      : []),
    ...(plan.messageId && command.alongside ? command.alongside(plan.messageId, conditions.done) : []),
    ...(command.writes?.(conditions.done) ?? []),
    ...listeners,
  ];
}

/** Creates the conversation if this event opens it. */
function openingWrites(projectId: ProjectId, command: RecordCommand, { author, conditions, now }: Plan): SQL[] {
  const { opening, counters = [] } = command;
  if (!opening) return [];
  const { clientId, subject = null, by } = opening;
  const base = { projectId, id: command.conversationId, clientId, subject, now };
  if (author.contactId !== undefined) {
    const when = sql`${conditions.mayWrite} AND ${conditions.free} AND ${belowLimits([...opening.counters, ...counters])} AND ${opening.when ?? sql`1`}`;
    return [writeNewConversation({ ...base, contactId: author.contactId, channel: command.event.text?.origin.door ?? "widget" }, when)];
  }
  if (!by) return [];
  return [...by.first(conditions.opens), writeNewConversation({ ...base, contactId: by.contactId, channel: by.channel }, conditions.opens)];
}

function eventsWrite(projectId: ProjectId, command: RecordCommand, plan: Plan): SQL {
  const { author, conditions, followers } = plan;
  const { role, scope } = author;
  const base: EventBase = {
    ...{ projectId, conversationId: command.conversationId, role, actorId: author.id, scope },
    ...{ fingerprint: plan.fingerprint, now: plan.now },
  };
  const first: NewEventRow = {
    id: plan.eventId,
    kind: command.event.kind.name,
    visible: plan.visible,
    clientId: command.clientId,
    messageId: plan.messageId ?? null,
    data: command.event.data,
  };
  const rows = followers.map(({ id, clientId, event, when }) => {
    const visible = event.kind.audience(event) === "everybody";
    return { id, kind: event.kind.name, visible, clientId, messageId: null, data: event.data, when };
  });
  return writeEvents(base, first, rows, conditions.all);
}

/** The change of the conversation's row by the event and its followers. */
function changeOf(event: RecordCommand["event"], { author, followers }: Plan): RowChange {
  const all = [
    event.kind.change(event, author.role),
    ...followers.map(({ event: next, id }) => {
      const change = next.kind.change(next, author.role);
      // A follower that was not needed leaves the assignee as it is, as it does the status, which it would set to what it is anyway.
      return change.assigneeId === undefined ? change : { ...change, assigneeWhen: eventExists(id) };
    }),
  ];
  const merged = Object.assign({}, ...all) as RowChange;
  const { accountId } = author;
  return {
    ...merged,
    activity: all.some(({ activity }) => activity),
    // The follower that reopens is left out in a silenced conversation.
    ...(merged.status !== undefined && author.contactId !== undefined ? { statusUnlessSilenced: true } : {}),
    ...(merged.preview && accountId !== undefined ? { preview: { ...merged.preview, authorId: accountId } } : {}),
  };
}

function filesWrites(
  { projectId, conversationId }: { projectId: ProjectId; conversationId: ConversationId },
  { attachments }: EventText,
  { author, conditions, messageId, visible }: Plan,
): SQL[] {
  if (messageId === undefined) return [];
  return attachmentsWrite({ projectId, conversationId, owner: author.scope, fileIds: attachments, messageId, visible }, conditions.done);
}
