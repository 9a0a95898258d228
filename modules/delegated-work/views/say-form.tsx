// A field in which a member says something to their computer. It shows as said from the moment on which it is; what was written comes back
// if the service refuses it.
import { issueOf, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { MAX_ANSWER } from "../contract.ts";

interface SayFormProps {
  readonly label: string;
  readonly hint: string;
  /** What is said of an empty field. */
  readonly missing: string;
  readonly action: string;
  /** What stands in place of the form from the moment on which it was sent. */
  readonly said: string;
  /** The field of the request. */
  readonly field: "answer" | "note";
  readonly autoFocus?: boolean;
  /** How the sending goes. */
  readonly state: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: Error | null };
  send(text: string): void;
  onCancel?(): void;
}
export function SayForm({ label, hint, missing, action, said, field, autoFocus = false, state, send, onCancel }: SayFormProps) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  if (state.isPending || state.isSuccess)
    return (
      <div role="status" className="grid gap-1">
        <p className="font-medium">{said}</p>
        <p dir="auto" className="whitespace-pre-wrap text-muted wrap-anywhere">
          {text}
        </p>
      </div>
    );
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (text.trim() !== "") send(text);
  }
  const isMissing = tried && text.trim() === "";
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field label={label} hint={hint} error={isMissing ? missing : (issueOf(state.error, field) ?? refusalOf(state.error))}>
        <TextArea
          dir="auto"
          rows={2}
          limit={MAX_ANSWER}
          autoFocus={autoFocus}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="sm" onClick={onCancel}>
            {m.dashboard_cancel()}
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary">
          {action}
        </Button>
      </div>
    </form>
  );
}
