// Chooses how a round of the assistant has to end for a rule to run.
import { Checkbox } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { useId } from "react";
import { ASSISTANT_OUTCOMES, type AssistantOutcome } from "../contract.ts";
import { ASSISTANT_LABELS } from "./labels.ts";

interface ChoiceProps {
  readonly chosen: readonly AssistantOutcome[];
  readonly problem: string | undefined;
  onChange(outcomes: readonly AssistantOutcome[]): void;
}
export function OutcomeChoice({ chosen, problem, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-label={m.automation_field_outcomes()}
      aria-describedby={problem === undefined ? undefined : id}
      className="grid gap-1.5"
    >
      {ASSISTANT_OUTCOMES.map((outcome) => (
        <Checkbox
          key={outcome}
          label={ASSISTANT_LABELS[outcome]()}
          checked={chosen.includes(outcome)}
          onChange={(on) => onChange(ASSISTANT_OUTCOMES.filter((one) => (one === outcome ? on : chosen.includes(one))))}
        />
      ))}
      {problem !== undefined && (
        <p id={id} role="alert" className="text-xs text-bad-text">
          {problem}
        </p>
      )}
    </div>
  );
}
