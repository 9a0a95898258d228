// The intervals of one day, as rows of two times.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { X } from "lucide-react";
import { clockOf, type Interval, MAX_INTERVALS, minuteOf } from "../contract.ts";

interface DayProps {
  /** Name of the day, for the labels of its fields. */
  readonly day: string;
  readonly hours: readonly Interval[];
  readonly error: string | undefined;
  onChange(hours: Interval[]): void;
}
const LAST = 24 * 60;
/** Time fields know no 24:00: midnight as an end is the end of the day. */
const endOf = (clock: string): number => minuteOf(clock) || LAST;
const endText = (to: number): string => clockOf(to === LAST ? 0 : to);
/** Hours after the last interval; a day without any begins at nine. */
function nextInterval(hours: readonly Interval[]): Interval {
  const last = hours.at(-1);
  if (!last) return { from: 9 * 60, to: 17 * 60 };
  const from = Math.min(last.to + 60, LAST - 60);
  return { from, to: Math.min(from + 4 * 60, LAST) };
}

export function DayHours({ day, hours, error, onChange }: DayProps) {
  const change = (i: number, part: Partial<Interval>): void => onChange(hours.map((each, at) => (at === i ? { ...each, ...part } : each)));
  return (
    <div className="grid gap-2">
      {hours.length === 0 && <p className="py-1.5 text-sm text-muted">{m.business_hours_closed()}</p>}
      {hours.map(({ from, to }, i) => (
        <div key={i} className="flex items-center gap-2">
          <input
            type="time"
            className="field h-9 w-32 min-w-0 px-2 text-sm pointer-coarse:h-11"
            aria-label={m.business_hours_from({ day, count: i + 1 })}
            value={clockOf(from)}
            onChange={(event) => event.target.value && change(i, { from: minuteOf(event.target.value) })}
          />
          <span aria-hidden className="text-sm text-muted">
            –
          </span>
          <input
            type="time"
            className="field h-9 w-32 min-w-0 px-2 text-sm pointer-coarse:h-11"
            aria-label={m.business_hours_to({ day, count: i + 1 })}
            value={endText(to)}
            onChange={(event) => event.target.value && change(i, { to: endOf(event.target.value) })}
          />
          <IconButton
            icon={X}
            label={m.business_hours_remove({ day, count: i + 1 })}
            onClick={() => onChange(hours.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className="text-xs text-bad-text">
          {error}
        </p>
      )}
      {hours.length < MAX_INTERVALS && (
        <div>
          <Button size="sm" aria-label={m.business_hours_add_to({ day })} onClick={() => onChange([...hours, nextInterval(hours)])}>
            {m.business_hours_add()}
          </Button>
        </div>
      )}
    </div>
  );
}
