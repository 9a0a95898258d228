// A ceiling of the day: how much is used, with a warning from 80 % on.
import { clsx } from "clsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Ceiling } from "../../contract.ts";

const TONES = { below: "bg-accent", near: "bg-warn-text", reached: "bg-bad" } as const;

export const StateChip = ({ state }: { state: Ceiling["state"] }) =>
  state === "below" ? null : <Chip tone={state === "near" ? "warn" : "bad"}>{state === "near" ? m.ai_near() : m.ai_reached()}</Chip>;

interface CeilingBarProps {
  readonly label: string;
  readonly ceiling: Ceiling;
  /** The variable's key, for whoever wants to change it. */
  readonly name: string;
  format(value: number): string;
}
export const CeilingBar = ({ label, ceiling: { used, ceiling, state }, name, format }: CeilingBarProps) => (
  <div className="grid gap-1.5">
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{label}</span>
      <StateChip state={state} />
      <span className="ms-auto text-muted tabular-nums">{m.ai_used_of({ used: format(used), ceiling: format(ceiling) })}</span>
    </div>
    <div className="h-1.5 overflow-hidden rounded-full bg-subtle forced-colors:border" aria-hidden>
      <div className={clsx("h-full", TONES[state])} style={{ width: `${Math.min(100, (used / ceiling) * 100)}%` }} />
    </div>
    <code className="font-mono text-2xs text-muted">{name}</code>
  </div>
);
