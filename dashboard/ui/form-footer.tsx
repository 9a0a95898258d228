// The footer of a form that is saved as a whole: why the last save was refused, Discard while something has changed, Save. Asks before
// the page is left with unsaved changes.
import { m } from "#messages";
import { Button } from "./button.tsx";
import { UnsavedChanges } from "./unsaved-changes.tsx";

interface FooterProps {
  /** The server's sentence about the last attempt to save. */
  readonly problem: string | undefined;
  readonly changed: boolean;
  readonly busy: boolean;
  /** The current values cannot be saved. */
  readonly invalid?: boolean;
  onDiscard(): void;
}

export const FormFooter = ({ problem, changed, busy, invalid = false, onDiscard }: FooterProps) => (
  <div className="grid gap-4">
    <UnsavedChanges when={changed} />
    {problem && (
      <p role="alert" className="text-bad-text">
        {problem}
      </p>
    )}
    <div className="flex flex-wrap justify-end gap-2">
      {changed && <Button onClick={onDiscard}>{m.dashboard_discard()}</Button>}
      <Button type="submit" variant="primary" busy={busy} disabled={!changed || invalid}>
        {m.dashboard_save()}
      </Button>
    </div>
  </div>
);
