// Dialogs: modal, titled, closing by Escape, backdrop and button.
import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { m } from "#messages";
import { Button, IconButton } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";

interface DialogProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: ReactNode;
  /** One or two sentences below the title; becomes the dialog's description. */
  readonly body?: ReactNode;
  readonly size?: "sm" | "md" | "lg";
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
}
const WIDTHS = { sm: "max-w-110", md: "max-w-140", lg: "max-w-180" } as const;

/** A modal dialog; on a phone it stands at the lower edge. */
export function Dialog({ open, onClose, title, body, size = "sm", children, footer }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[160ms] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto sm:items-start sm:px-4 sm:pt-[min(20vh,180px)] sm:pb-8">
          <Base.Popup
            className={clsx(
              "w-full rounded-t-lg bg-surface p-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-3 outline-none sm:rounded-lg sm:pb-5",
              "transition-[opacity,scale,translate] duration-[160ms] ease-out data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 max-sm:data-[starting-style]:translate-y-4 sm:data-[starting-style]:scale-98",
              WIDTHS[size],
            )}
          >
            <div className="flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
                {body && <Base.Description className="mt-1 text-muted">{body}</Base.Description>}
              </div>
              <IconButton label={m.dashboard_close()} icon={X} onClick={onClose} className="-mt-0.5 -me-1.5" />
            </div>
            {children && <div className="mt-4">{children}</div>}
            {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  readonly open: boolean;
  onClose(): void;
  onConfirm(): void;
  readonly title: ReactNode;
  readonly body: ReactNode;
  readonly action: string;
  readonly tone?: "danger" | "primary";
  readonly busy?: boolean;
  /** The text that must be typed first, for what cannot be undone. */
  readonly typed?: string;
  readonly error?: string | undefined;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  return props.open ? <Confirm {...props} /> : null;
}

function Confirm({ onClose, onConfirm, title, body, action, tone = "danger", busy = false, typed, error, children }: ConfirmProps) {
  const [text, setText] = useState("");
  const ready = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !busy) onConfirm();
  };
  return (
    <Dialog open onClose={onClose} title={title} body={body}>
      <form onSubmit={submit} className="grid gap-4">
        {children}
        {typed !== undefined && (
          <Field label={m.dashboard_type_to_confirm({ text: typed })} error={error}>
            <TextInput value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" autoCapitalize="off" spellCheck={false} dir="auto" />
          </Field>
        )}
        {typed === undefined && error && (
          <p role="alert" className="text-bad-text">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant={tone} busy={busy} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
