// Wire contract of the business hours. Browser-safe.
import { isKnownZone } from "#kernel/clock/local-time.ts";
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { line, Revision } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

export {
  afterWorking,
  closingAfter,
  type Exception,
  type Interval,
  isOpenAt,
  nextOpening,
  type Schedule,
  workedBetween,
} from "./contract/business-time.ts";
export { clockOf, exceptionsOf, exceptionsText, minuteOf, weekOf, weekText } from "./contract/schedule-text.ts";

/** Intervals of one day. */
export const MAX_INTERVALS = 6;
/** Days with other hours. */
export const MAX_EXCEPTIONS = 100;

const inProject = { projectId: idOf("project") };
const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60));
const Hours = v.pipe(
  v.array(v.strictObject({ from: Minute, to: Minute })),
  v.maxLength(MAX_INTERVALS, () => m.business_hours_many_intervals({ max: MAX_INTERVALS })),
  v.check((hours) => hours.every(({ from, to }) => from < to), m.business_hours_ends_before),
  v.check((hours) => hours.every(({ from }, i) => i === 0 || from > (hours[i - 1]?.to ?? 0)), m.business_hours_overlap),
);
/** A day that exists: `2026-02-30` does not. */
const isDate = (text: string): boolean =>
  !Number.isNaN(Date.parse(`${text}T00:00Z`)) && new Date(`${text}T00:00Z`).toISOString().startsWith(text);
const Exceptions = v.pipe(
  v.array(
    v.strictObject({
      date: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, m.business_hours_no_date), v.check(isDate, m.business_hours_no_date)),
      name: line(60, 0),
      hours: Hours,
    }),
  ),
  v.maxLength(MAX_EXCEPTIONS, () => m.business_hours_many_exceptions({ max: MAX_EXCEPTIONS })),
  v.check((days) => new Set(days.map(({ date }) => date)).size === days.length, m.business_hours_same_date),
  v.transform((days) => days.toSorted((a, b) => (a.date < b.date ? -1 : 1))),
);
const GivenSchedule = v.pipe(
  v.strictObject({
    on: v.boolean(),
    timeZone: v.pipe(line(64), v.check(isKnownZone, m.business_hours_zone_unknown)),
    /** Monday first. */
    week: v.pipe(v.array(Hours), v.length(7)),
    exceptions: Exceptions,
    /** Of the hours that were changed; 0 if none were ever saved. */
    revision: Revision,
  }),
  v.forward(
    v.check(({ on, week }) => !on || week.some((hours) => hours.length > 0), m.business_hours_never),
    ["week"],
  ),
);
export type GivenSchedule = v.InferOutput<typeof GivenSchedule>;

const HoursReply = v.array(v.object({ from: v.number(), to: v.number() }));
export const BusinessHours = v.object({
  /** Off: the team counts as there around the clock. */
  on: v.boolean(),
  timeZone: v.string(),
  /** Seven days, Monday first; minutes of the day. */
  week: v.array(HoursReply),
  /** Days with other hours, in order; without hours it is closed. */
  exceptions: v.array(v.object({ date: v.string(), name: v.string(), hours: HoursReply })),
  revision: v.number(),
});
export type BusinessHours = v.InferOutput<typeof BusinessHours>;

export const readBusinessHours = route({
  name: "readBusinessHours",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/business-hours",
  who: "member",
  params: inProject,
  reply: BusinessHours,
});
/** Replaces the hours. 409 `conflict` if somebody changed them since `revision`. */
export const changeBusinessHours = route({
  name: "changeBusinessHours",
  method: "PUT",
  path: "/api/management/projects/:projectId/business-hours",
  who: "admin",
  params: inProject,
  body: GivenSchedule,
  reply: BusinessHours,
  errors: ["conflict"],
});
