// Begins a round, or takes over one whose worker died, and reads all that it needs: one round trip.
import { seconds } from "#kernel/clock/index.ts";
import { isKnownZone } from "#kernel/clock/local-time.ts";
import { type ContactId, newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { ceilingCounters, isBelowSpending, modelAmong, type ModelChoice, readChosen } from "#modules/ai";
import type { Refusal } from "#kernel/errors/index.ts";
import { readContact } from "#modules/contacts";
import { readHours } from "#modules/business-hours";
import { nextOpening } from "#modules/business-hours/contract";
import { contactOf, readOlder, readSummary } from "#modules/conversations";
import { type SQL, sql } from "#kernel/db/index.ts";
import {
  type Answering,
  type Begun,
  type NewRound,
  type OwnRound,
  type Place,
  readAnswering,
  readBegun,
  readOwnRound,
  roundExists,
  versionInForce,
  writeAgain,
  writeClaimed,
  writeRound,
  writeTouched,
} from "../store/rounds.ts";
import { isEnabled, readSettings, type StoredSettings } from "../store/settings.ts";
import { writeCounters } from "#kernel/limits/index.ts";
import { readSummaryOf, type Summary } from "../store/summaries.ts";
import { type Turn, turnsOf } from "../history/turns.ts";
import { configuringOf } from "../extension.ts";
import { goesByMail, MAIL } from "./rules.ts";

/** Events that are read of a conversation. */
const TURNS = 40;
/** A worker that has not ended a round by then is dead: longer than a call with all its attempts. */
export const LEASE = seconds(60);

export interface Beginning extends Begun {
  readonly round: NewRound;
  readonly settings: StoredSettings;
  readonly answering: Answering | undefined;
  readonly conversation:
    | {
        readonly contactId: ContactId;
        readonly status: "open" | "snoozed" | "closed";
        readonly assigned: boolean;
        readonly revision: number;
        /** Where the answer goes: `email` also in a chat whose last message came by mail. */
        readonly channel: string;
        readonly active: boolean;
        readonly verified: boolean;
        readonly language: string | null;
        /** Of the customer's browser; null if it is not known, or not a zone of this runtime. */
        readonly timeZone: string | null;
      }
    | undefined;
  /** When the team is back (ms), in its own zone; null while it is there. */
  readonly back: { readonly at: number; readonly timeZone: string } | null;
  readonly turns: readonly Turn[];
  /** Of what was said before these. */
  readonly earlier: Summary;
  readonly model: ModelChoice | Refusal;
}

export const newRound = (ctx: Pick<Ctx, "config" | "clock">, place: Place, commands: NewRound["commands"], explicit: boolean): NewRound => {
  const now = ctx.clock.now();
  return {
    ...place,
    id: newId("round", now),
    commands,
    explicit,
    lease: newId("round", now),
    leaseUntil: now + LEASE,
    counters: ceilingCounters(ctx.config, place.projectId, "replies", now),
    now,
  };
};

/** Expression: the version of the guidance that a round of the conversation has. */
export const versionFor = (ctx: Pick<Ctx, "registry">, place: Place): SQL => {
  const other = configuringOf(ctx);
  return other === undefined ? versionInForce(place.projectId) : sql`coalesce(${other.version(place)}, ${versionInForce(place.projectId)})`;
};

/** `again`: this worker's own round begins anew, because the customer wrote more. */
export async function beginRound(ctx: Ctx, round: NewRound, again?: OwnRound): Promise<Beginning> {
  const { projectId, conversationId } = round;
  const contactId = contactOf(projectId, conversationId);
  const within = isBelowSpending(projectId, ctx.config, round.now);
  const started = roundExists(projectId, round.id);
  const other = configuringOf(ctx);
  const [begun, own, inForce, answering, summary, contact, events, chosen, earlier, hours, instead] = await ctx.db.commitAndRead(
    again === undefined
      ? [
          writeClaimed(round),
          ...(other?.writes(round, round.now) ?? []),
          writeRound(round, "retrieving", 0, versionFor(ctx, round), sql`${isEnabled(projectId)} AND ${within}`),
          writeCounters(round.counters, started),
          writeTouched(round, round.now, started),
        ]
      : [writeAgain(round, again.id)],
    readBegun(round, within),
    readOwnRound(round),
    readSettings(projectId),
    readAnswering(round),
    readSummary([], projectId, conversationId, null),
    readContact(projectId, contactId),
    readOlder(projectId, conversationId, Number.MAX_SAFE_INTEGER, TURNS, true),
    readChosen(projectId),
    readSummaryOf(round),
    readHours(projectId),
    ...(other === undefined ? [] : [other.read(round)]),
  );
  // Whether the assistant answers at all is a switch of its own.
  const settings = instead === undefined ? inForce : { ...inForce, current: instead.guidance };
  const turns = turnsOf(events);
  const opensAt = nextOpening(hours, round.now);
  const zone = contact?.visit?.timeZone ?? null;
  return {
    ...begun,
    own,
    round,
    settings,
    answering,
    conversation:
      summary === undefined || contact === undefined
        ? undefined
        : {
            contactId: contact.id,
            status: summary.status,
            assigned: summary.assigneeId !== null,
            revision: summary.revision,
            channel: goesByMail(turns) ? MAIL : summary.door,
            active: contact.state === "active",
            verified: contact.identifier !== null || contact.emailVerified,
            language: contact.visit?.language ?? null,
            timeZone: zone !== null && isKnownZone(zone) ? zone : null,
          },
    back: opensAt === null ? null : { at: opensAt, timeZone: isKnownZone(hours.timeZone) ? hours.timeZone : "UTC" },
    turns,
    earlier,
    model: modelAmong(ctx, instead === undefined ? chosen : new Map(chosen).set("reply", instead.choice), "reply"),
  };
}
