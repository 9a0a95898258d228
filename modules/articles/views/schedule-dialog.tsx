// Chooses when the draft is published.
import { refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";

/** A time in the control's format: local, to the minute. */
const local = (time: Date): string => new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
function tomorrow(): Date {
  const time = new Date(Date.now() + 24 * 3600_000);
  time.setHours(9, 0, 0, 0);
  return time;
}

interface Props {
  readonly error: unknown;
  readonly busy: boolean;
  onClose(): void;
  /** ISO 8601 UTC. */
  onPick(at: string): void;
}
export default function ScheduleDialog({ error, busy, onClose, onPick }: Props) {
  const [at, setAt] = useState(() => local(tomorrow()));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const time = new Date(at);
    if (!Number.isNaN(time.getTime())) onPick(time.toISOString());
  };
  return (
    <Dialog open onClose={onClose} title={m.help_schedule_title()} body={m.help_schedule_body()}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={m.help_schedule_at()} hint={m.help_schedule_zone({ zone })} error={refusalOf(error)}>
          <TextInput type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} required />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {m.help_schedule_do()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
