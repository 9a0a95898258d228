// Event kinds of this module: message, note, status, assignment.
import { type AccountId, idOf } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { Status } from "../contract.ts";
import { writeMentions } from "../mentions.ts";
import { previewOf, reopens, waitingAfter } from "../rules.ts";
import { defineEventKind, type EventText, type NewEvent, newEvent, type RowChange } from "./event-kind.ts";

const Nothing = v.object({});
const isAutomatic = ({ text }: NewEvent<object>): boolean => text !== undefined && text.origin.automatic !== null;
const preview = ({ text }: NewEvent<object>): string => (text === undefined ? "" : previewOf(text.content, text.attachments.length));

export const messageKind = defineEventKind<Record<string, never>>({
  name: "message",
  payload: Nothing as v.GenericSchema<unknown, Record<string, never>>,
  // Mail of a different sender is for the team only: otherwise a visitor could have others write to the address and read their mail.
  audience: ({ text }) => (text?.origin.differentSender === true ? "team" : "everybody"),
  change(event, role) {
    const automatic = isAutomatic(event);
    return {
      activity: true,
      preview: { text: preview(event), role, automatic },
      waiting: waitingAfter(role, automatic),
      countVisitor: role === "visitor",
      countTeam: role !== "visitor",
    };
  },
  follow: (event, role) =>
    reopens(role, isAutomatic(event))
      ? { event: newStatus({ status: "open", until: null }), when: sql`c.status <> 'open' AND c.silenced = 0` }
      : undefined,
});
const Mentions = v.object({ mentions: v.optional(v.array(idOf("account"))) });
type Mentions = v.InferOutput<typeof Mentions>;
export const noteKind = defineEventKind<Mentions>({
  name: "note",
  payload: Mentions,
  audience: () => "team",
  change: (event) => ({ activity: true, preview: { text: preview(event), role: "note", automatic: isAutomatic(event) } }),
  writes: (place, { mentions }, done) => (mentions === undefined || mentions.length === 0 ? [] : [writeMentions(place, mentions, done)]),
});

const StatusChange = v.object({ status: Status, until: v.nullable(v.number()) });
type StatusChange = v.InferOutput<typeof StatusChange>;
export const statusKind = defineEventKind<StatusChange>({
  name: "status",
  payload: StatusChange,
  // Visitors do not see that a conversation was snoozed.
  audience: ({ data }) => (data.status === "snoozed" ? "team" : "everybody"),
  change: ({ data: { status, until } }): RowChange => ({
    status,
    snoozedUntil: until,
    activity: true,
    // Closing ends the waiting; the customer's next message starts it again.
    ...(status === "closed" ? { waiting: "stop" } : { silenced: false }),
  }),
});

const Assignment = v.object({ assigneeId: v.nullable(idOf("account")) });
export const assignmentKind = defineEventKind<v.InferOutput<typeof Assignment>>({
  name: "assigned",
  payload: Assignment,
  audience: () => "team",
  change: ({ data: { assigneeId } }) => ({ assigneeId, activity: false }),
});

export const newMessage = (text: EventText): NewEvent => ({ ...newEvent(messageKind, {}), text });
/** `mentions`: members whom the note mentions. */
export const newNote = (text: EventText, mentions: readonly AccountId[] = []): NewEvent => ({
  ...newEvent(noteKind, mentions.length === 0 ? {} : { mentions: [...mentions] }),
  text,
});
export const newStatus = (change: StatusChange): NewEvent => newEvent(statusKind, change);
export const newAssignment = (assigneeId: v.InferOutput<typeof Assignment>["assigneeId"]): NewEvent =>
  newEvent(assignmentKind, { assigneeId });
