import { formatFileSize } from "#dashboard/ui/size.ts";
import { expect, test } from "vitest";
import { DELIVERY_STATES } from "../contract.ts";
import { listText, mayRetry } from "./labels.ts";

test("failed and held deliveries can be resent by hand, unless the address was erased", () => {
  const again = (to: string | null) => DELIVERY_STATES.filter((state) => mayRetry({ state, to, dueAt: null, kind: "reply" }));
  expect(again("ada@customer.example")).toEqual(["bounced", "failed", "needs_review", "suppressed", "held"]);
  expect(again(null)).toEqual([]);
  expect(mayRetry({ state: "held", to: "ada@customer.example", dueAt: "2026-11-20T12:00:00.000Z", kind: "reply" })).toBe(false);
  expect(mayRetry({ state: "failed", to: "ada@customer.example", dueAt: null, kind: "outreach" })).toBe(false);
});

test("sizes and lists are formatted for people", () => {
  expect(formatFileSize(48_200)).toMatch(/^48\s?kB$/);
  expect(formatFileSize(1_400_000)).toMatch(/^1.4\s?MB$/);
  expect(listText(["EMAIL_FROM", "EMAIL_API_KEY"])).toBe("EMAIL_FROM and EMAIL_API_KEY");
});
