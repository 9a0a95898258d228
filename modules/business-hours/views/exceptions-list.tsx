// Holidays and other days that differ from their weekday.
import { issueOf } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { X } from "lucide-react";
import { type Exception, MAX_EXCEPTIONS } from "../contract.ts";
import { DayHours } from "./day-hours.tsx";

interface ListProps {
  readonly exceptions: readonly Exception[];
  /** Of the last attempt to save. */
  readonly error: unknown;
  onChange(exceptions: BusinessException[]): void;
}
type BusinessException = { date: string; name: string; hours: { from: number; to: number }[] };
const copyOf = ({ date, name, hours }: Exception): BusinessException => ({ date, name, hours: [...hours] });

export function ExceptionsList({ exceptions, error, onChange }: ListProps) {
  const all = exceptions.map(copyOf);
  const change = (i: number, part: Partial<BusinessException>): void =>
    onChange(all.map((each, at) => (at === i ? { ...each, ...part } : each)));
  const ofAll = issueOf(error, "exceptions");
  return (
    <>
      {all.length === 0 && <p className="text-sm text-muted">{m.business_hours_no_exceptions()}</p>}
      <ul className="grid gap-5">
        {all.map(({ date, name, hours }, i) => {
          const day = name || date || m.business_hours_new_day();
          return (
            <li key={i} className="grid gap-2">
              <div className="flex flex-wrap items-end gap-2">
                <Field label={m.business_hours_date()} error={issueOf(error, `exceptions.${i}.date`)}>
                  <TextInput type="date" value={date} onChange={(event) => change(i, { date: event.target.value })} />
                </Field>
                <Field label={m.business_hours_name()} error={issueOf(error, `exceptions.${i}.name`)} className="min-w-0 grow">
                  <TextInput value={name} limit={60} onChange={(event) => change(i, { name: event.target.value })} />
                </Field>
                <IconButton
                  icon={X}
                  label={m.business_hours_remove_exception({ day })}
                  onClick={() => onChange(all.filter((_, at) => at !== i))}
                />
              </div>
              <DayHours
                day={day}
                hours={hours}
                error={issueOf(error, `exceptions.${i}.hours`)}
                onChange={(next) => change(i, { hours: next })}
              />
            </li>
          );
        })}
      </ul>
      {ofAll && (
        <p role="alert" className="text-xs text-bad-text">
          {ofAll}
        </p>
      )}
      {all.length < MAX_EXCEPTIONS && (
        <div>
          <Button onClick={() => onChange([...all, { date: "", name: "", hours: [] }])}>{m.business_hours_add_exception()}</Button>
        </div>
      )}
    </>
  );
}
