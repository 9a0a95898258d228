// Time in which a team works, against the wall clock of Intl minute by minute, and by hand around changes of the clock.
import { expect, test } from "vitest";
import { afterWorking, closingAfter, type Exception, isOpenAt, nextOpening, type Schedule, workedBetween } from "./business-time.ts";
import { exceptionsOf, exceptionsText, minuteOf, weekOf, weekText } from "./schedule-text.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (text: string): number => Date.parse(text);
const schedule = (timeZone: string, week: string, exceptions: readonly Exception[] = []): Schedule => ({
  ...{ on: true, timeZone, week: weekOf(week), exceptions },
});
const OFFICE = "Mo 09:00-12:00,13:00-17:00\nTu 09:00-12:00,13:00-17:00\nWe 09:00-17:00\nTh 09:00-17:00\nFr 09:00-15:30";
const LATE = "Mo 18:00-24:00\nTu 00:00-00:30,18:00-24:00\nSa 08:00-22:00\nSu 05:00-24:00";
const ALWAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => `${day} 00:00-24:00`).join("\n");

/** Whether the wall clock there shows a moment within the hours: slow, and written from nothing but Intl. */
function wallClock({ timeZone, week, exceptions }: Schedule): (moment: number) => boolean {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    },
  } as Intl.DateTimeFormatOptions);
  return (moment) =>
    isShownOpen(Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value])), week, exceptions);
}
function isShownOpen(parts: Record<string, string>, week: Schedule["week"], exceptions: readonly Exception[]): boolean {
  const minute = Number(parts["hour"]) * 60 + Number(parts["minute"]);
  const day = exceptions.find(({ date }) => date === `${parts["year"]}-${parts["month"]}-${parts["day"]}`);
  const hours = day?.hours ?? week[["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] ?? "")] ?? [];
  return hours.some(({ from, to }) => minute >= from && minute < to);
}

// Both changes of the clock of the north, the half-hour zone, one without changes, and the date line. None of these hours is in a change.
const CASES: readonly (readonly [zone: string, week: string, around: string])[] = [
  ["Europe/Berlin", OFFICE, "2026-03-29T00:00Z"],
  ["Europe/Berlin", OFFICE, "2026-10-25T00:00Z"],
  ["Europe/Berlin", LATE, "2026-03-29T00:00Z"],
  ["Europe/Berlin", LATE, "2026-10-25T00:00Z"],
  ["America/New_York", OFFICE, "2026-03-08T06:00Z"],
  ["America/New_York", LATE, "2026-11-01T06:00Z"],
  ["America/Los_Angeles", LATE, "2027-03-14T10:00Z"],
  ["Australia/Lord_Howe", OFFICE, "2026-04-04T15:00Z"],
  ["Australia/Sydney", LATE, "2026-10-03T16:00Z"],
  ["Asia/Kolkata", OFFICE, "2026-12-31T18:30Z"],
  ["Asia/Kathmandu", LATE, "2028-02-29T00:00Z"],
  ["Pacific/Auckland", LATE, "2026-09-26T14:00Z"],
  ["Pacific/Kiritimati", OFFICE, "2026-12-31T10:00Z"],
  ["Pacific/Pago_Pago", LATE, "2027-01-01T11:00Z"],
  ["America/St_Johns", OFFICE, "2026-11-01T04:30Z"],
  ["Africa/Casablanca", LATE, "2026-02-15T02:00Z"],
  ["UTC", ALWAYS, "2026-06-30T23:59Z"],
  ["Asia/Tokyo", ALWAYS, "2026-01-01T00:00Z"],
];
const holidays = (around: string): Exception[] => [
  { date: around.slice(0, 10), name: "Holiday", hours: [] },
  {
    date: new Date(at(around) + 48 * HOUR).toISOString().slice(0, 10),
    name: "Half a day",
    hours: [{ from: minuteOf("10:00"), to: minuteOf("13:45") }],
  },
];

for (const [zone, week, around] of CASES)
  for (const exceptions of [[], holidays(around)])
    test(`${zone} around ${around}${exceptions.length > 0 ? ", with holidays" : ""}: the same as the wall clock, minute by minute`, () => {
      const hours = schedule(zone, week, exceptions);
      const [from, to] = [at(around) - 5 * 24 * HOUR, at(around) + 5 * 24 * HOUR];
      const open: boolean[] = [];
      const shownOpen = wallClock(hours);
      for (let moment = from; moment < to; moment += MINUTE) open.push(shownOpen(moment));
      const worked = open.filter(Boolean).length * MINUTE;
      expect(workedBetween(hours, from, to)).toBe(worked);
      for (let i = 0; i < open.length; i += 37) {
        const moment = from + i * MINUTE;
        expect(isOpenAt(hours, moment), new Date(moment).toISOString()).toBe(open[i]);
        const opens = open.indexOf(true, i);
        if (!open[i] && opens >= 0) expect(nextOpening(hours, moment)).toBe(from + opens * MINUTE);
        if (open[i]) expect(nextOpening(hours, moment)).toBeNull();
        const closes = open.indexOf(false, i);
        if (open[i] && closes >= 0) expect(closingAfter(hours, moment)).toBe(from + closes * MINUTE);
      }
      // What was measured leads to the same moment: the last one of working time within it.
      const end = afterWorking(hours, from, worked);
      expect(end).toBe(from + (open.lastIndexOf(true) + 1) * MINUTE);
    });

test("an hour that the clock skips is not worked, and one that it shows twice is worked twice", () => {
  const night = schedule("Europe/Berlin", "Su 01:30-03:30");
  // On 29 March 2026 it is 03:00 after 01:59; on 25 October 2026 it is 02:00 after 02:59.
  expect(workedBetween(night, at("2026-03-28T12:00Z"), at("2026-03-29T12:00Z"))).toBe(1 * HOUR);
  expect(workedBetween(night, at("2026-10-24T12:00Z"), at("2026-10-25T12:00Z"))).toBe(3 * HOUR);
  expect(workedBetween(night, at("2026-06-06T12:00Z"), at("2026-06-07T12:00Z"))).toBe(2 * HOUR);
});
test("an interval that the clock skips whole leaves that day without it", () => {
  const skipped = schedule("Europe/Berlin", "Su 02:10-02:50");
  expect(nextOpening(skipped, at("2026-03-29T00:00Z"))).toBe(at("2026-04-05T00:10Z"));
});
test("a target of four working hours, asked on Friday afternoon, is due on Monday", () => {
  const hours = schedule("Europe/Berlin", OFFICE);
  // Friday 27 November 2026, 14:00: an hour and a half until 15:30, then Monday from 09:00.
  expect(afterWorking(hours, at("2026-11-27T13:00Z"), 4 * HOUR)).toBe(at("2026-11-30T10:30Z"));
  // Asked at night it counts from the morning; a holiday on Monday moves it to Tuesday.
  expect(afterWorking(hours, at("2026-11-29T01:00Z"), 4 * HOUR)).toBe(at("2026-11-30T13:00Z"));
  const monday = [{ date: "2026-11-30", name: "", hours: [] }];
  expect(afterWorking(schedule("Europe/Berlin", OFFICE, monday), at("2026-11-29T01:00Z"), 4 * HOUR)).toBe(at("2026-12-01T13:00Z"));
});
test("off: always there. Never open: no opening, and no end", () => {
  const off = { ...schedule("UTC", OFFICE), on: false };
  expect(isOpenAt(off, at("2026-11-29T01:00Z"))).toBe(true);
  expect(nextOpening(off, at("2026-11-29T01:00Z"))).toBeNull();
  expect(workedBetween(off, 5, 25)).toBe(20);
  expect(afterWorking(off, 5, 20)).toBe(25);
  const never = schedule("UTC", "");
  expect([isOpenAt(never, 0), nextOpening(never, 0), closingAfter(never, 0), afterWorking(never, 0, 1)]).toEqual([false, null, null, null]);
  expect(closingAfter(schedule("UTC", ALWAYS), 0)).toBeNull();
});
test("a zone that the runtime does not know counts as UTC", () => {
  expect(isOpenAt(schedule("Mars/Olympus", OFFICE), at("2026-11-30T09:30Z"))).toBe(true);
});
test("the text of the hours is read as it was written", () => {
  for (const text of [OFFICE, LATE, ALWAYS, ""]) expect(weekText(weekOf(text))).toBe(text);
  const days: Exception[] = [
    { date: "2026-12-24", name: "Christmas Eve, until noon", hours: [{ from: 540, to: 720 }] },
    { date: "2026-12-25", name: "", hours: [] },
  ];
  expect(exceptionsText(days)).toBe("2026-12-24 09:00-12:00 Christmas Eve, until noon\n2026-12-25 closed");
  expect(exceptionsOf(exceptionsText(days))).toEqual(days);
  expect(exceptionsOf("")).toEqual([]);
});
