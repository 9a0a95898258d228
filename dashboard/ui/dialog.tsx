// Dialogs: modal, titled, closed by Escape, backdrop and button. The implementation is loaded with the first one.
import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { m } from "#messages";
import { Button } from "./button.tsx";
import { preloadable } from "../preloadable.ts";
import type { DialogProps } from "./dialog-props.ts";
import { Field, TextInput } from "./field.tsx";

const Popup = preloadable(() => import("./dialog-popup.tsx"));
/** Loads what all dialogs share. */
export const preloadDialogs = Popup.preload;

/** A modal dialog; its popup stays loaded after the first use. */
export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(false);
  if (props.open && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Popup {...props} />
    </Suspense>
  ) : null;
}

interface ConfirmProps {
  readonly open: boolean;
  onClose(): void;
  onConfirm(): void;
  readonly title: ReactNode;
  readonly body: ReactNode;
  readonly action: string;
  /** Names the button that does nothing; by default “Cancel”. */
  readonly cancel?: string;
  readonly tone?: "danger" | "primary";
  readonly busy?: boolean;
  /** The text that must be typed first, for what cannot be undone. */
  readonly typed?: string;
  readonly error?: string | undefined;
  readonly size?: "lg";
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  return props.open ? <Confirm {...props} /> : null;
}

function Confirm({
  onClose,
  onConfirm,
  title,
  body,
  action,
  cancel,
  tone = "danger",
  busy = false,
  typed,
  error,
  size,
  children,
}: ConfirmProps) {
  const [text, setText] = useState("");
  const ready = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !busy) onConfirm();
  };
  return (
    <Dialog open onClose={onClose} title={title} body={body} {...(size === undefined ? {} : { size })}>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        {typed !== undefined && (
          <Field label={m.dashboard_type_to_confirm({ text: typed })} error={error}>
            <TextInput
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              dir="auto"
            />
          </Field>
        )}
        {typed === undefined && error && (
          <p role="alert" className="text-bad-text">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} data-first-focus>
            {cancel ?? m.dashboard_cancel()}
          </Button>
          <Button type="submit" variant={tone} busy={busy} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
