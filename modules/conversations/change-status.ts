// Closes, reopens or snoozes a conversation for a member.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import type { Status } from "./contract.ts";
import { newStatus } from "./kinds/core-events.ts";
import type { Recorded } from "./record/command.ts";
import { record } from "./record/record.ts";

/** Refuses a snooze that would be over already. `path`: of the field. */
function mustBeAhead(until: number, now: number, path: string): void {
  if (until <= now) throw invalidRequest([{ path, message: m.conversations_pick_future() }]);
}
/** When the snooze of a reply ends, in milliseconds since 1970; null: with the customer's next message. */
export function snoozeEnd(until: string | null, now: number): number | null {
  const end = until === null ? null : Date.parse(until);
  if (end !== null) mustBeAhead(end, now, "snooze.until");
  return end;
}

/** Changes the status. Snoozing a snoozed conversation is accepted, because the time may differ. */
export async function changeStatus(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier, status, ...input }: { clientId: string; frontier: number; status: Status; until: string | null },
): Promise<Recorded> {
  const until = input.until === null ? null : Date.parse(input.until);
  if (until !== null && status !== "snoozed") throw invalidRequest([{ path: "until", message: m.conversations_until_needs_snooze() }]);
  if (until !== null) mustBeAhead(until, ctx.clock.now(), "until");
  return await record(ctx, {
    conversationId,
    clientId,
    frontier,
    event: newStatus({ status, until }),
    requires: { when: status === "snoozed" ? sql`1` : sql`c.status <> ${status}` },
  });
}
