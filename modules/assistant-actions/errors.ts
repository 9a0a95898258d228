// Refusals of the assistant's actions.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const changedMeanwhile = (): Refusal => conflict(m.assistant_actions_changed_meanwhile(), { reason: "changed" });
/** `expired`, `declined`, `changed` (the action or the inputs), `proof` (the address has to be proved first), or `busy`. */
export const notConfirmable = (reason: "expired" | "declined" | "changed" | "proof" | "busy"): Refusal =>
  conflict(
    {
      expired: m.assistant_actions_expired,
      declined: m.assistant_actions_declined,
      changed: m.assistant_actions_request_changed,
      proof: m.assistant_actions_proof_first,
      busy: m.assistant_actions_too_many_runs,
    }[reason](),
    { reason },
  );
