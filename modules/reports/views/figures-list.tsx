// The figures of a period, each with what it means and how it was in the days before.
import { formatCount } from "#modules/ai/views";
import { m } from "#messages";
import type { Figures, Lengths } from "../contract.ts";
import { lengthText, percentText, satisfied, shareOf, targetsMet } from "./words.ts";

export function FiguresList({ now, before }: { now: Figures; before: Figures | null }) {
  const counted = (of: (figures: Figures) => number) => ({ value: formatCount(of(now)), ...changeOf(of(now), before && of(before)) });
  const lengths = (of: (figures: Figures) => Lengths) => ({
    value: lengthText(of(now).median),
    ...changeOf(of(now).median, before && of(before).median),
  });
  const shared = (of: (figures: Figures) => number | null) => ({
    value: percentText(of(now)),
    ...pointsOf(of(now), before && of(before)),
  });
  const [targets, ratings] = [targetsMet(now), satisfied(now)];
  const assistantShare = (f: Figures): number | null => shareOf(f.assistantReplies, f.assistantReplies + f.replies);
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Figure label={m.reports_conversations()} means={m.reports_conversations_means()} {...counted((f) => f.conversations)} />
      <Figure label={m.reports_customer_messages()} means={m.reports_customer_messages_means()} {...counted((f) => f.customerMessages)} />
      <Figure label={m.reports_replies()} means={m.reports_replies_means()} {...counted((f) => f.replies)} />
      <Figure
        label={m.reports_first_response()}
        means={meansOf(now.firstResponse, m.reports_first_response_means)}
        {...lengths((f) => f.firstResponse)}
      />
      <Figure label={m.reports_wait()} means={meansOf(now.wait, m.reports_wait_means)} {...lengths((f) => f.wait)} />
      <Figure
        label={m.reports_resolution()}
        means={meansOf(now.resolution, m.reports_resolution_means)}
        {...lengths((f) => f.resolution)}
      />
      <Figure label={m.reports_closed()} means={m.reports_closed_means()} {...counted((f) => f.resolution.count)} />
      <Figure label={m.reports_reopened()} means={m.reports_reopened_means()} {...counted((f) => f.reopened)} />
      <Figure label={m.reports_outbound()} means={m.reports_outbound_means()} {...counted((f) => f.outbound)} />
      <Figure
        label={m.reports_targets()}
        means={
          targets.all === 0
            ? m.reports_no_targets()
            : m.reports_targets_means({ met: formatCount(targets.met), all: formatCount(targets.all), ...targetShares(now) })
        }
        {...shared((f) => shareOf(targetsMet(f).met, targetsMet(f).all))}
      />
      <Figure
        label={m.reports_satisfied()}
        means={
          ratings.all === 0
            ? m.reports_no_ratings()
            : m.reports_satisfied_means({ count: formatCount(ratings.all), average: formatCount(ratings.average) })
        }
        {...shared((f) => shareOf(satisfied(f).good, satisfied(f).all))}
      />
      <Figure
        label={m.reports_assistant_share()}
        means={m.reports_assistant_share_means({
          conversations: formatCount(now.assistantConversations),
          resolutions: formatCount(now.assistantResolutions),
        })}
        {...shared(assistantShare)}
      />
    </dl>
  );
}

/** What lengths of time say; without any, that there are none. */
const meansOf = ({ p90, count }: Lengths, words: (values: { p90: string; count: string }) => string): string =>
  count === 0 ? m.reports_no_lengths() : words({ p90: lengthText(p90), count: formatCount(count) });

/** The share that was met of each target. */
function targetShares({ targets }: Figures): Readonly<Record<"first" | "next" | "resolution", string>> {
  const share = (name: string): string => {
    const found = targets.find(({ target }) => target === name);
    return percentText(found ? shareOf(found.met, found.met + found.missed) : null);
  };
  return { first: share("first"), next: share("next"), resolution: share("resolution") };
}

/** How a value is compared with the one of the days before; without anything to compare with, nothing is said. */
function changeOf(now: number | null, before: number | null): { readonly change?: string } {
  if (before === null || now === null) return {};
  if (now === before) return { change: m.reports_change_none() };
  if (before === 0) return { change: m.reports_change_new() };
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return { change: m.reports_change_none() };
  const shown = formatCount(Math.abs(percent));
  return { change: percent > 0 ? m.reports_change_up({ percent: shown }) : m.reports_change_down({ percent: shown }) };
}

/** The same of shares, in percentage points. */
function pointsOf(now: number | null, before: number | null): { readonly change?: string } {
  if (before === null || now === null) return {};
  const points = formatCount(Math.abs(now - before));
  if (now === before) return { change: m.reports_change_none() };
  return { change: now > before ? m.reports_points_up({ points }) : m.reports_points_down({ points }) };
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly means: string;
  readonly change?: string;
}
const Figure = ({ label, value, means, change }: FigureProps) => (
  <div className="grid content-start">
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    {change !== undefined && <dd className="text-xs tabular-nums">{change}</dd>}
    <dd className="mt-0.5 text-xs text-muted">{means}</dd>
  </div>
);
