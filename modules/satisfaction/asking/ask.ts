// When a conversation is closed, a question may follow; when it goes on, none does. All of it in the batches of these events.
import { newId } from "#kernel/ids/index.ts";
import type { EventWrites } from "#modules/conversations";
import { JOINED, MERGED } from "#modules/conversations/contract";
import { SPAM } from "#modules/spam/contract";
import { writeCancelled, writeDue } from "../queries.ts";

export const askOrCancel: EventWrites = (place, { event: { kind, data } }, done) => {
  if (kind.name === "status")
    return [
      data["status"] === "closed" ? writeDue(place, newId("satisfactionRequest", place.now), place.now, done) : writeCancelled(place, done),
    ];
  const goesOn = kind.name === MERGED || (kind.name === JOINED && data["status"] !== undefined);
  return (kind.name === SPAM && data["spam"] === true) || goesOn ? [writeCancelled(place, done)] : [];
};
