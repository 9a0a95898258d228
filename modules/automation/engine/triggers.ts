// Which triggers an event of a conversation raises. Pure.
import { ANSWERS, type AnswersChange } from "#modules/assistant/contract";
import { TARGET_MISSED } from "#modules/response-targets/contract";
import { SATISFACTION } from "#modules/satisfaction/contract";
import type { Trigger } from "../contract.ts";

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
    return role === "operator" ? [...first, "team_message"] : first;
  }
  if (kind === ANSWERS) {
    const { to, reason } = data as AnswersChange;
    // Taken is what a member did by writing.
    return to === "team" && reason !== "taken" ? ["handed_over"] : [];
  }
  const trigger = BY_KIND[kind];
  return trigger === undefined ? [] : [trigger];
}
