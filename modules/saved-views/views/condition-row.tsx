// One condition of the builder: its field, how it is compared, its values.
import { IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import type { ViewField } from "#modules/inbox/views";
import { X } from "lucide-react";
import { DAYS, fieldOf, HOURS, type Line, lineFor, type TimeField } from "./conditions.ts";

interface RowProps {
  readonly line: Line;
  readonly index: number;
  readonly fields: readonly ViewField[];
  /** Another condition compares with the current time already. */
  readonly timeTaken: boolean;
  onChange(line: Line): void;
  onRemove(): void;
}
export function ConditionRow({ line, index, fields, timeTaken, onChange, onRemove }: RowProps) {
  const number = index + 1;
  const field = fieldOf(line);
  const times: { value: TimeField; label: string }[] = [
    { value: "created", label: m.saved_views_field_created() },
    { value: "activity", label: m.saved_views_field_activity() },
    { value: "waiting", label: m.saved_views_field_waiting() },
  ];
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-1.5 rounded-md border border-line p-2">
      <legend className="sr-only">{m.saved_views_condition({ number })}</legend>
      <div className="grid min-w-0 grid-cols-2 gap-1.5">
        <Select
          aria-label={m.saved_views_field({ number })}
          value={field}
          onChange={(name) => onChange(lineFor(name))}
          options={[
            ...fields.map(({ name, label }) => ({ value: name, label })),
            // Only one condition can compare with the current time; waiting always does.
            ...times.map((time) => ({ ...time, disabled: time.value === "waiting" && timeTaken && field !== "waiting" })),
            { value: "attribute", label: m.saved_views_field_attribute() },
          ]}
        />
        <How line={line} number={number} fields={fields} timeTaken={timeTaken} onChange={onChange} />
      </div>
      <IconButton label={m.saved_views_remove({ number })} icon={X} onClick={onRemove} className="mt-1" />
      <div className="col-span-2 min-w-0">
        <Values line={line} number={number} fields={fields} onChange={onChange} />
      </div>
    </fieldset>
  );
}

type PartProps = Pick<RowProps, "line" | "fields" | "onChange"> & { readonly number: number };

function How({ line, number, fields, timeTaken, onChange }: PartProps & { timeTaken: boolean }) {
  const label = m.saved_views_how({ number });
  if (line.kind === "time")
    return (
      <Select
        aria-label={label}
        value={line.how}
        onChange={(how) => onChange({ ...line, how: how as typeof line.how })}
        options={[
          { value: "over", label: line.field === "waiting" ? m.saved_views_longer() : m.saved_views_over(), disabled: timeTaken },
          { value: "under", label: line.field === "waiting" ? m.saved_views_shorter() : m.saved_views_under(), disabled: timeTaken },
          ...(line.field === "waiting"
            ? []
            : [
                { value: "from", label: m.saved_views_from() },
                { value: "until", label: m.saved_views_until() },
              ]),
        ]}
      />
    );
  const several = line.kind === "choice" && fields.find(({ name }) => name === line.field)?.several === true;
  return (
    <Select
      aria-label={label}
      value={line.is}
      onChange={(is) => onChange({ ...line, is } as Line)}
      options={[
        { value: "any", label: several ? m.saved_views_is_any() : m.saved_views_is() },
        ...(several ? [{ value: "all", label: m.saved_views_is_all() }] : []),
        { value: "none", label: several ? m.saved_views_is_none() : m.saved_views_is_not() },
      ]}
    />
  );
}

function Values({ line, number, fields, onChange }: PartProps) {
  if (line.kind === "attribute")
    return (
      <div className="grid grid-cols-2 gap-1.5">
        <TextInput
          aria-label={m.saved_views_attribute_name({ number })}
          placeholder="plan"
          value={line.key}
          maxLength={40}
          onChange={(event) => onChange({ ...line, key: event.target.value })}
        />
        <TextInput
          aria-label={m.saved_views_attribute_values({ number })}
          placeholder="pro, team"
          value={line.values}
          onChange={(event) => onChange({ ...line, values: event.target.value })}
        />
      </div>
    );
  if (line.kind === "time") {
    if (line.how === "from" || line.how === "until")
      return (
        <TextInput
          type="date"
          aria-label={m.saved_views_day({ number })}
          value={line.day}
          onChange={(event) => onChange({ ...line, day: event.target.value })}
        />
      );
    return (
      <div className="grid grid-cols-2 gap-1.5">
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={525_600 / line.unit}
          aria-label={m.saved_views_amount({ number })}
          value={line.amount}
          onChange={(event) => onChange({ ...line, amount: event.target.value })}
        />
        <Select
          aria-label={m.saved_views_unit({ number })}
          value={String(line.unit)}
          onChange={(unit) => onChange({ ...line, unit: Number(unit) })}
          options={[
            { value: "1", label: m.saved_views_unit_minutes() },
            { value: String(HOURS), label: m.saved_views_unit_hours() },
            { value: String(DAYS), label: m.saved_views_unit_days() },
          ]}
        />
      </div>
    );
  }
  const field = fields.find(({ name }) => name === line.field);
  const options = field?.options ?? [];
  // A value that is no longer offered, such as a former member, can still be unchosen. What its module has not declared yet is not gone.
  const gone = line.values
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: field ? m.saved_views_gone() : "…" }));
  const set = (values: readonly string[]): void => onChange({ ...line, values });
  return (
    <div
      role="group"
      aria-label={m.saved_views_values({ number })}
      className="grid max-h-36 grid-cols-2 gap-x-3 gap-y-1 overflow-y-auto py-1 max-sm:gap-y-2"
    >
      {[...options, ...gone].map(({ value, label }) => (
        <Checkbox
          key={value}
          label={<span className="wrap-anywhere">{label}</span>}
          checked={line.values.includes(value)}
          onChange={(on) => set(on ? [...line.values, value] : line.values.filter((each) => each !== value))}
        />
      ))}
      {field?.Chooser && <field.Chooser chosen={line.values} onChoose={(value) => set([...new Set([...line.values, value])])} />}
    </div>
  );
}
