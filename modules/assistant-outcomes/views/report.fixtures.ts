// A report and its conversations, for the stories.
import { fixtureId, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { Counts, Feedback, OutcomeItem, Report } from "../contract.ts";

export const path = `/projects/${PROJECT_ID}/assistant/report`;
type Outcomes = Partial<Counts["outcomes"]>;
const NONE = { open: 0, confirmed: 0, assumed: 0, escalated: 0, abandoned: 0, reopened: 0, negative: 0 };
export const counts = (outcomes: Outcomes, costUsd: number): Counts => {
  const all = { ...NONE, ...outcomes };
  return { conversations: Object.values(all).reduce((sum, count) => sum + count, 0), outcomes: all, costUsd };
};
const rate = (share: number, low: number, high: number) => ({ share, low, high });
const source = (n: number, title: string | null, url: string | null = null) => ({ documentId: fixtureId("kdc", n), title, url });
const DAYS = 30;
const dayName = (i: number): string => new Date(Date.UTC(2026, 9, 26 + i)).toISOString().slice(0, 10);

export const report = (change: Partial<Report> = {}): Report => ({
  ...{ from: dayName(0), until: dayName(DAYS - 1) },
  total: counts({ open: 6, confirmed: 58, assumed: 97, escalated: 71, abandoned: 14, reopened: 12, negative: 9 }, 2.83),
  rates: {
    confirmed: rate(0.222, 0.176, 0.277),
    assumed: rate(0.372, 0.315, 0.432),
    escalated: rate(0.272, 0.221, 0.329),
    abandoned: rate(0.054, 0.032, 0.088),
    reopened: rate(0.046, 0.026, 0.079),
    negative: rate(0.034, 0.018, 0.064),
    resolved: rate(0.594, 0.534, 0.652),
  },
  days: Array.from({ length: DAYS }, (_, i) => ({
    day: dayName(i),
    ...(i % 6 === 5
      ? counts({}, 0)
      : counts({ confirmed: i % 5, assumed: 3 + (i % 3), escalated: 2, negative: i % 11 === 0 ? 1 : 0 }, 0.09)),
  })),
  languages: [
    { locale: "de", ...counts({ confirmed: 40, assumed: 60, escalated: 31, reopened: 8, negative: 4 }, 1.51) },
    { locale: "en", ...counts({ open: 6, confirmed: 18, assumed: 37, escalated: 40, abandoned: 14, reopened: 4, negative: 5 }, 1.32) },
  ],
  topics: [
    {
      source: source(1, "Returning a parcel", "https://help.acme.example/returns"),
      ...counts({ confirmed: 40, assumed: 51, negative: 2 }, 1.1),
    },
    { source: null, ...counts({ escalated: 52, abandoned: 14 }, 0.4) },
    { source: source(2, null), ...counts({ assumed: 12, reopened: 9, negative: 7 }, 0.32) },
  ],
  sources: [
    {
      source: source(1, "Returning a parcel", "https://help.acme.example/returns"),
      ...counts({ confirmed: 44, assumed: 58, negative: 2 }, 1.3),
    },
    { source: source(3, "Rückgabe im Laden"), ...counts({ assumed: 20, reopened: 9, negative: 7 }, 0.42) },
  ],
  reasons: [
    { reason: "nothing_fits", count: 31 },
    { reason: "check", count: 18 },
    { reason: "asked", count: 12 },
    { reason: "answered", count: 9 },
    { reason: "ceiling", count: 1 },
  ],
  ...change,
});
export const EMPTY: Report = {
  ...report({ total: counts({}, 0), rates: null, languages: [], topics: [], sources: [], reasons: [] }),
  days: report().days.map(({ day }) => ({ day, ...counts({}, 0) })),
};

export const item = (n: number, change: Partial<OutcomeItem> = {}): OutcomeItem => ({
  conversationId: fixtureId("cnv", n) as OutcomeItem["conversationId"],
  contactId: fixtureId("con", n) as OutcomeItem["contactId"],
  contactName: "Amara Okafor",
  ...{ outcome: "assumed", reason: null, final: true, beganAt: "2026-11-20T10:02:00.000Z", locale: "en", costUsd: 0.0113 },
  roundId: fixtureId("rnd", n) as OutcomeItem["roundId"],
  ...change,
});
export const ITEMS: readonly OutcomeItem[] = [
  item(1),
  item(2, { contactName: "Jonas Weber", outcome: "escalated", reason: "nothing_fits", final: false, costUsd: 0 }),
  item(3, { contactName: "Li Na", outcome: "negative", final: false }),
  item(4, { contactName: "", outcome: "confirmed" }),
  item(5, { contactName: null, outcome: "reopened", roundId: null }),
  item(6, { contactName: "رنا الخطيب", outcome: "open", final: false }),
];

export const feedback = (messageId: string, change: Partial<Feedback> = {}): Feedback => ({
  messageId: messageId as Feedback["messageId"],
  rating: "down",
  flag: { reason: "outdated", words: "It is 14 days since May.", byName: "Tomás Álvarez", at: "2026-11-20T12:00:00.000Z" },
  ...change,
});
