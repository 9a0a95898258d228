// Decides which measures follow from the events of a conversation, one after the other. Pure: nothing else decides it.
import type { AuthorRole } from "#modules/conversations/contract";
import { ANSWERS } from "#modules/assistant/contract";
import {
  JOINED,
  MERGED,
  MOVE_UNDONE,
  MOVED,
  MOVED_FROM,
  PARTED,
  REJOINED,
  RETURNED,
  SPLIT_FROM,
  SPLIT_OFF,
  SPLIT_UNDONE,
  UNMERGED,
} from "#modules/conversations/contract";
import { SPAM } from "#modules/spam/contract";
import { TEAM_ASSIGNED } from "#modules/teams/contract";
import type { Measure } from "../contract.ts";

/** A stored event, as far as it counts. */
export interface CountedEvent {
  readonly sequence: number;
  readonly revision: number;
  readonly kind: string;
  readonly role: AuthorRole;
  readonly actorId: string | null;
  /** Of an import: it happened elsewhere. */
  readonly isImported: boolean;
  /** Of a message: a program wrote it. */
  readonly isAutomatic: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}
/** A measure that is counted once. */
export interface Fact {
  readonly id: string;
  readonly measure: Measure;
  readonly at: number;
  readonly operatorId: string | null;
  readonly teamId: string | null;
  readonly value: number;
}
/** What the next events of a conversation depend on. */
export interface Thread {
  /** Of the newest event that is counted. */
  readonly revision: number;
  /** Who wrote first; `earlier`: that was before anything was counted, or in another desk. Null: nobody wrote yet. */
  readonly begun: "customer" | "team" | "earlier" | null;
  /** Whether the first event is known. */
  readonly fromStart: boolean;
  /** Whether a person answered, or nobody knows. */
  readonly answered: boolean;
  /** Whether the assistant answered. */
  readonly assisted: boolean;
  /** Since when the customer waits. */
  readonly waiting: number | null;
  /** Since when it has to be closed. */
  readonly opened: number | null;
  /** The same, while it was found to be no spam and is still closed. */
  readonly held: number | null;
  readonly closed: boolean;
  readonly silenced: boolean;
  /** Who answered since it was opened. */
  readonly byPerson: boolean;
  readonly byAssistant: boolean;
  readonly teamId: string | null;
}
const BEGINNING: Thread = {
  ...{ revision: 0, begun: null, fromStart: false, answered: false, assisted: false, waiting: null, opened: null, held: null },
  ...{ closed: false, silenced: false, byPerson: false, byAssistant: false, teamId: null },
};

/** The conversation after the event, and what it counts as. `thread` undefined: nothing of it was counted before. */
export function after(
  thread: Thread | undefined,
  event: CountedEvent,
): { readonly thread: Thread | undefined; readonly facts: readonly Fact[] } {
  if (event.isImported || (thread && event.revision <= thread.revision)) return { thread, facts: [] };
  const was = thread ?? { ...BEGINNING, fromStart: event.revision === 1 };
  const facts: Fact[] = [];
  const by = event.role === "operator" ? event.actorId : null;
  const count = (measure: Measure, value = 0): void => {
    facts.push({ id: `e:${event.sequence}:${measure}`, measure, at: event.at, operatorId: by, teamId: was.teamId, value });
  };
  const next = { ...was, ...changeOf(was, event, count), revision: event.revision };
  return { thread: next, facts };
}

/** What goes on in another conversation from then on. */
const ELSEWHERE: readonly string[] = [MERGED, SPLIT_UNDONE, MOVED, MOVE_UNDONE];

type Count = (measure: Measure, value?: number) => void;
/** Whole seconds between two moments. Clocks of different machines may differ, so it is never below zero. */
const secondsSince = (from: number, to: number): number => Math.max(0, Math.round((to - from) / 1000));

function changeOf(was: Thread, event: CountedEvent, count: Count): Partial<Thread> {
  const { kind, role, at, data } = event;
  if (kind === "message") return event.isAutomatic ? {} : afterMessage(was, role, at, count);
  if (kind === "status") return afterStatus(was, data["status"], at, count);
  if (kind === SPAM)
    return data["spam"] === true ? { silenced: true, waiting: null } : { silenced: false, held: was.opened ?? was.held, opened: null };
  if (kind === TEAM_ASSIGNED) return { teamId: typeof data["teamId"] === "string" ? data["teamId"] : null };
  // What goes on elsewhere is no resolution; who waits does so there.
  if (ELSEWHERE.includes(kind)) return { waiting: null, held: was.opened ?? was.held, opened: null };
  if (kind === UNMERGED) return { opened: was.opened ?? was.held, held: null };
  if (kind === PARTED) {
    if (data["status"] === "closed") return { closed: true, opened: null, held: null, waiting: null };
    return data["waits"] === false ? { waiting: null } : {};
  }
  if (kind === JOINED)
    return {
      ...(data["waits"] === true ? { waiting: was.waiting ?? at } : {}),
      ...(data["status"] === "open" || data["status"] === "snoozed" ? { closed: false, opened: was.opened ?? at } : {}),
    };
  if (kind === SPLIT_FROM || kind === MOVED_FROM) return afterSplit(was, data["waits"] === true, at, count);
  // What was split off is waited for there.
  if (kind === SPLIT_OFF) return data["waits"] === false ? { waiting: null } : {};
  if (kind === RETURNED)
    return {
      ...(data["waits"] === true ? { waiting: was.waiting ?? at } : {}),
      ...(data["status"] === "open" || data["status"] === "snoozed" ? { opened: was.opened ?? was.held, held: null } : {}),
    };
  if (kind === REJOINED)
    return {
      ...(data["waits"] === true ? { waiting: was.waiting ?? at } : {}),
      ...(data["status"] === "open" ? { closed: false, opened: was.opened ?? at } : {}),
    };
  // The customer still waits for somebody, whatever the assistant told them.
  if (kind === ANSWERS) return data["to"] === "team" && data["reason"] !== "taken" && !was.silenced ? { waiting: was.waiting ?? at } : {};
  if (kind === "erased") return { waiting: null, opened: null, held: null };
  return {};
}

/** A member begins it. Its messages were counted where they were written, so their answer is no first response. */
function afterSplit(was: Thread, waits: boolean, at: number, count: Count): Partial<Thread> {
  if (was.begun === null && was.fromStart) count("outbound_conversation");
  return { begun: was.begun ?? (was.fromStart ? "team" : "earlier"), opened: was.opened ?? at, ...(waits ? { waiting: at } : {}) };
}

function afterMessage(was: Thread, role: AuthorRole, at: number, count: Count): Partial<Thread> {
  const begins = (who: "customer" | "team"): Thread["begun"] => was.begun ?? (was.fromStart ? who : "earlier");
  if (role === "visitor") {
    const begun = begins("customer");
    if (was.begun === null && begun === "customer") count("new_conversation");
    count("customer_message");
    // In a silenced conversation nobody waits.
    return was.silenced ? { begun } : { begun, waiting: was.waiting ?? at, opened: was.opened ?? at, held: null };
  }
  if (role === "operator") {
    const begun = begins("team");
    if (was.begun === null && begun === "team") count("outbound_conversation");
    count("reply");
    if (was.waiting !== null) {
      const waited = secondsSince(was.waiting, at);
      count("wait", waited);
      if (!was.answered && begun === "customer") count("first_response", waited);
    }
    return {
      begun,
      answered: true,
      waiting: null,
      byPerson: true,
      opened: was.opened ?? (was.begun === null && begun === "team" ? at : null),
    };
  }
  if (role !== "assistant") return {};
  count("assistant_reply");
  if (!was.assisted) count("assistant_conversation");
  return { assisted: true, byAssistant: true, waiting: null };
}
function afterStatus(was: Thread, status: unknown, at: number, count: Count): Partial<Thread> {
  if (status === "open") {
    if (was.closed) count("reopened");
    return { closed: false, silenced: false, opened: was.opened ?? was.held ?? (was.closed ? at : null), held: null };
  }
  if (status === "snoozed") return { closed: false, silenced: false, opened: was.opened ?? was.held, held: null };
  // What closes spam is no resolution, and may be taken back.
  if (status !== "closed" || was.silenced) return {};
  if (was.opened !== null) {
    count("resolution", secondsSince(was.opened, at));
    if (was.byAssistant && !was.byPerson) count("assistant_resolution");
  }
  return { closed: true, opened: null, held: null, waiting: null, byPerson: false, byAssistant: false };
}
