// Which fields of the answer may be told, in the editor.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { Plus, X } from "lucide-react";
import { MAX_TOLD } from "../../contract.ts";
import { Alert, type FaultAt } from "./alert.tsx";
import type { Form } from "./form.ts";

interface ToldProps {
  readonly told: Form["told"];
  readonly kind: Form["kind"];
  readonly faultAt: FaultAt;
  onChange(told: Form["told"]): void;
}

export function ToldFields({ told, kind, faultAt, onChange }: ToldProps) {
  const set = (at: number, changed: Partial<Form["told"][number]>): void =>
    onChange(told.map((field, i) => (i === at ? { ...field, ...changed } : field)));
  return (
    <Section
      title={m.assistant_actions_told()}
      lead={kind === "changes" ? m.assistant_actions_told_lead_changes() : m.assistant_actions_told_lead()}
    >
      {told.map((field, at) => (
        <div
          key={at}
          role="group"
          aria-label={m.assistant_actions_told_field({ number: at + 1 })}
          className="grid grid-cols-1 gap-3 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <Field label={m.assistant_actions_told_path()} error={faultAt(`told.${at}.path`)}>
            <TextInput
              value={field.path}
              limit={200}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              placeholder="order.status"
              onChange={(event) => set(at, { path: event.target.value })}
            />
          </Field>
          <Field label={m.assistant_actions_told_label()} error={faultAt(`told.${at}.label`)}>
            <TextInput
              value={field.label}
              limit={60}
              dir="auto"
              autoComplete="off"
              placeholder={m.assistant_actions_told_example()}
              onChange={(event) => set(at, { label: event.target.value })}
            />
          </Field>
          <IconButton
            className="max-sm:justify-self-end sm:mt-7.5"
            label={m.assistant_actions_told_remove({ number: at + 1 })}
            icon={X}
            onClick={() => onChange(told.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Alert text={faultAt("told")} />
      {told.length < MAX_TOLD && (
        <Button size="sm" icon={Plus} className="w-fit" onClick={() => onChange([...told, { path: "", label: "" }])}>
          {m.assistant_actions_told_add()}
        </Button>
      )}
    </Section>
  );
}
