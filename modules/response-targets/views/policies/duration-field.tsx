// A number of minutes or hours, or none.
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { useState } from "react";

type Unit = "none" | "minutes" | "hours";
interface DurationProps {
  readonly label: string;
  readonly hint?: string;
  /** What no number means. */
  readonly unset: string;
  /** Minutes; null for none. 0 while the number is incomplete, which the server refuses. */
  readonly value: number | null;
  readonly error: string | undefined;
  onChange(minutes: number | null): void;
}
const unitOf = (value: number | null): Unit => (value === null ? "none" : value > 0 && value % 60 === 0 ? "hours" : "minutes");
const FACTORS = { minutes: 1, hours: 60 } as const;
/** What a target begins with when it is switched on. */
const FIRST = { minutes: 30, hours: 60 } as const;

export function DurationField({ label, hint, unset, value, error, onChange }: DurationProps) {
  const [unit, setUnit] = useState(() => unitOf(value));
  // Something else may have changed the value, such as discarding.
  const shown: Unit = value === null ? "none" : unit === "none" || (unit === "hours" && value % 60 !== 0) ? unitOf(value) : unit;
  const change = (next: Unit): void => {
    setUnit(next);
    if (next === "none") onChange(null);
    else onChange(value === null || shown === "none" ? FIRST[next] : (value / FACTORS[shown]) * FACTORS[next]);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      {shown !== "none" && (
        <Field label={label} error={error} className="w-40 grow">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={value === null || value === 0 ? "" : String(value / FACTORS[shown])}
            onChange={(event) =>
              onChange((/^\d{1,5}$/.test(event.target.value.trim()) ? Number(event.target.value.trim()) : 0) * FACTORS[shown])
            }
          />
        </Field>
      )}
      <Field label={shown === "none" ? label : m.response_targets_unit({ label })} hideLabel={shown !== "none"} className="w-32 grow">
        <Select
          value={shown}
          options={[
            { value: "minutes", label: m.response_targets_minutes_unit() },
            { value: "hours", label: m.response_targets_hours_unit() },
            { value: "none", label: unset },
          ]}
          onChange={(next) => change(next as Unit)}
        />
      </Field>
      {hint && <p className="basis-full text-xs text-muted">{hint}</p>}
      {shown === "none" && error && (
        <p role="alert" className="basis-full text-xs text-bad-text">
          {error}
        </p>
      )}
    </div>
  );
}
