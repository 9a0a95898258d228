// Words and numbers of the reports.
import { formatCount } from "#modules/ai/views";
import { m } from "#messages";
import type { Dimension, Figures, Group } from "../contract.ts";

/** A length of time in seconds, in its two largest units. */
export function lengthText(seconds: number | null): string {
  if (seconds === null) return m.reports_no_value();
  if (seconds < 60) return m.reports_length_seconds({ seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return m.reports_length_minutes({ minutes });
  if (minutes < 24 * 60) return m.reports_length_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  const hours = Math.round(minutes / 60);
  return m.reports_length_days({ days: Math.floor(hours / 24), hours: hours % 24 });
}
/** A share in whole percent; null of nothing. */
export const shareOf = (part: number, all: number): number | null => (all === 0 ? null : Math.round((100 * part) / all));
export const percentText = (percent: number | null): string =>
  percent === null ? m.reports_no_value() : m.reports_percent({ percent: formatCount(percent) });

export const targetsMet = ({ targets }: Figures): { readonly met: number; readonly all: number } => {
  const met = targets.reduce((sum, target) => sum + target.met, 0);
  return { met, all: met + targets.reduce((sum, target) => sum + target.missed, 0) };
};
export const satisfied = ({ ratings }: Figures): { readonly good: number; readonly all: number; readonly average: number } => {
  const all = ratings.reduce((sum, count) => sum + count, 0);
  const points = ratings.reduce((sum, count, i) => sum + count * (i + 1), 0);
  return { good: (ratings[3] ?? 0) + (ratings[4] ?? 0), all, average: all === 0 ? 0 : Math.round((10 * points) / all) / 10 };
};

export const DIMENSION_LABELS: Readonly<Record<Dimension, { label(): string; means(): string }>> = {
  operator: { label: m.reports_by_operator, means: m.reports_by_operator_means },
  team: { label: m.reports_by_team, means: m.reports_by_team_means },
  tag: { label: m.reports_by_tag, means: m.reports_by_tag_means },
  channel: { label: m.reports_by_channel, means: m.reports_by_channel_means },
};
export const CHANNELS: Readonly<Record<string, () => string>> = {
  widget: m.reports_channel_widget,
  email: m.reports_channel_email,
  dashboard: m.reports_channel_dashboard,
  import: m.reports_channel_import,
  api: m.reports_channel_api,
};
/** What a group is called. */
export function groupName(by: Dimension, { key, name }: Pick<Group, "key" | "name">): string {
  if (name !== null) return name;
  if (by === "channel") return CHANNELS[key]?.() ?? key;
  if (by === "operator") return m.reports_former_members();
  if (by === "team") return key === "" ? m.reports_no_team() : m.reports_deleted_team();
  return key === "" ? m.reports_no_tag() : m.reports_deleted_tag();
}
