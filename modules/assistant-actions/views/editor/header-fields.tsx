// The secret headers of an action in the editor: values are only written, never shown.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { Plus, X } from "lucide-react";
import type { Setup } from "../../contract.ts";
import { MAX_HEADERS } from "../../contract.ts";
import type { FaultAt } from "./alert.tsx";
import type { FormHeader } from "./form.ts";

interface HeadersProps {
  readonly headers: readonly FormHeader[];
  readonly faultAt: FaultAt;
  readonly setup: Setup;
  /** The host was changed, so stored values will be removed. */
  readonly moved: boolean;
  onChange(headers: readonly FormHeader[]): void;
}

export function HeaderFields({ headers, faultAt, setup, moved, onChange }: HeadersProps) {
  const set = (at: number, changed: Partial<FormHeader>): void =>
    onChange(headers.map((header, i) => (i === at ? { ...header, ...changed } : header)));
  const { ready, variable } = setup.encryption;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="text-sm font-medium">{m.assistant_actions_headers()}</legend>
      <p className="mt-1 text-xs text-muted">
        {ready ? m.assistant_actions_headers_hint() : m.assistant_actions_key_missing({ variable })}
      </p>
      {moved && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
          {m.assistant_actions_headers_moved()}
        </p>
      )}
      {headers.map((header, at) => (
        <div
          key={at}
          role="group"
          aria-label={m.assistant_actions_header({ number: at + 1 })}
          className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <Field label={m.assistant_actions_header_name()} error={faultAt(`headers.${at}.name`)}>
            <TextInput
              value={header.name}
              limit={80}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              placeholder="Authorization"
              onChange={(event) => set(at, { name: event.target.value, set: false })}
            />
          </Field>
          <Field label={m.assistant_actions_header_value()} error={faultAt(`headers.${at}.value`)}>
            <TextInput
              type="password"
              value={header.value}
              dir="ltr"
              autoComplete="new-password"
              spellCheck={false}
              className="font-mono"
              placeholder={header.set ? m.assistant_actions_header_set() : ""}
              onChange={(event) => set(at, { value: event.target.value })}
            />
          </Field>
          <IconButton
            className="max-sm:justify-self-end sm:mt-7.5"
            label={m.assistant_actions_header_remove({ number: at + 1 })}
            icon={X}
            onClick={() => onChange(headers.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      {ready && headers.length < MAX_HEADERS && (
        <Button size="sm" icon={Plus} className="w-fit" onClick={() => onChange([...headers, { name: "", value: "", set: false }])}>
          {m.assistant_actions_header_add()}
        </Button>
      )}
    </fieldset>
  );
}
