// Plans the batch of a command: the author, the new ids, and the conditions under which the batch stores anything.
import { sha256 } from "#kernel/auth/index.ts";
import type { AccountId, ContactId, MessageId } from "#kernel/ids/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { belowLimits } from "#kernel/limits/index.ts";
import { notErased } from "#modules/contacts";
import { areUnattached } from "#modules/files";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { AuthorRole } from "../contract.ts";
import type { Follower } from "../kinds/event-kind.ts";
import { authorKindOf, mustBeRegistered } from "../kinds/registered.ts";
import { storedOnTheWay } from "../store/merged.ts";
import { conversationExists, eventExists, isFresh } from "../store/write-batch.ts";
import type { RecordCommand, RecordCtx } from "./command.ts";

export interface Plan {
  readonly now: number;
  readonly author: {
    readonly role: AuthorRole;
    readonly scope: string;
    readonly id: string;
    /** For a customer: the only contact in whose conversations they may write. */
    readonly contactId: ContactId | undefined;
    /** For a member. */
    readonly accountId: AccountId | undefined;
  };
  readonly eventId: string;
  readonly messageId: MessageId | undefined;
  readonly followers: readonly PlannedFollower[];
  readonly visible: boolean;
  readonly fingerprint: string;
  readonly conditions: Conditions;
}
export type PlannedFollower = Follower & { readonly id: string; readonly clientId: string };
/** Conditions on the conversation `c`, except `mayWrite`, `free`, `opens` and `done`. */
export interface Conditions {
  readonly mayWrite: SQL;
  readonly mayAct: SQL;
  /** Members may assign and close conversations of an erased contact, but not add text. */
  readonly notErased: SQL;
  /** It was not merged into another one, and the customer's message was not stored in one that it was merged into before. */
  readonly isOwn: SQL;
  /** Where it goes on, or where the message was stored; null while it takes this event. */
  readonly leadsTo: SQL;
  readonly reached: SQL;
  readonly fresh: SQL;
  readonly free: SQL;
  /** All conditions together: the event is stored where this holds. */
  readonly all: SQL;
  /** Holds when a member's opening may create the conversation. */
  readonly opens: SQL;
  /** Holds after the event was stored. */
  readonly done: SQL;
}

export function planOf(ctx: RecordCtx, command: RecordCommand): Plan {
  const { caller } = ctx;
  const { event, clientId } = command;
  const kind = authorKindOf(ctx, caller);
  const { role } = kind;
  const author = {
    role,
    scope: kind.scope(caller),
    id: kind.actorId(caller),
    contactId: kind.contactId?.(caller),
    accountId: kind.accountId?.(caller),
  };
  const natural = event.kind.follow?.(event, role);
  const followers = command.followers ?? (natural ? [natural] : []);
  for (const each of [event, ...followers.map((follower) => follower.event)]) mustBeRegistered(ctx, each);
  const now = ctx.clock.now();
  const eventId = newId("event", now);
  return {
    now,
    author,
    eventId,
    messageId: event.text ? newId("message", now) : undefined,
    followers: followers.map((follower) => ({
      ...follower,
      id: newId("event", now),
      clientId: `${clientId}:${follower.event.kind.name}`,
    })),
    visible: event.kind.audience(event) === "everybody",
    fingerprint: fingerprintOf(command),
    conditions: conditionsOf(ctx, command, author, kind.mayWrite(caller), eventId),
  };
}

/** Hash that distinguishes a repetition from another command with the same `clientId`. Must stay equal to hashes of earlier releases. */
function fingerprintOf({ event, followers = [], fingerprint }: RecordCommand): string {
  if (fingerprint && "only" in fingerprint) return sha256(JSON.stringify(fingerprint.only));
  const { kind, data, text } = event;
  return sha256(
    JSON.stringify([
      ...(text ? [kind.name, text.content, text.attachments, null, null] : [null, null, null, kind.name, data]),
      followers.find(({ implied }) => implied !== true)?.event.data,
      ...(fingerprint ? [fingerprint.with] : []),
    ]),
  );
}

function conditionsOf(ctx: RecordCtx, command: RecordCommand, author: Plan["author"], mayWriteNow: SQL, eventId: string): Conditions {
  const { projectId } = ctx.caller;
  const { conversationId, frontier, knowsOwn, counters = [], opening, event, requires } = command;
  // With a proof in the batch, that is the condition; without one, the author's right to write is checked again.
  const mayWrite = ctx.proof?.holds ?? mayWriteNow;
  const isTeam = author.contactId === undefined;
  const storedIn = isTeam ? sql`NULL` : storedOnTheWay(projectId, author.scope, command.clientId);
  const one = {
    mayWrite,
    mayAct: isTeam ? mayWrite : sql`${mayWrite} AND c.contact_id = ${author.contactId}`,
    notErased: isTeam && event.text ? notErased(projectId, sql`c.contact_id`) : sql`1`,
    isOwn: command.endsMerge === true ? sql`1` : isTeam ? sql`c.merged_into IS NULL` : sql`c.merged_into IS NULL AND ${storedIn} IS NULL`,
    leadsTo: command.endsMerge === true ? sql`NULL` : sql`coalesce(${storedIn}, c.merged_into)`,
    reached: frontier === undefined ? sql`1` : sql`c.revision >= ${frontier}`,
    fresh: frontier === undefined ? sql`1` : isFresh(projectId, conversationId, frontier, author.scope, knowsOwn),
    free: event.text ? areUnattached(projectId, author.scope, event.text.attachments) : sql`1`,
  };
  return {
    ...one,
    all: sql`${one.mayAct} AND ${one.isOwn} AND ${one.notErased} AND ${one.reached} AND ${one.fresh} AND ${one.free} AND ${counters.length === 0 ? sql`1` : belowLimits(counters)} AND ${requires?.when ?? sql`1`}`,
    opens: sql`${mayWrite} AND ${projectIsLive(projectId)} AND ${one.free} AND ${opening?.by?.when ?? sql`0`} AND NOT ${conversationExists(projectId, conversationId)}`,
    done: eventExists(eventId),
  };
}
