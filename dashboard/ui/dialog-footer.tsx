// The footer of a form in a dialog: why the last save was refused, Cancel, and what saves.
import { m } from "#messages";
import { Button } from "./button.tsx";

interface DialogFooterProps {
  /** The server's sentence about the last attempt to save. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  /** Of the button that saves. */
  readonly label: string;
  onCancel(): void;
}

export const DialogFooter = ({ problem, busy, label, onCancel }: DialogFooterProps) => (
  <>
    {problem && (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
        {problem}
      </p>
    )}
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{m.dashboard_cancel()}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </div>
  </>
);
