import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import { expect, test } from "vitest";
import { afterAttempt, notConfiguredSentence } from "./rules.ts";

test("retries wait as long as the provider asks, up to a limit, and otherwise longer each time until they end", () => {
  const retry = (tried: number, after?: number) => afterAttempt({ kind: "retry", reason: "Busy.", after }, tried);
  expect(retry(1)).toEqual({ state: "queued", error: "Busy. We’ll try again.", in: seconds(30) });
  expect(retry(1, 3600).in).toBe(hours(1));
  expect(retry(1, 10_000_000).in).toBe(hours(7));
  expect(retry(3, 5).in).toBe(minutes(10));
  const waits = Array.from({ length: 8 }, (_, i) => retry(i + 1).in ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  // A provider remembers an idempotency key for a day.
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(hours(20));
  expect(retry(9)).toEqual({ state: "failed", error: "Busy. Tried 9 times." });
});

test("a mail that may have arrived is retried under its idempotency key, else it needs a review", () => {
  const ambiguous = (again: boolean, tried: number) => afterAttempt({ kind: "ambiguous", reason: "Lost.", again }, tried).state;
  expect([ambiguous(true, 1), ambiguous(true, 9), ambiguous(false, 1)]).toEqual(["queued", "needs_review", "needs_review"]);
});

test("accepted, bounced and rejected mails are not retried", () => {
  expect(afterAttempt({ kind: "sent", providerId: "p" }, 1)).toEqual({ state: "sent", error: null, providerId: "p" });
  expect(afterAttempt({ kind: "bounced", reason: "No." }, 1)).toEqual({ state: "bounced", error: "No.", suppress: true });
  expect(afterAttempt({ kind: "refused", reason: "No." }, 1)).toEqual({ state: "failed", error: "No." });
  expect(notConfiguredSentence(["A", "B"])).toBe("Email isn’t set up, so this wasn’t sent. Missing: A, B.");
});
