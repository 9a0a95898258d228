// Which triggers an event of a conversation raises. Pure.
import { ANSWERS, type AnswersChange } from "#modules/assistant/contract";
import { TARGET_MISSED } from "#modules/response-targets/contract";
import { SATISFACTION } from "#modules/satisfaction/contract";
import type { AssistantOutcome, Trigger } from "../contract.ts";

/** An event as it is stored. */
export interface StoredEvent {
  readonly kind: string;
  readonly revision: number;
  readonly role: string;
  /** The payload of the event. */
  readonly data: unknown;
}
/** By the names under which modules declare their events. */
const BY_KIND: Readonly<Record<string, Trigger>> = {
  status: "status_changed",
  assigned: "assigned",
  [TARGET_MISSED]: "target_missed",
  [SATISFACTION]: "rated",
};

export function triggersOf({ kind, revision, role, data }: StoredEvent): readonly Trigger[] {
  if (kind === "message") {
    const first: readonly Trigger[] = revision === 1 ? ["created"] : [];
    if (role === "visitor") return [...first, "customer_message"];
    if (role === "assistant") return [...first, "assistant_outcome"];
    return role === "operator" ? [...first, "team_message"] : first;
  }
  if (kind === ANSWERS) {
    const { to, reason } = data as AnswersChange;
    // Taken is what a member did by writing.
    return to === "team" && reason !== "taken" ? ["handed_over", "assistant_outcome"] : [];
  }
  const trigger = BY_KIND[kind];
  return trigger === undefined ? [] : [trigger];
}

/** By the state in which a round ends. A hand-over is an event of its own, whatever was said with it. */
const BY_STATE: Readonly<Record<string, AssistantOutcome>> = { sent: "answered", asked_back: "asked_back", declined: "declined" };

/** How the assistant's round ended, if the event says so. `state`: of the round that wrote the message. */
export function assistantOutcomeOf({ kind, role, data }: StoredEvent, state: string | undefined): AssistantOutcome | undefined {
  if (kind === ANSWERS) return triggersOf({ kind, role, data, revision: 0 }).includes("assistant_outcome") ? "handed_over" : undefined;
  return kind === "message" && role === "assistant" ? BY_STATE[state ?? ""] : undefined;
}
