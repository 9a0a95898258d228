// Puts messages into the outbox, and back into the composer: what only an open conversation does.
import { keepUnsent } from "./keep-unsent.ts";
import { asOutgoing, changeOutbox, outboxOf } from "./outbox.ts";
import type { Outgoing, ThreadContext } from "./outgoing.ts";
import { dropUnsent, readUnsent } from "./unsent.ts";

/** Adds an outgoing message, or replaces the one with its client id. `stored`: the server has it, so this browser need not keep it. */
export function putOutgoing(context: ThreadContext, message: Outgoing, stored = false): void {
  const { outgoing } = outboxOf(context);
  const known = outgoing.some((other) => other.clientId === message.clientId);
  if (stored) dropUnsent(context, message.clientId);
  const out = stored ? message : keepUnsent(context, message);
  changeOutbox(context, {
    outgoing: known ? outgoing.map((other) => (other.clientId === out.clientId ? out : other)) : [...outgoing, out],
  });
}

/**
 * Gives a message back to the composer, or takes it from there: until then this browser keeps it. What came back before and was not taken
 * yet comes after it.
 */
export function setReturned(context: ThreadContext, returned: Outgoing | undefined): void {
  const { returned: before } = outboxOf(context);
  if (!returned && before) dropUnsent(context, before.clientId);
  const next =
    (returned && keepUnsent(context, returned, true)) ??
    readUnsent(context)
      .filter((one) => one.state === "returned")
      .map(asOutgoing)[0];
  changeOutbox(context, { returned: next });
}
