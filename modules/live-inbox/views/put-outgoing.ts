// Puts messages into the outbox, and back into the composer: what only an open conversation does.
import { keepUnsent } from "./keep-unsent.ts";
import { asOutgoing, changeOutbox, outboxOf } from "./outbox.ts";
import type { Outgoing, ThreadContext } from "./outgoing.ts";
import { dropUnsent, readUnsent } from "./unsent.ts";

/** Adds an outgoing message, or replaces the one with its client id. `stored`: the server has it, so this browser need not keep it. */
export function putOutgoing(context: ThreadContext, out: Outgoing, stored = false): void {
  const { outgoing } = outboxOf(context);
  const known = outgoing.some((other) => other.clientId === out.clientId);
  if (stored) dropUnsent(context, out.clientId);
  else keepUnsent(context, out);
  changeOutbox(context, {
    outgoing: known ? outgoing.map((other) => (other.clientId === out.clientId ? out : other)) : [...outgoing, out],
  });
}

/** Gives a message back to the composer; `undefined`: the composer has it. Until then this browser keeps it. */
export function setReturned(context: ThreadContext, returned: Outgoing | undefined): void {
  if (returned) {
    keepUnsent(context, returned, true);
    return changeOutbox(context, { returned });
  }
  const taken = outboxOf(context).returned?.clientId;
  if (taken !== undefined) dropUnsent(context, taken);
  // A note and a reply may have come back before anybody opened the conversation: one follows the other.
  const next = readUnsent(context).find((one) => one.state === "returned" && one.clientId !== taken);
  changeOutbox(context, { returned: next && asOutgoing(next) });
}
