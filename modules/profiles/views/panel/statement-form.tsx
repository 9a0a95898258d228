// The form of a statement: its words and its kind.
import { issueOf, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type KeyboardEvent, useState } from "react";
import { type Kind, KINDS, MAX_STATEMENT, type Statement } from "../../contract.ts";
import { KIND_NAMES } from "./kind-name.ts";

interface FormProps {
  /** The statement to be changed; none for a new one. */
  readonly statement?: Statement;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  onCancel(): void;
  onSave(body: { clientId: string; kind: Kind; text: string }): void;
}

export function StatementForm({ statement, action, busy, error, onCancel, onSave }: FormProps) {
  const [text, setText] = useState(statement?.text ?? "");
  const [kind, setKind] = useState<Kind>(statement?.kind ?? "other");
  const [clientId] = useState(() => crypto.randomUUID());
  const isReady = text.trim() !== "" && text.trim().length <= MAX_STATEMENT;
  const save = (): void => void (isReady && !busy && onSave({ clientId, kind, text: text.trim() }));
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
    // A statement is one line.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      save();
    }
  }
  return (
    <form
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="mb-2 grid gap-2.5 rounded-md border border-line bg-subtle p-2.5"
    >
      <Field label={m.profiles_text()} hint={m.profiles_text_hint()} error={issueOf(error, "text") ?? refusalOf(error)}>
        <TextArea
          dir="auto"
          rows={2}
          autoFocus
          value={text}
          limit={MAX_STATEMENT}
          onChange={(event) => setText(event.target.value.replace(/[\r\n]+/g, " "))}
        />
      </Field>
      <Field label={m.profiles_kind()}>
        <Select
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          options={KINDS.map((each) => ({ value: each, label: KIND_NAMES[each]() }))}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {m.dashboard_cancel()}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={busy} disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}
