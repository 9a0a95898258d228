// Dialog to snooze until a chosen date and time.
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { localInput } from "../dates.ts";
import { snoozeUntil } from "../snooze.ts";

export default function SnoozeDialog({ onClose, onPick }: { onClose(): void; onPick(until: Date): void }) {
  const [at, setAt] = useState(() => localInput(snoozeUntil("tomorrow", new Date())));
  const [earliest] = useState(() => localInput(new Date()));
  const [problem, setProblem] = useState("");
  function submit(event: FormEvent): void {
    event.preventDefault();
    const until = new Date(at);
    if (Number.isNaN(until.getTime()) || until.getTime() <= Date.now()) return setProblem(m.conversations_snooze_past());
    onClose();
    onPick(until);
  }
  return (
    <Dialog open onClose={onClose} title={m.conversations_snooze_title()} body={m.conversations_snooze_body()}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <Field label={m.conversations_snooze_until()} error={problem}>
          <TextInput type="datetime-local" value={at} min={earliest} onChange={(event) => setAt(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.conversations_cancel()}</Button>
          <Button type="submit" variant="primary">
            {m.conversations_snooze()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
