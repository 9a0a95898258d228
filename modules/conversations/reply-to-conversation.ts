// Replies to the customer for a member.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { ConversationId, FileId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { type SQL, sql } from "#kernel/db/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import { snoozeEnd } from "./change-status.ts";
import type { ByMail } from "./contract.ts";
import { answerByMail } from "./extension.ts";
import { newAssignment, newMessage, newStatus } from "./kinds/core-events.ts";
import type { Recorded, RecordCtx } from "./record/command.ts";
import { record } from "./record/record.ts";
import { fromDashboard } from "./rules.ts";
import { isFree } from "./store/assignee.ts";
import { assignsOnReply } from "./store/settings.ts";

export interface Answered {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
  readonly frontier: number;
  readonly close: boolean;
  readonly snooze?: { readonly until: string | null } | undefined;
  readonly mail?: ByMail | undefined;
  /** Set for a reply that was held back after its author sent it. */
  readonly held?: HeldReply | undefined;
}
export interface HeldReply {
  /** Condition of the batch: it still waits, and its author may still send it. */
  readonly when: SQL;
  /** Throws the refusal when it may not be sent any more, and returns otherwise. */
  readonly explain: () => Promise<void>;
  /** Ends the waiting. */
  readonly writes: (done: SQL) => readonly SQL[];
}
/** A member's context: that of their request, or of the job that sends what they held back. */
export type MemberCtx = RecordCtx & { readonly caller: MemberPrincipal };

/**
 * Stores the reply. In the same batch it assigns an unassigned conversation to its author, unless the project has turned that off, and
 * `close` closes the conversation, or `snooze` snoozes it. `mail` sets the recipients of its mail.
 */
export async function replyToConversation(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { clientId, content, attachments, frontier, close, snooze, mail, held }: Answered,
): Promise<Recorded> {
  if (close && snooze) throw invalidRequest([{ path: "snooze", message: m.conversations_close_or_snooze() }]);
  const until = snooze && snoozeEnd(snooze.until, ctx.clock.now());
  const [carry] = mail === undefined ? [] : ctx.registry.extensions.of(answerByMail);
  const carried = mail === undefined ? undefined : await carry?.(ctx, conversationId, mail);
  const recorded = await record(ctx, {
    conversationId,
    clientId,
    frontier,
    event: newMessage({ content, attachments, origin: fromDashboard }),
    followers: [
      {
        event: newAssignment(ctx.caller.accountId),
        when: sql`${isFree} AND ${assignsOnReply(ctx.caller.projectId)}`,
        implied: true,
      },
      ...(until === undefined ? [] : [{ event: newStatus({ status: "snoozed", until }), when: sql`1` }]),
      ...(close ? [{ event: newStatus({ status: "closed", until: null }), when: sql`c.status <> 'closed'` }] : []),
    ],
    ...(carried ? { requires: carried, alongside: carried.alongside, fingerprint: { with: mail } } : {}),
    ...(held && {
      requires: {
        ...carried,
        when: sql`${held.when} AND ${carried?.when ?? sql`1`}`,
        explain: async () => {
          await held.explain();
          await carried?.explain?.();
        },
      },
      writes: held.writes,
      knowsOwn: true,
      keepsDraft: true,
    }),
  });
  if (!recorded.repeated) carried?.afterCommit();
  return recorded;
}
