// Edits one value: a field of its type, Enter saves, Escape gives up.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { Trash2 } from "lucide-react";
import { type KeyboardEvent, type SyntheticEvent, useState } from "react";
import { type Attribute, checkValue } from "../../contract.ts";

interface FormProps {
  readonly attribute: Attribute;
  readonly value: string | undefined;
  onCancel(): void;
  /** Null removes the value. */
  onSave(value: string | null): void;
}
export function ValueForm({ attribute, value, onCancel, onSave }: FormProps) {
  const { type, choices, archived } = attribute;
  const [text, setText] = useState(value ?? "");
  const [problem, setProblem] = useState<string>();
  function save(event: SyntheticEvent): void {
    event.preventDefault();
    // A number is typed as people write it here, with a comma or a point.
    const given = type === "number" ? text.trim().replace(/^(-?\d+),(\d+)$/, "$1.$2") : text;
    if (given.trim() === "") return value === undefined ? onCancel() : onSave(null);
    if (given.trim() === value) return onCancel();
    const checked = checkValue(attribute, type === "link" && !/^[a-z]+:/i.test(given.trim()) ? `https://${given.trim()}` : given);
    if (checked.problem !== undefined) setProblem(checked.problem);
    else onSave(checked.value);
  }
  const change = (event: { target: { value: string } }): void => setText(event.target.value);
  const field = { value: text, autoFocus: true, onChange: change, className: "w-full" };
  return (
    <form
      onSubmit={save}
      noValidate
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 pb-1"
    >
      <Field label={plain(attribute.label)} hideLabel error={problem}>
        {type === "choice" ? (
          <Select
            {...field}
            options={[
              { value: "", label: m.contact_attributes_no_choice() },
              ...(value !== undefined && !choices.includes(value) ? [{ value, label: plain(value) }] : []),
              ...choices.map((choice) => ({ value: choice, label: plain(choice) })),
            ]}
            onChange={(next) => setText(next)}
          />
        ) : type === "date" ? (
          <TextInput {...field} type="date" />
        ) : (
          <TextInput
            {...field}
            dir="auto"
            autoComplete="off"
            inputMode={type === "number" ? "decimal" : type === "link" ? "url" : "text"}
            readOnly={archived}
          />
        )}
      </Field>
      <span className="flex flex-wrap items-center gap-1.5">
        {!archived && (
          <Button type="submit" size="sm" variant="primary">
            {m.contact_attributes_save_value()}
          </Button>
        )}
        <Button size="sm" onClick={onCancel}>
          {m.dashboard_cancel()}
        </Button>
        {value !== undefined && (
          <IconButton label={m.contact_attributes_remove_value({ name: attribute.label })} icon={Trash2} onClick={() => onSave(null)} />
        )}
      </span>
    </form>
  );
}
