// The inputs of an action in the editor.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { Plus, X } from "lucide-react";
import { INPUT_TYPES, MAX_INPUTS } from "../../contract.ts";
import type { FaultAt } from "./alert.tsx";
import type { Form } from "./form.ts";

interface InputsProps {
  readonly inputs: Form["inputs"];
  readonly faultAt: FaultAt;
  onChange(inputs: Form["inputs"]): void;
}
const TYPES = {
  string: m.assistant_actions_type_string,
  number: m.assistant_actions_type_number,
  boolean: m.assistant_actions_type_boolean,
  choice: m.assistant_actions_type_choice,
} as const;

export function InputFields({ inputs, faultAt, onChange }: InputsProps) {
  const set = (at: number, changed: Partial<Form["inputs"][number]>): void =>
    onChange(inputs.map((input, i) => (i === at ? { ...input, ...changed } : input)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="text-sm font-medium">{m.assistant_actions_inputs()}</legend>
      <p className="mt-1 text-xs text-muted">{m.assistant_actions_inputs_hint({ opening: "{{", closing: "}}" })}</p>
      {inputs.map((input, at) => (
        <div
          key={at}
          role="group"
          aria-label={m.assistant_actions_input({ number: at + 1 })}
          className="grid gap-3 rounded-md border border-line p-3"
        >
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
            <Field label={m.assistant_actions_input_name()} error={faultAt(`inputs.${at}.name`)}>
              <TextInput
                value={input.name}
                limit={40}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className="font-mono"
                placeholder="order_number"
                onChange={(event) => set(at, { name: event.target.value })}
              />
            </Field>
            <Field label={m.assistant_actions_input_type()}>
              <Select
                value={input.type}
                onChange={(type) => set(at, { type: INPUT_TYPES.find((one) => one === type) ?? "string" })}
                options={INPUT_TYPES.map((value) => ({ value, label: TYPES[value]() }))}
              />
            </Field>
            <IconButton
              className="max-sm:justify-self-end sm:mt-7.5"
              label={m.assistant_actions_input_remove({ number: at + 1 })}
              icon={X}
              onClick={() => onChange(inputs.filter((_, i) => i !== at))}
            />
          </div>
          <Field label={m.assistant_actions_input_description_label()} error={faultAt(`inputs.${at}.description`)}>
            <TextInput
              value={input.description}
              limit={200}
              dir="auto"
              autoComplete="off"
              placeholder={m.assistant_actions_input_description_example()}
              onChange={(event) => set(at, { description: event.target.value })}
            />
          </Field>
          {input.type === "choice" && (
            <Field
              label={m.assistant_actions_input_choices()}
              hint={m.assistant_actions_input_choices_hint()}
              error={faultAt(`inputs.${at}.choices`)}
            >
              <TextArea value={input.choices} dir="auto" onChange={(event) => set(at, { choices: event.target.value })} />
            </Field>
          )}
          <Checkbox label={m.assistant_actions_input_required()} checked={input.required} onChange={(required) => set(at, { required })} />
        </div>
      ))}
      {inputs.length < MAX_INPUTS && (
        <Button
          size="sm"
          icon={Plus}
          className="w-fit"
          onClick={() => onChange([...inputs, { name: "", type: "string", description: "", required: true, choices: "" }])}
        >
          {m.assistant_actions_input_add()}
        </Button>
      )}
    </fieldset>
  );
}
