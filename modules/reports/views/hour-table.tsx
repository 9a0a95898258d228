// When customers write: a table of weekdays and hours whose cells are the darker, the more messages there were.
import { formatCount } from "#modules/ai/views";
import { m } from "#messages";
import { locale } from "#dashboard/locale.ts";

const SHADES = [0, 10, 18, 26, 34] as const;
/** How dark a cell is: none without messages, else by its share of the most. */
const shadeOf = (count: number, most: number): number => (count === 0 ? 0 : (SHADES[Math.max(1, Math.ceil((4 * count) / most))] ?? 34));

export function HourTable({ hours, label }: { hours: readonly (readonly number[])[]; label: string }) {
  const most = Math.max(1, ...hours.flat());
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full min-w-160 border-separate border-spacing-px text-2xs tabular-nums">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="sticky start-0 bg-surface pe-2 text-start font-medium">
              <span className="sr-only">{m.reports_weekday()}</span>
            </th>
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col" className="font-normal" aria-label={`${String(hour).padStart(2, "0")}:00`}>
                {String(hour).padStart(2, "0")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((counts, weekday) => (
            <tr key={weekday}>
              <th scope="row" className="sticky start-0 bg-surface pe-2 text-start font-medium">
                {/* 5 January 1970 was a Monday. */}
                {weekdays.format(new Date((4 + weekday) * 86_400_000))}
              </th>
              {counts.map((count, hour) => (
                <td
                  key={hour}
                  className="h-7 min-w-6 rounded-xs bg-subtle text-center"
                  style={
                    count === 0 ? undefined : { background: `color-mix(in srgb, var(--accent) ${shadeOf(count, most)}%, var(--surface))` }
                  }
                >
                  {count === 0 ? <span className="text-faint">0</span> : formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
