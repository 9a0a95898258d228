// Chooses actions and their values, in an order: the part of a form that macros have.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox, Select, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { fieldOf, hasChoice } from "./action-fields.tsx";
import { useId } from "react";
import type { ActionField } from "./slot.ts";

export interface PreparedAction {
  readonly action: string;
  readonly value: unknown;
}
interface BuilderProps {
  readonly steps: readonly PreparedAction[];
  readonly fields: readonly ActionField[];
  readonly max: number;
  /** Somebody tried to save it: what lacks a value says so. */
  readonly tried: boolean;
  /** The server's sentence about the step in this place. */
  problemAt(place: number): string | undefined;
  /** The server's sentence about all of them. */
  readonly problem: string | undefined;
  onChange(steps: readonly PreparedAction[]): void;
}
const firstOf = (field: ActionField): PreparedAction => ({
  action: field.action,
  value: field.valueOf(field.several === true || field.text ? [] : field.options.slice(0, 1).map(({ value }) => value)),
});

export function ActionBuilder({ steps, fields, max, tried, problemAt, problem: ofAll, onChange }: BuilderProps) {
  const id = useId();
  // A step whose field has nothing chosen yet still belongs to it.
  const nameOf = (step: PreparedAction): string | undefined =>
    fieldOf(step, fields)?.field.name ?? fields.find((field) => JSON.stringify(field.valueOf([])) === JSON.stringify(step.value))?.name;
  const used = new Set(steps.map(nameOf));
  const next = fields.find(({ name }) => !used.has(name));
  const replace = (place: number, step: PreparedAction): void => onChange(steps.map((each, index) => (index === place ? step : each)));
  const move = (from: number, to: number): void => {
    const [moved] = steps.slice(from, from + 1);
    if (moved) onChange(steps.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {steps.map((step, index) => {
        const number = index + 1;
        const name = nameOf(step);
        const field = fields.find((each) => each.name === name);
        const chosen = fieldOf(step, fields)?.chosen ?? [];
        const lacks = field?.text ? m.bulk_actions_prepared_write : m.bulk_actions_prepared_choose;
        const problem = tried && !hasChoice(step, fields) ? lacks() : problemAt(index);
        const hintId = `${id}-${index}`;
        return (
          <fieldset
            key={`${index} ${name}`}
            className={`grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-1.5 rounded-md border p-2 ${problem === undefined ? "border-line" : "border-bad"}`}
          >
            <legend className="sr-only">{m.bulk_actions_prepared_step({ number })}</legend>
            <div className="grid min-w-0 grid-cols-1 gap-1.5 sm:grid-cols-2">
              <Select
                aria-label={m.bulk_actions_prepared_action({ number })}
                value={name ?? ""}
                onChange={(other) => {
                  const to = fields.find((each) => each.name === other);
                  if (to) replace(index, firstOf(to));
                }}
                options={[
                  ...(field ? [] : [{ value: "", label: m.bulk_actions_prepared_gone() }]),
                  ...fields.map((each) => ({ value: each.name, label: each.label, disabled: each.name !== name && used.has(each.name) })),
                ]}
              />
              {field && field.several !== true && !field.text && (
                <Select
                  aria-label={m.bulk_actions_prepared_value({ number })}
                  value={chosen[0] ?? ""}
                  onChange={(value) => replace(index, { action: field.action, value: field.valueOf([value]) })}
                  options={[...goneOf(field, chosen).map((value) => ({ value, label: m.bulk_actions_prepared_gone() })), ...field.options]}
                />
              )}
            </div>
            <span className="flex">
              <IconButton
                label={m.bulk_actions_prepared_up({ number })}
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={m.bulk_actions_prepared_down({ number })}
                icon={ArrowDown}
                disabled={index === steps.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton label={m.bulk_actions_prepared_remove({ number })} icon={X} onClick={() => onChange(steps.toSpliced(index, 1))} />
            </span>
            {field?.text && (
              <div className="col-span-2 grid grid-cols-1 gap-1">
                <TextArea
                  dir="auto"
                  className="min-h-24"
                  aria-label={m.bulk_actions_prepared_text({ number })}
                  aria-describedby={hintId}
                  aria-invalid={problem !== undefined}
                  limit={field.text.limit}
                  value={chosen[0] ?? ""}
                  onChange={(event) => replace(index, { action: field.action, value: field.valueOf([event.target.value]) })}
                />
                <p id={hintId} className="text-xs text-muted">
                  {field.text.hint}
                </p>
              </div>
            )}
            {field?.several === true && (
              <div
                role="group"
                aria-label={m.bulk_actions_prepared_value({ number })}
                className="col-span-2 grid max-h-36 grid-cols-2 gap-x-3 gap-y-1 overflow-y-auto py-1 max-sm:gap-y-2"
              >
                {[...field.options, ...goneOf(field, chosen).map((value) => ({ value, label: m.bulk_actions_prepared_gone() }))].map(
                  ({ value, label }) => (
                    <Checkbox
                      key={value}
                      label={
                        <span dir="auto" className="wrap-anywhere">
                          {label}
                        </span>
                      }
                      checked={chosen.includes(value)}
                      onChange={(on) =>
                        replace(index, {
                          action: field.action,
                          value: field.valueOf(on ? [...chosen, value] : chosen.filter((each) => each !== value)),
                        })
                      }
                    />
                  ),
                )}
              </div>
            )}
            {problem !== undefined && (
              <p role="alert" className="col-span-2 text-xs text-bad-text">
                {problem}
              </p>
            )}
          </fieldset>
        );
      })}
      {next && steps.length < max && (
        <Button size="sm" icon={Plus} className="justify-self-start" onClick={() => onChange([...steps, firstOf(next)])}>
          {m.bulk_actions_prepared_add()}
        </Button>
      )}
      {ofAll !== undefined && (
        <p role="alert" className="text-xs text-bad-text">
          {ofAll}
        </p>
      )}
    </div>
  );
}
/** Values that are not offered any more, such as a former member. */
const goneOf = (field: ActionField, chosen: readonly string[]): readonly string[] =>
  chosen.filter((value) => !field.options.some((option) => option.value === value));
