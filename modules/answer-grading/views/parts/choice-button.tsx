// A choice with its key. Pressed if it is what was chosen before.
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";

interface ChoiceProps {
  readonly keys: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly busy: boolean;
  onChoose(): void;
}
export function ChoiceButton({ keys, label, isChosen, busy, onChoose }: ChoiceProps) {
  useShortcut(keys, onChoose, { label, group: m.answer_grading_title() });
  return (
    <Button variant={isChosen ? "primary" : "secondary"} aria-pressed={isChosen} aria-keyshortcuts={keys} busy={busy} onClick={onChoose}>
      {m.answer_grading_with_key({ label, key: keys })}
    </Button>
  );
}
