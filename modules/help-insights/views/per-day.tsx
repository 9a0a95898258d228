// Searches per day as bars, with a table for screen readers.
import { locale } from "#dashboard/locale.ts";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { Insights } from "../contract.ts";

const share = (part: number, all: number): string => (all === 0 ? "–" : `${Math.round((100 * part) / all)} %`);
// Noon, so that the date is the same in every time zone where people live.
const atNoon = (day: string): string => `${day}T12:00:00`;

export function PerDay({ days }: { days: Insights["days"] }) {
  const sum = (pick: (day: Insights["days"][number]) => number): number => days.reduce((all, day) => all + pick(day), 0);
  const [searches, without, opened] = [sum((day) => day.searches), sum((day) => day.without), sum((day) => day.opened)];
  const most = Math.max(1, ...days.map((day) => day.searches));
  const height = (n: number): string => `${(100 * n) / most}%`;
  return (
    <div className="mb-5 rounded-lg border border-line bg-surface p-5">
      <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-3">
        <Figure label={m.help_insights_searches()} value={searches.toLocaleString(locale)} />
        <Figure label={m.help_insights_without()} value={share(without, searches)} />
        <Figure label={m.help_insights_opened()} value={share(opened, searches)} />
      </dl>
      <div
        role="img"
        aria-label={m.help_insights_chart({ searches, days: days.length, without })}
        className="flex h-40 items-end gap-px border-b border-line"
      >
        {days.map((day) => (
          <div
            key={day.day}
            title={`${formatDay(atNoon(day.day))}: ${day.searches}`}
            className="relative flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-hover"
          >
            <div className="rounded-xs bg-accent forced-colors:border" style={{ height: height(day.searches - day.without) }} />
            <div className="bg-warn-text forced-colors:border" style={{ height: height(day.without) }} />
          </div>
        ))}
      </div>
      <div className="mt-1 flex justify-between text-xs text-muted tabular-nums">
        <span>{formatDay(atNoon(days[0]?.day ?? ""))}</span>
        <span className="flex gap-4">
          <Legend look="bg-accent" words={m.help_insights_searches()} />
          <Legend look="bg-warn-text" words={m.help_insights_without()} />
        </span>
        <span>{formatDay(atNoon(days.at(-1)?.day ?? ""))}</span>
      </div>
      <table className="sr-only">
        <caption>{m.help_insights_per_day()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.help_insights_day()}</th>
            <th scope="col">{m.help_insights_searches()}</th>
            <th scope="col">{m.help_insights_without()}</th>
            <th scope="col">{m.help_insights_opened()}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter((day) => day.searches > 0)
            .map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(atNoon(day.day))}</th>
                <td>{day.searches}</td>
                <td>{day.without}</td>
                <td>{day.opened}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="grid">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{value}</dd>
  </div>
);
const Legend = ({ look, words }: { look: string; words: string }) => (
  <span className="hidden items-center gap-1.5 sm:flex">
    <span aria-hidden className={`size-2 rounded-xs ${look}`} />
    {words}
  </span>
);
