// A further event in another conversation, in the batch of the event that `record` stores.
import type { ConversationId } from "#kernel/ids/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { eventWrites } from "../extension.ts";
import type { NewEvent } from "../kinds/event-kind.ts";
import { authorKindOf, mustBeRegistered, registeredRowFields } from "../kinds/registered.ts";
import { announce } from "../live/announce.ts";
import { readRecorded, readSummary } from "../store/summaries.ts";
import { eventExists, writeConversation, writeEvents } from "../store/write-batch.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { ConversationSummary } from "../contract.ts";
import type { RecordCtx, Recorded } from "./command.ts";

export interface Beside {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  readonly event: NewEvent;
}

/** Statements that store the event where `done` holds: `writes` of the command that it belongs to. */
export function writesBeside(ctx: RecordCtx, { conversationId, clientId, event }: Beside, done: SQL): SQL[] {
  mustBeRegistered(ctx, event);
  const { caller } = ctx;
  const { projectId } = caller;
  const kind = authorKindOf(ctx, caller);
  const now = ctx.clock.now();
  const id = newId("event", now);
  const base = {
    projectId,
    conversationId,
    role: kind.role,
    actorId: kind.actorId(caller),
    scope: kind.scope(caller),
    fingerprint: "",
    now,
  };
  const visible = event.kind.audience(event) === "everybody";
  return [
    writeEvents(base, { id, kind: event.kind.name, visible, clientId, messageId: null, data: event.data }, [], sql`${done}`),
    writeConversation(projectId, conversationId, id, event.kind.change(event, kind.role), now),
    ...ctx.registry.extensions
      .of(eventWrites)
      .flatMap((writes) => [
        ...writes({ projectId, conversationId, now }, { event, accountId: kind.accountId?.(caller), role: kind.role }, eventExists(id)),
      ]),
  ];
}

/** Publishes the event once its batch was committed. Whoever misses that gets it within a minute. */
export async function announceBeside(ctx: RecordCtx, { conversationId, clientId }: Omit<Beside, "event">): Promise<void> {
  const { caller } = ctx;
  const scope = authorKindOf(ctx, caller).scope(caller);
  const [rows] = await ctx.db.read(readRecorded(registeredRowFields(ctx), caller.projectId, conversationId, scope, null, [clientId]));
  const [first] = rows;
  if (first) announce(ctx, { projectId: caller.projectId, rows, summary: first.summary, previousForContact: first.previousForContact });
}

/** The conversation that began with what was recorded in another one, whose event names it as `to`; so a repetition finds it, too. */
export async function readBegun(ctx: RecordCtx & { readonly caller: MemberPrincipal }, { event }: Recorded): Promise<ConversationSummary> {
  const { projectId, accountId } = ctx.caller;
  const to = event.kind === "activity" ? event.data["to"] : undefined;
  const [begun] = await ctx.db.read(readSummary(registeredRowFields(ctx), projectId, to as ConversationId, accountId));
  if (!begun) throw notFound();
  return begun;
}
