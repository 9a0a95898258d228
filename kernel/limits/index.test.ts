import fc from "fast-check";
import { expect, test } from "vitest";
import { counter, customCounter, limitRefusal } from "./index.ts";

const LIMITS = {
  messagesPerConversationMinute: { max: 15 },
  messagesPerContactHour: { max: 120 },
  uploadBytesPerProjectDay: { max: 5_000_000_000 },
  registrationsPerIpDay: { max: 5 },
};
const at = Date.UTC(2030, 5, 15, 13, 37, 42, 123);

test.each([
  ["messagesPerConversationMinute", Date.UTC(2030, 5, 15, 13, 37), 60_000],
  ["messagesPerContactHour", Date.UTC(2030, 5, 15, 13), 3_600_000],
  ["uploadBytesPerProjectDay", Date.UTC(2030, 5, 15), 86_400_000],
  ["registrationsPerIpDay", Date.UTC(2030, 5, 15), 86_400_000],
] as const)("%s counts in fixed windows of UTC", (limit, window, period) => {
  expect(counter(LIMITS, limit, "x", at)).toEqual({
    limit,
    key: `${limit}:x`,
    window,
    expiresAt: window + period,
    add: 1,
    max: LIMITS[limit].max,
  });
});

test("Retry-After is the whole seconds until the window ends, at least one and never early", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000_000_000 }), (now) => {
      const full = counter(LIMITS, "messagesPerContactHour", "x", now);
      const { details, headers, status, code } = limitRefusal(full, now);
      const wait = details["retryAfter"] as number;
      expect([status, code, headers["retry-after"], details["limit"]]).toEqual([
        429,
        "rate_limited",
        String(wait),
        "messagesPerContactHour",
      ]);
      expect(Number.isInteger(wait) && wait >= 1 && wait <= 3600).toBe(true);
      expect(now + wait * 1000 >= full.expiresAt).toBe(true);
      expect(now + (wait - 1) * 1000 < full.expiresAt).toBe(true);
    }),
  );
});

test("a custom counter has its own period and increment", () => {
  expect(customCounter("signInsPerPerson", "k", at, 900_000, 10, 3)).toMatchObject({
    window: Date.UTC(2030, 5, 15, 13, 30),
    expiresAt: Date.UTC(2030, 5, 15, 13, 45),
    add: 3,
    max: 10,
  });
});
