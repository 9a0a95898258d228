import { expect, test } from "vitest";
import { sayBack, SPOKEN } from "./said.ts";

const NOW = Date.parse("2026-11-27T20:00:00Z");
const MONDAY = Date.parse("2026-11-30T08:00:00Z");
/** Intl writes narrow and plain spaces, depending on its data. */
const plain = (text: string): string => text.replaceAll(/\s/g, " ");

test("each language says when the team is back, with nothing left to fill in", () => {
  for (const locale of SPOKEN) {
    const text = sayBack(MONDAY, NOW, locale, "Europe/Berlin", false);
    expect(text, locale).not.toMatch(/[{}]/);
    expect(text, locale).toMatch(/9/);
  }
  expect(plain(sayBack(MONDAY, NOW, "en", "Europe/Berlin", false))).toBe("Our team is back on Monday at 9:00 AM.");
  expect(plain(sayBack(MONDAY, NOW, "en-GB", "Europe/Berlin", false))).toBe("Our team is back on Monday at 9:00.");
  expect(plain(sayBack(MONDAY, NOW, "de-AT", "Europe/Berlin", false))).toBe("Unser Team ist am Montag um 9:00 wieder da.");
});
test("in the customer’s zone without its name, in the team’s with it", () => {
  expect(plain(sayBack(MONDAY, NOW, "en", "America/New_York", false))).toBe("Our team is back on Monday at 3:00 AM.");
  expect(plain(sayBack(MONDAY, NOW, "en", "America/New_York", true))).toBe("Our team is back on Monday at 3:00 AM EST.");
});
test("more than six days ahead the day has its date; a language that the assistant does not speak gets English", () => {
  const january = Date.parse("2027-01-04T08:00:00Z");
  expect(plain(sayBack(january, NOW, "en-GB", "Europe/Berlin", false))).toBe("Our team is back on Monday 4 January at 9:00.");
  expect(plain(sayBack(MONDAY, NOW, "sv", "Europe/Berlin", false))).toBe("Our team is back on Monday at 9:00 AM.");
});
