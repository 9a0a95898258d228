// Wire contract of the reports: figures of a period by day, by hour and by group. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

export * from "./contract/measures.ts";

/** By what figures can be grouped. */
export const DIMENSIONS = ["operator", "team", "tag", "channel"] as const;
export const Dimension = v.picklist(DIMENSIONS);
export type Dimension = v.InferOutput<typeof Dimension>;
/** Days up to today that a report can cover, beside chosen ones. */
export const PERIODS = [7, 30, 90] as const;
/** Days between chosen dates, at most. */
export const MAX_DAYS = 366;

const DAY = 86_400_000;
/** Days since 1970 of a date such as `2026-03-29`; NaN for none. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY;
/** The date of a day since 1970. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Lengths of time in whole seconds; without any, only the count. Median and 90th percentile are at most 9.1 % off, the mean is exact. */
const Lengths = v.object({
  count: v.number(),
  mean: v.nullable(v.number()),
  median: v.nullable(v.number()),
  p90: v.nullable(v.number()),
});
export type Lengths = v.InferOutput<typeof Lengths>;
/** What is counted; definitions: SPEC.md. */
const figures = {
  conversations: v.number(),
  outbound: v.number(),
  customerMessages: v.number(),
  replies: v.number(),
  firstResponse: Lengths,
  wait: Lengths,
  resolution: Lengths,
  reopened: v.number(),
  assistantReplies: v.number(),
  assistantConversations: v.number(),
  assistantResolutions: v.number(),
  /** How often targets were met and missed: first answer, later answers, closing. */
  targets: v.array(v.object({ target: v.picklist(["first", "next", "resolution"]), met: v.number(), missed: v.number() })),
  /** Ratings from 1 to 5, how many of each. */
  ratings: v.pipe(v.array(v.number()), v.length(5)),
};
export const Figures = v.object(figures);
export type Figures = v.InferOutput<typeof Figures>;

export const Group = v.object({
  /** The id of a member, a team or a tag, or a channel; empty for none; `former`: all who are no members any more. */
  key: v.string(),
  /** Null for a channel, for none, and for what was deleted. */
  name: v.nullable(v.string()),
  ...figures,
});
export type Group = v.InferOutput<typeof Group>;
export const Report = v.object({
  /** From and up to which day, both included, in the time zone of the business hours. */
  from: v.string(),
  until: v.string(),
  timeZone: v.string(),
  /** Up to when everything is counted; null: nothing was counted yet. */
  countedAt: v.nullable(Time),
  /** `behind`: more is counted at this moment. `rebuilding`: everything is counted anew, because the time zone changed or tags were merged. */
  state: v.picklist(["counted", "behind", "rebuilding"]),
  /** The last nightly comparison: days and conversations that were compared, and how many of them differed and were put right. */
  check: v.nullable(v.object({ at: Time, compared: v.number(), differed: v.number(), differedAt: v.nullable(Time) })),
  /** Whether the caller sees the figures of all members; otherwise only their own. */
  seesMembers: v.boolean(),
  total: Figures,
  /** The same number of days before; null if they are not kept. */
  before: v.nullable(Figures),
  days: v.array(v.object({ day: v.string(), ...figures })),
  /** By `by`, those with the most replies first; empty without it. */
  groups: v.array(Group),
  /** Customers' messages by weekday, Monday first, and hour; null for a part of the conversations. */
  hours: v.nullable(v.array(v.array(v.number()))),
});
export type Report = v.InferOutput<typeof Report>;

const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/, m.reports_no_date),
  v.check((date) => !Number.isNaN(dayOf(date)) && dateOf(dayOf(date)) === date, m.reports_no_date),
);
/** `team:tem_…`: only the facts of this group. Nothing after the colon: those without one. */
const Of = v.pipe(v.string(), v.regex(/^(?:operator|team|tag|channel):[a-z0-9_]{0,40}$/, m.reports_no_group));
const asked = {
  /** Up to today. */
  days: v.optional(v.picklist(["7", "30", "90"]), "30"),
  /** Chosen dates, in place of `days`. */
  from: v.optional(Day),
  until: v.optional(Day),
  of: v.optional(Of),
};
const fits = ({ from, until }: { from?: string | undefined; until?: string | undefined }): boolean =>
  (from === undefined) === (until === undefined) &&
  (from === undefined || until === undefined || (from <= until && dayOf(until) - dayOf(from) < MAX_DAYS));
const wrongDates = (): string => m.reports_wrong_dates({ max: MAX_DAYS });
const Asked = v.pipe(
  v.object({ ...asked, by: v.optional(Dimension) }),
  v.forward(
    v.check((given) => fits(given), wrongDates),
    ["until"],
  ),
);
export type Asked = v.InferOutput<typeof Asked>;
/** Tables of a report that can be downloaded. */
export const TABLES = ["days", "groups", "hours"] as const;
const AskedTable = v.pipe(
  v.object({ ...asked, by: v.optional(Dimension), table: v.picklist(TABLES) }),
  v.forward(
    v.check((given) => fits(given), wrongDates),
    ["until"],
  ),
);
export type AskedTable = v.InferOutput<typeof AskedTable>;

const inProject = { projectId: idOf("project") };
/**
 * The figures of a period. Counts what was not counted yet first. Operators see the figures of other members neither grouped nor by `of`:
 * 403 `forbidden`.
 */
export const readReport = route({
  name: "readReport",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/reports",
  who: "member",
  params: inProject,
  query: Asked,
  reply: Report,
});
/** One table of a report as CSV. */
export const exportReport = route({
  name: "exportReport",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/reports/export",
  who: "member",
  params: inProject,
  query: AskedTable,
  reply: "raw",
});

export const reportsPath = (projectId: string): string => `/projects/${projectId}/reports`;
