// Which events of conversations, and changes of contacts, become which types of deliveries.
import { QUOTED } from "#modules/conversations/contract";
import type { EventType } from "./contract.ts";

/** As far as an event decides what it is for webhooks. */
export interface EventFacts {
  readonly kind: string;
  readonly revision: number;
}

/** The types of an event, first that of the conversation that it begins. */
export function typesOf({ kind, revision }: EventFacts): EventType[] {
  // A message of the conversation from which this one was split off was told when it was written.
  if (kind === QUOTED) return revision === 1 ? ["conversation.created"] : [];
  const own = BY_KIND[kind] ?? "conversation.changed";
  return revision === 1 ? ["conversation.created", own] : [own];
}
/** The types of what becomes of a contact, by the kind that is stored. */
export const TYPE_OF_CHANGE: Readonly<Record<string, EventType>> = {
  created: "contact.created",
  changed: "contact.changed",
  merged: "contact.merged",
  erased: "contact.erased",
};
const BY_KIND: Readonly<Record<string, EventType>> = {
  message: "message.created",
  note: "note.created",
  assigned: "conversation.assigned",
  status: "conversation.status_changed",
  erased: "conversation.erased",
  message_erased: "conversation.erased",
};
