// The hours of the seven days.
import { issueOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { Interval } from "../contract.ts";
import { DayHours } from "./day-hours.tsx";

const DAYS = [
  m.business_hours_monday,
  m.business_hours_tuesday,
  m.business_hours_wednesday,
  m.business_hours_thursday,
  m.business_hours_friday,
  m.business_hours_saturday,
  m.business_hours_sunday,
];

interface WeekProps {
  readonly week: readonly (readonly Interval[])[];
  /** Of the last attempt to save. */
  readonly error: unknown;
  onChange(week: Interval[][]): void;
}
export function WeekHours({ week, error, onChange }: WeekProps) {
  const copy = (): void => onChange(week.map((hours, day) => [...((day < 5 ? week[0] : hours) ?? [])]));
  const ofWeek = issueOf(error, "week");
  return (
    <>
      <dl className="grid gap-4">
        {DAYS.map((name, day) => (
          <div key={day} className="grid gap-1 sm:grid-cols-[8rem_1fr]">
            <dt className="py-1.5 text-sm font-medium">{name()}</dt>
            <dd>
              <DayHours
                day={name()}
                hours={week[day] ?? []}
                error={issueOf(error, `week.${day}`)}
                onChange={(hours) => onChange(week.map((each, at) => (at === day ? hours : [...each])))}
              />
            </dd>
          </div>
        ))}
      </dl>
      {ofWeek && (
        <p role="alert" className="text-xs text-bad-text">
          {ofWeek}
        </p>
      )}
      <div>
        <Button onClick={copy}>{m.business_hours_copy()}</Button>
      </div>
    </>
  );
}
