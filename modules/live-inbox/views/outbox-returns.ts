// Changes of the outbox that whoever delivers waiting messages makes.
import { keepUnsent } from "./keep-unsent.ts";
import { asOutgoing, changeOutbox, outboxes, outboxOf } from "./outbox.ts";
import type { Outgoing, ThreadContext } from "./outgoing.ts";
import { dropUnsent, readAllUnsent, readUnsent, type Unsent } from "./unsent.ts";

/** The conversations of a member of which something is held. */
const heldContexts = (me: string): ThreadContext[] =>
  [...outboxes.keys()].flatMap((key) => {
    const [of, projectId = "", conversationId = ""] = key.split(" ");
    return of === me ? [{ me, projectId, conversationId }] : [];
  });

/** Several messages of one kind as one draft, in their order. */
function joined(all: readonly Outgoing[]): Outgoing {
  const last = all.at(-1) as Outgoing;
  return {
    ...last,
    content: all
      .map(({ content }) => content)
      .filter(Boolean)
      .join("\n\n"),
    attachments: [...new Map(all.flatMap((out) => out.attachments).map((file) => [file.id, file])).values()],
  };
}

/**
 * Messages that came back together: none of them is sent. With what came back before and is not in the composer yet they become one draft.
 */
export function giveBack(context: ThreadContext, back: readonly Outgoing[]): void {
  const { returned: before, outgoing } = outboxOf(context);
  const all = before && before.kind === back[0]?.kind ? [before, ...back] : back;
  const draft = joined(all);
  // Stored as coming back before they leave the outbox, so that closing the page in between loses none.
  const kept = keepUnsent(context, draft, true);
  for (const { clientId } of all) if (clientId !== draft.clientId) dropUnsent(context, clientId);
  // What it is made of took its room.
  const returned = kept.unstored === true ? keepUnsent(context, draft, true) : kept;
  const ids = new Set(back.map(({ clientId }) => clientId));
  changeOutbox(context, { outgoing: outgoing.filter((out) => !ids.has(out.clientId)), returned });
}

/** Whether a stored message was on its way once, in whichever window. */
export const hasBeenTried = (one: Unsent): boolean => asOutgoing(one).attempted === true;

/** Takes over what another window has stored or sent since. */
export function rereadUnsent(me: string): void {
  for (const context of heldContexts(me)) {
    const { outgoing } = outboxOf(context);
    const kept = readUnsent(context).filter((one) => one.state !== "returned");
    const byId = new Map(kept.map((one) => [one.clientId, one]));
    const known = new Set(outgoing.map((out) => out.clientId));
    const stay = outgoing.flatMap((out) => {
      // Another window can neither send nor change what only this one has.
      if (out.state !== "waiting" || out.unstored) return [out];
      const one = byId.get(out.clientId);
      // Tried by another window since: it may have arrived, so it can't be edited here either.
      return one ? [hasBeenTried(one) && !out.attempted ? asOutgoing(one) : out] : [];
    });
    const come = kept.filter((one) => (one.state === "waiting" || one.problem !== undefined) && !known.has(one.clientId)).map(asOutgoing);
    if (stay.length < outgoing.length || stay.some((out) => !outgoing.includes(out)) || come.length > 0)
      changeOutbox(context, { outgoing: [...stay, ...come] });
  }
}

/** What waits in this page only, because the browser could not store it. */
export const unstoredWaiting = (me: string): { readonly context: ThreadContext; readonly out: Outgoing }[] =>
  heldContexts(me).flatMap((context) =>
    outboxOf(context).outgoing.flatMap((out) => (out.state === "waiting" && out.unstored ? [{ context, out }] : [])),
  );

/** Whether anything waits for a connection, in any project: not what failed, or came back to its author. */
export const hasWaiting = (me: string): boolean =>
  readAllUnsent(me).some(({ state }) => state === "waiting") || unstoredWaiting(me).length > 0;
