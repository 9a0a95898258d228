import { expect, test } from "vitest";
import { ALL_DAYS } from "./events.ts";
import { isZone } from "./contract.ts";
import { clockText, type Quiet, quietUntil } from "./quiet.ts";

const at = (text: string): number => Date.parse(text);
const hm = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const quiet = (from: string, to: string, zone: string, days = ALL_DAYS): Quiet => ({ from: hm(from), to: hm(to), zone, days });
const until = (q: Quiet, now: string): string | null => {
  const end = quietUntil(q, at(now));
  return end === null ? null : new Date(end).toISOString();
};

test("quiet hours work within a day and across midnight", () => {
  const day = quiet("12:00", "13:30", "UTC");
  expect(until(day, "2026-03-03T11:59:59Z")).toBeNull();
  expect(until(day, "2026-03-03T12:00:00Z")).toBe("2026-03-03T13:30:00.000Z");
  expect(until(day, "2026-03-03T13:29:59Z")).toBe("2026-03-03T13:30:00.000Z");
  expect(until(day, "2026-03-03T13:30:00Z")).toBeNull();
  const night = quiet("22:00", "07:00", "Asia/Kolkata");
  expect(until(night, "2026-03-03T16:29:00Z")).toBeNull();
  expect(until(night, "2026-03-03T16:30:00Z")).toBe("2026-03-04T01:30:00.000Z");
  expect(until(night, "2026-03-03T20:00:00Z")).toBe("2026-03-04T01:30:00.000Z");
});

test("nothing is quiet without hours or with two equal times", () => {
  expect(quietUntil({ from: null, to: null, zone: "UTC", days: ALL_DAYS }, 0)).toBeNull();
  expect(until(quiet("08:00", "08:00", "UTC"), "2026-03-03T08:00:00Z")).toBeNull();
});

test("a quiet day ends with the local day, or with the quiet hours that follow it", () => {
  const workdays = 0b0011111;
  // 2026-03-07 is a Saturday; in Auckland it begins on Friday around noon UTC.
  const off = { from: null, to: null, zone: "Pacific/Auckland", days: workdays };
  expect(until(off, "2026-03-06T10:59:00Z")).toBeNull();
  expect(until(off, "2026-03-06T11:00:00Z")).toBe("2026-03-08T11:00:00.000Z");
  expect(until(quiet("22:00", "07:00", "UTC", workdays), "2026-03-06T22:00:00Z")).toBe("2026-03-09T07:00:00.000Z");
  // One day a week.
  expect(until({ from: null, to: null, zone: "UTC", days: 1 }, "2026-03-10T00:00:00Z")).toBe("2026-03-16T00:00:00.000Z");
});

test("quiet hours whose end the clock skips end when the clock changes", () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
  expect(until(quiet("23:00", "02:30", "Europe/Berlin"), "2026-03-29T00:30:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(until(quiet("22:00", "07:00", "Europe/Berlin"), "2026-03-28T21:30:00Z")).toBe("2026-03-29T05:00:00.000Z");
  // Lord Howe Island sets its clock by half an hour: on 4 October 2026 02:00 becomes 02:30.
  expect(until(quiet("23:00", "02:15", "Australia/Lord_Howe"), "2026-10-03T15:00:00Z")).toBe("2026-10-03T15:30:00.000Z");
  // Cairo begins a day at 01:00: 24 April 2026 has no midnight.
  expect(until({ from: null, to: null, zone: "Africa/Cairo", days: 0b0010000 }, "2026-04-23T21:00:00Z")).toBe("2026-04-23T22:00:00.000Z");
});

test("quiet hours that the clock shows twice are quiet twice", () => {
  // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
  const q = quiet("23:00", "02:30", "Europe/Berlin");
  expect(until(q, "2026-10-25T00:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(until(q, "2026-10-25T00:45:00Z")).toBeNull();
  expect(until(q, "2026-10-25T01:10:00Z")).toBe("2026-10-25T01:30:00.000Z");
  expect(until(quiet("22:00", "07:00", "America/New_York"), "2026-11-01T03:00:00Z")).toBe("2026-11-01T12:00:00.000Z");
});

test("the end is never quiet itself and never in the past, in any zone at any hour of a year", () => {
  const zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "America/Sao_Paulo"];
  for (const [i, zone] of zones.entries()) {
    const q = quiet("21:40", "06:20", zone, 0b1011011);
    for (let now = at("2026-01-01T00:00:00Z") + i * 60_000; now < at("2027-01-01T00:00:00Z"); now += 41 * 3_600_000 + 60_000) {
      const end = quietUntil(q, now);
      if (end === null) continue;
      expect(end).toBeGreaterThan(now);
      expect(end - now).toBeLessThan(3 * 86_400_000);
      expect(quietUntil(q, end)).toBeNull();
      expect(quietUntil(q, end - 1000)).toBe(end);
    }
  }
});

test("zones are those of the runtime, and times are shown in the member's local time", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+5"].every(isZone)).toBe(true);
  expect(["", "Mars/Olympus", "+05:30", "Europe/Berlin; x", "x".repeat(80)].some(isZone)).toBe(false);
  expect(clockText("Europe/Berlin", at("2026-03-03T21:00:00Z"), at("2026-03-03T22:00:00Z"))).toBe("22:00");
  expect(clockText("Europe/Berlin", at("2026-03-03T21:00:00Z"), at("2026-03-04T06:00:00Z"))).toBe("Tuesday 22:00");
});
