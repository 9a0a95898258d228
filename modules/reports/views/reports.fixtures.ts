// A report for the stories.
import { fixtureId, ME, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { Figures, Group, Report } from "../contract.ts";

export const path = `/projects/${PROJECT_ID}/reports`;
const DAYS = 30;
const dayName = (i: number): string => new Date(Date.UTC(2026, 9, 26 + i)).toISOString().slice(0, 10);
const lengths = (count: number, median: number) =>
  count === 0 ? { count, mean: null, median: null, p90: null } : { count, mean: Math.round(median * 1.4), median, p90: median * 4 };
const target = (name: "first" | "next" | "resolution", met: number, missed: number) => ({ target: name, met, missed });

export const figures = (n: number, change: Partial<Figures> = {}): Figures => ({
  ...{ conversations: n, outbound: Math.round(n / 9), customerMessages: n * 3, replies: Math.round(n * 2.4) },
  firstResponse: lengths(Math.round(n * 0.8), 1140 + n * 7),
  wait: lengths(n * 2, 960 + n * 3),
  resolution: lengths(Math.round(n * 0.9), 30_600 + n * 61),
  ...{ reopened: Math.round(n / 14), assistantReplies: Math.round(n * 0.7), assistantConversations: Math.round(n * 0.5) },
  assistantResolutions: Math.round(n * 0.2),
  targets: [target("first", Math.round(n * 0.7), Math.round(n * 0.1)), target("next", n, 4), target("resolution", 0, 0)],
  ratings: [1, 0, 2, Math.round(n / 10), Math.round(n / 6)],
  ...change,
});
const NONE: Figures = figures(0, {
  targets: [target("first", 0, 0), target("next", 0, 0), target("resolution", 0, 0)],
  ratings: [0, 0, 0, 0, 0],
});
export const group = (key: string, name: string | null, n: number, change: Partial<Figures> = {}): Group => ({
  key,
  name,
  ...figures(n, change),
});
const HOURS = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => (day > 4 ? (hour % 7 === 3 ? 1 : 0) : Math.max(0, 12 - Math.abs(hour - 14) * 2 - day))),
);

export const report = (change: Partial<Report> = {}): Report => ({
  ...{ from: dayName(0), until: dayName(DAYS - 1), timeZone: "Europe/Berlin", countedAt: "2026-11-24T09:58:00.000Z", state: "counted" },
  check: { at: "2026-11-24T02:53:00.000Z", compared: 30, differed: 0, differedAt: null },
  seesMembers: true,
  total: figures(412),
  before: figures(377),
  days: Array.from({ length: DAYS }, (_, i) => ({ day: dayName(i), ...(i % 7 > 4 ? NONE : figures(12 + ((i * 5) % 11))) })),
  groups: [
    group(fixtureId("tem", 1), "Support", 301),
    group("", null, 92),
    group(fixtureId("tem", 2), "Billing", 19, { ratings: [0, 0, 0, 0, 0], targets: NONE.targets }),
    group(fixtureId("tem", 9), null, 3),
  ],
  hours: HOURS,
  ...change,
});
export const OPERATORS = [group(ME.id, ME.name, 180), group(fixtureId("acc", 7), "Jonas Weber", 121), group("former", null, 12)];
export const EMPTY: Report = report({
  ...{ total: NONE, before: NONE, groups: [], check: null },
  days: report().days.map(({ day }) => ({ day, ...NONE })),
  hours: HOURS.map((row) => row.map(() => 0)),
});
