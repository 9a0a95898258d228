// Builds outgoing frames. A visitor's frame never contains notes or assignments.
import {
  type ConversationEvent,
  type ConversationSummary,
  type MemberFrame,
  MERGED,
  MOVED,
  REJOINED,
  RETURNED,
  SPLIT_UNDONE,
  UNMERGED,
  type VisitorFrame,
} from "../contract.ts";
import type { EventRow } from "../store/events.ts";

export const memberFrame = (row: EventRow, conversation: ConversationSummary): MemberFrame => ({
  type: "event",
  seq: row.sequence,
  conversationId: row.conversationId,
  revision: row.event.revision,
  event: row.event,
  conversation,
});

export const contactFrame = ({ id, name, email, emailVerified, state }: ConversationSummary["contact"]): MemberFrame => ({
  type: "contact",
  contact: { id, name, email, emailVerified, state },
});

export const fieldsFrame = ({ id, revision, fields = {} }: Pick<ConversationSummary, "id" | "revision" | "fields">): MemberFrame => ({
  ...{ type: "fields", conversationId: id, revision },
  fields,
});

export const visitorFrame = (row: EventRow): VisitorFrame => ({
  type: "event",
  conversationId: row.conversationId,
  revision: row.event.revision,
  previous: row.previousVisible,
  cursor: row.sequence,
  event: visitorEvent(row.event),
});

/** What visitors get as a change of the status. */
const AS_STATUS: ReadonlySet<string> = new Set([MERGED, UNMERGED, SPLIT_UNDONE, REJOINED, MOVED, RETURNED]);

/** The event as a visitor may see it. Throws for one that is not for visitors, so that a wrong `visible` never leaks anything. */
export function visitorEvent(event: ConversationEvent): ConversationEvent {
  switch (event.kind) {
    case "message": {
      const { quotedFrom: _, ...message } = event.message;
      const { answer } = message.origin;
      return {
        ...event,
        actor: publicActor(event),
        message: {
          ...message,
          authorId: message.authorRole === "visitor" ? message.authorId : null,
          authorName: message.authorRole === "visitor" ? null : message.authorName,
          origin: { door: message.origin.door, automatic: null, ...(answer === undefined ? {} : { answer }) },
        },
      };
    }
    case "status":
      return { ...event, actor: publicActor(event), status: event.status === "closed" ? "closed" : "open", until: null };
    case "erased":
      return { ...event, actor: publicActor(event) };
    case "activity":
      // To its visitor a conversation that goes on elsewhere is closed: what they write to it is stored there.
      if (AS_STATUS.has(event.name)) {
        const status = [MERGED, SPLIT_UNDONE, MOVED].includes(event.name) || event.data["status"] === "closed" ? "closed" : "open";
        const { revision, createdAt } = event;
        return { revision, createdAt, actor: publicActor(event), kind: "status", status, until: null };
      }
      throw new Error(`an event of kind ${event.kind} (${event.name}) is not for visitors`);
    case "note":
    case "assigned":
    case "ai_skipped":
    case "message_erased":
      throw new Error(`an event of kind ${event.kind} is not for visitors`);
  }
}
const publicActor = (event: ConversationEvent): ConversationEvent["actor"] => ({
  role: event.actor.role,
  id: event.actor.role === "visitor" ? event.actor.id : null,
  name: event.actor.name,
});
