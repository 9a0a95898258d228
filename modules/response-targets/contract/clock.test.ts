// Due times of 252 cases (zones, weeks, holidays, changes of the clock, starts, pauses) against the wall clock of Intl, minute by minute.
import { expect, test } from "vitest";
import { minuteOf, type Schedule, weekOf } from "#modules/business-hours/contract";
import { type ClockState, countedTime, type Facts, matches, momentsOf, policyFor } from "./clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);
const OFFICE = "Mo 09:00-12:00,13:00-17:00\nTu 09:00-12:00,13:00-17:00\nWe 09:00-17:00\nTh 09:00-17:00\nFr 09:00-15:30";
const LATE = "Mo 18:00-24:00\nTu 00:00-00:30,18:00-24:00\nSa 08:00-22:00\nSu 05:00-24:00";
const ALWAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => `${day} 00:00-24:00`).join("\n");

/** Around both changes of the clock of the north and the south, a half-hour zone, one without changes, and the date line. */
const PLACES: readonly (readonly [zone: string, week: string, around: string])[] = [
  ["Europe/Berlin", OFFICE, "2026-03-29T00:00Z"],
  ["Europe/Berlin", LATE, "2026-10-25T00:00Z"],
  ["America/New_York", OFFICE, "2026-03-08T06:00Z"],
  ["America/New_York", LATE, "2026-11-01T06:00Z"],
  ["Australia/Lord_Howe", OFFICE, "2026-04-04T15:00Z"],
  ["Australia/Sydney", LATE, "2026-10-03T16:00Z"],
  ["Asia/Kathmandu", LATE, "2028-02-29T00:00Z"],
  ["Asia/Kolkata", OFFICE, "2026-12-31T18:30Z"],
  ["Pacific/Auckland", LATE, "2026-09-26T14:00Z"],
  ["Pacific/Kiritimati", OFFICE, "2026-12-31T10:00Z"],
  ["America/St_Johns", OFFICE, "2026-11-01T04:30Z"],
  ["Africa/Casablanca", LATE, "2026-02-15T02:00Z"],
  ["Asia/Tokyo", ALWAYS, "2026-01-01T00:00Z"],
  ["UTC", OFFICE, "2026-06-30T23:59Z"],
];
const HOLIDAYS = [
  () => [],
  (around: string) => [
    { date: around.slice(0, 10), name: "Holiday", hours: [] },
    {
      date: new Date(at(around) + 2 * DAY).toISOString().slice(0, 10),
      name: "Half a day",
      hours: [{ from: minuteOf("10:00"), to: minuteOf("13:45") }],
    },
  ],
] as const;

/** What happened, in minutes from four days before: when it started, the target and its warning, and when it was snoozed and woken. */
interface Happened {
  readonly what: string;
  readonly starts: number;
  readonly minutes: number;
  readonly warn: number | null;
  readonly pauses: readonly (readonly [from: number, to: number])[];
}
const EVENTS: readonly Happened[] = [
  { what: "a first answer", starts: 613, minutes: 60, warn: 15, pauses: [] },
  { what: "an answer over days", starts: 2977, minutes: 555, warn: 60, pauses: [] },
  { what: "an answer over the change of the clock", starts: 5399, minutes: 480, warn: 479, pauses: [] },
  { what: "a resolution without a break", starts: 44, minutes: 1230, warn: null, pauses: [] },
  { what: "a resolution snoozed once", starts: 701, minutes: 620, warn: 100, pauses: [[1201, 3900]] },
  {
    what: "a resolution snoozed on and on",
    starts: 333,
    minutes: 300,
    warn: 45,
    pauses: [
      [400, 460],
      [461, 462],
      [1500, 2900],
      [2900, 4400],
    ],
  },
  { what: "a snooze after it was due", starts: 100, minutes: 1, warn: null, pauses: [[11_000, 11_500]] },
  { what: "a snooze before it counted at all", starts: 0, minutes: 30, warn: 5, pauses: [[0, 6000]] },
  { what: "a warning that is longer than the target", starts: 1440, minutes: 90, warn: 90, pauses: [] },
];

/** Whether the wall clock there shows a moment within the hours: slow, and written from nothing but Intl. */
function wallClock({ timeZone, week, exceptions }: Schedule): (moment: number) => boolean {
  const options: Intl.DateTimeFormatOptions = {
    ...{ timeZone, hourCycle: "h23", weekday: "short", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" },
    minute: "2-digit",
  };
  const format = new Intl.DateTimeFormat("en-GB", options);
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const minute = Number(parts["hour"]) * 60 + Number(parts["minute"]);
    const day = exceptions.find(({ date }) => date === `${parts["year"]}-${parts["month"]}-${parts["day"]}`);
    const hours = day?.hours ?? week[["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] ?? "")] ?? [];
    return hours.some(({ from, to }) => minute >= from && minute < to);
  };
}
/** The minute at whose end so many counted ones have passed; undefined if none of those that were looked at. */
function walk(open: readonly boolean[], { starts, pauses }: Happened, wanted: number): number | undefined {
  let counted = 0;
  for (let minute = starts; minute < open.length; minute += 1) {
    if (!open[minute] || pauses.some(([from, to]) => minute >= from && minute < to)) continue;
    counted += 1;
    if (counted === wanted) return minute + 1;
  }
  return undefined;
}

let cases = 0;
for (const [zone, week, around] of PLACES)
  for (const holidays of HOLIDAYS)
    test(`${zone} around ${around}${holidays(around).length > 0 ? ", with holidays" : ""}: due and warned as the wall clock says`, () => {
      const hours: Schedule = { on: true, timeZone: zone, week: weekOf(week), exceptions: holidays(around) };
      const from = at(around) - 4 * DAY;
      const shows = wallClock(hours);
      const open = Array.from({ length: 12 * 24 * 60 }, (_, minute) => shows(from + minute * MINUTE));
      const moment = (minute: number): number => from + minute * MINUTE;
      for (const event of EVENTS) {
        cases += 1;
        const { what, starts, minutes, warn, pauses } = event;
        const clock: ClockState = { startedAt: moment(starts), pauses: pauses.map(([a, b]) => [moment(a), moment(b)]), pausedAt: null };
        const due = walk(open, event, minutes);
        const warned = warn === null || warn >= minutes ? null : walk(open, event, minutes - warn);
        expect(due, `${what}: the case ends within the days that are looked at`).toBeDefined();
        const found = momentsOf(clock, { minutes, warn, counts: "business" }, hours);
        expect(found, what).toEqual({ dueAt: moment(due ?? 0), warnAt: warned === null ? null : moment(warned ?? 0) });
        expect(countedTime(clock, "business", hours, moment(due ?? 0)), what).toBe(minutes * MINUTE);
        // Around the clock: every minute but the paused ones.
        const always = walk(
          Array.from({ length: open.length }, () => true),
          event,
          minutes,
        );
        expect(momentsOf(clock, { minutes, warn: null, counts: "always" }, hours).dueAt, what).toBe(moment(always ?? 0));
      }
    });
test("these are at least 200 cases", () => expect(cases).toBeGreaterThanOrEqual(200));

const OFF: Schedule = { on: false, timeZone: "UTC", week: [], exceptions: [] };
test("while it is paused it is not due, unless that was before; without hours all time counts", () => {
  const clock: ClockState = { startedAt: 0, pauses: [], pausedAt: 10 * MINUTE };
  expect(momentsOf(clock, { minutes: 30, warn: 25, counts: "business" }, OFF)).toEqual({ dueAt: null, warnAt: 5 * MINUTE });
  expect(momentsOf(clock, { minutes: 10, warn: null, counts: "business" }, OFF).dueAt).toBe(10 * MINUTE);
  expect(countedTime(clock, "business", OFF, HOUR)).toBe(10 * MINUTE);
  expect(momentsOf({ ...clock, pausedAt: null }, { minutes: 30, warn: null, counts: "business" }, OFF).dueAt).toBe(30 * MINUTE);
});
test("a team that never works is never late", () => {
  const never: Schedule = { on: true, timeZone: "UTC", week: weekOf(""), exceptions: [] };
  expect(momentsOf({ startedAt: 0, pauses: [], pausedAt: null }, { minutes: 1, warn: null, counts: "business" }, never)).toEqual({
    ...{ dueAt: null, warnAt: null },
  });
});
test("the first policy that applies is the one", () => {
  const any = { priorities: [], teamId: null, tagId: null, channel: null };
  const facts: Facts = { priority: "high", teamId: "team_1", tagIds: ["tag_1", "tag_2"], channel: "widget" };
  const team = (id: string) => id as never;
  for (const [policy, fits] of [
    [any, true],
    [{ ...any, priorities: ["high", "urgent"] as const }, true],
    [{ ...any, priorities: ["none"] as const }, false],
    [{ ...any, teamId: team("team_1") }, true],
    [{ ...any, teamId: team("team_2") }, false],
    [{ ...any, tagId: team("tag_2") }, true],
    [{ ...any, tagId: team("tag_3") }, false],
    [{ ...any, channel: "widget" as const }, true],
    [{ ...any, channel: "email" as const, priorities: ["high"] as const }, false],
  ] as const)
    expect(matches({ ...policy, priorities: [...policy.priorities] }, facts), JSON.stringify(policy)).toBe(fits);
  const policies = [
    { ...any, channel: "email" as const, n: 1 },
    { ...any, n: 2 },
    { ...any, n: 3 },
  ];
  expect(policyFor(policies, facts)?.n).toBe(2);
  expect(policyFor([], facts)).toBeUndefined();
});
