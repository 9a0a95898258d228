import fc from "fast-check";
import { expect, test } from "vitest";
import { allowanceOf, dayOf, decide, type Facts } from "./rules.ts";
import { likelyZone, nextOpen, type Window } from "./time-zones.ts";

const WORK: Window = { days: 0b0011111, fromMinute: 9 * 60, toMinute: 17 * 60 };
const at = (iso: string): number => Date.parse(iso);
const facts = (change: Partial<Facts> = {}): Facts => ({
  now: at("2026-11-25T10:00:00Z"),
  ...{ lead: null, suppressed: null, previous: null, next: { waitDays: 0, isReviewed: true }, isReady: true, zone: "Europe/Berlin" },
  ...{ window: WORK, project: { sent: 0, most: 50 }, sender: { sent: 0, most: 10 } },
  ...change,
});
const sent = (iso: string, state = "sent") => ({ state, sentAt: at(iso) });

test("a reviewed mail goes on a working day of its recipient", () => {
  expect(decide(facts())).toEqual({ kind: "send" });
  // Saturday in Berlin: until Monday at nine, which is eight in UTC.
  expect(decide(facts({ now: at("2026-11-28T10:00:00Z") }))).toEqual({ kind: "wait", for: "window", until: at("2026-11-30T08:00:00Z") });
  expect(decide(facts({ now: at("2026-11-25T10:00:00Z"), zone: "America/New_York" }))).toEqual({
    ...{ kind: "wait", for: "window", until: at("2026-11-25T14:00:00Z") },
  });
});

test("what is not reviewed waits for a person, whatever else holds", () => {
  expect(decide(facts({ next: { waitDays: 0, isReviewed: false } }))).toEqual({ kind: "wait", for: "review", until: null });
});

test("each stop ends it, also where it could be sent", () => {
  for (const reason of ["lead_gone", "address_changed", "won", "lost"] as const)
    expect(decide(facts({ lead: reason }))).toEqual({ kind: "end", reason });
  for (const reason of ["opted_out", "complained", "bounced", "suppressed"] as const)
    expect(decide(facts({ suppressed: reason }))).toEqual({ kind: "end", reason });
  for (const [state, reason] of [
    ["bounced", "bounced"],
    ["failed", "not_sent"],
    ["needs_review", "not_sent"],
    ["suppressed", "suppressed"],
  ] as const)
    expect(decide(facts({ previous: sent("2026-11-01T10:00:00Z", state) }))).toEqual({ kind: "end", reason });
  expect(decide(facts({ previous: sent("2026-11-01T10:00:00Z"), next: null }))).toEqual({ kind: "end", reason: "finished" });
});

test("a mail follows the one before after its days, and only once that has gone", () => {
  const next = { waitDays: 3, isReviewed: true };
  expect(decide(facts({ next, previous: sent("2026-11-24T10:00:00Z") }))).toEqual({
    ...{ kind: "wait", for: "pause", until: at("2026-11-27T10:00:00Z") },
  });
  // Three days later is a Saturday.
  expect(decide(facts({ next, previous: sent("2026-11-25T09:00:00Z") }))).toMatchObject({ until: at("2026-11-30T08:00:00Z") });
  expect(decide(facts({ next, previous: sent("2026-11-20T10:00:00Z") }))).toEqual({ kind: "send" });
  for (const state of ["queued", "sending", "held"])
    expect(decide(facts({ next, previous: sent("2026-11-20T10:00:00Z", state) }))).toMatchObject({ kind: "wait", for: "previous" });
});

test("ceilings of the project and of the sender wait for the next day", () => {
  expect(decide(facts({ project: { sent: 50, most: 50 } }))).toEqual({
    ...{ kind: "wait", for: "project_ceiling", until: at("2026-11-26T08:00:00Z") },
  });
  expect(decide(facts({ sender: { sent: 10, most: 10 } }))).toMatchObject({ kind: "wait", for: "sender_ceiling" });
});

test("a sender warms up: ten mails, then half as many again for each clean day, and a step back for a day with returns", () => {
  const clean = { sent: 10, returned: 0 };
  const bad = { sent: 10, returned: 1 };
  expect(Array.from({ length: 9 }, (_, n) => allowanceOf(Array(n).fill(clean), 200))).toEqual([10, 15, 22, 33, 50, 75, 113, 170, 200]);
  expect(allowanceOf([clean, clean, bad], 200)).toBe(15);
  expect(allowanceOf([bad, bad], 200)).toBe(10);
  expect(allowanceOf(Array(30).fill(clean), 50)).toBe(50);
});

test("the next open moment is open, not before, and the first; in any zone, across changes of the clock", () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia"];
  const shown = (zone: string, moment: number): [string, string] => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", weekday: "short", hour: "2-digit", minute: "2-digit" })
        .formatToParts(moment)
        .map(({ type, value }) => [type, value]),
    );
    return [parts["weekday"] ?? "", `${parts["hour"]}:${parts["minute"]}`];
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2028-01-01T00:00:00Z") }),
      (zone, now) => {
        const open = nextOpen(WORK, zone, now);
        expect(open).toBeGreaterThanOrEqual(now);
        expect(open - now).toBeLessThan(4 * 86_400_000);
        const [day, time] = shown(zone, open);
        expect(["Mon", "Tue", "Wed", "Thu", "Fri"]).toContain(day);
        expect(time >= "09:00" && time < "17:00").toBe(true);
        if (open > now) expect(time).toBe("09:00");
      },
    ),
    { numRuns: 300 },
  );
});

test("a time zone is the contact's, else that of the country in the address or website, else the project's", () => {
  const of = (change: object) =>
    likelyZone({ contact: null, address: "a@acme.example", domain: null, project: "Europe/Vienna", ...change });
  expect(of({})).toBe("Europe/Vienna");
  expect(of({ address: "a@acme.co.uk" })).toBe("Europe/London");
  expect(of({ address: "a@gmail.com", domain: "acme.de" })).toBe("Europe/Berlin");
  expect(of({ contact: "Asia/Tokyo", address: "a@acme.de" })).toBe("Asia/Tokyo");
  expect(of({ contact: "Nowhere/Else" })).toBe("Europe/Vienna");
  expect(of({ project: "Nowhere/Else" })).toBe("UTC");
});

test("a day is one of UTC", () => expect(dayOf(at("2026-11-25T23:59:59Z"))).toBe("2026-11-25"));
