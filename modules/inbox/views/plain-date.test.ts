import { expect, test } from "vitest";
import { loadTimeWords, plainDate } from "./plain-date.ts";

// A Friday.
const NOW = new Date(2026, 10, 27, 10, 0);
const said = (text: string, dayFirst = false, own?: Awaited<ReturnType<typeof loadTimeWords>>): string | undefined => {
  const at = plainDate(text, NOW, { dayFirst, own });
  return at && `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}:${String(at.getMinutes()).padStart(2, "0")}`;
};

test.each([
  ["tomorrow", "2026-11-28 9:00"],
  ["tomorrow morning", "2026-11-28 9:00"],
  ["Tomorrow at 3pm", "2026-11-28 15:00"],
  ["at noon tomorrow", "2026-11-28 12:00"],
  ["in 3 days", "2026-11-30 9:00"],
  ["in 2 hours", "2026-11-27 12:00"],
  ["in half an hour", "2026-11-27 10:30"],
  ["next week", "2026-11-30 9:00"],
  ["next Monday", "2026-11-30 9:00"],
  ["monday 8:15", "2026-11-30 8:15"],
  ["friday", "2026-12-4 9:00"],
  ["friday 11:00", "2026-11-27 11:00"],
  ["wednesday afternoon", "2026-12-2 15:00"],
  ["tonight", "2026-11-27 22:00"],
  ["dec 1", "2026-12-1 9:00"],
  ["1 December at 17:00", "2026-12-1 17:00"],
  ["January 5", "2027-1-5 9:00"],
  ["2 weeks", "2026-12-11 9:00"],
  ["2027-02-03", "2027-2-3 9:00"],
])("%s", (text, at) => {
  expect(said(text)).toBe(at);
});

test.each([
  ["1/2/2027", "2027-1-2 9:00", "2027-2-1 9:00"],
  ["5/1 at 3pm", "2027-5-1 15:00", "2027-1-5 15:00"],
])("%s means another day where days come first", (text, monthFirst, dayFirst) => {
  expect(said(text)).toBe(monthFirst);
  expect(said(text, true)).toBe(dayFirst);
});

// What is understood in part would be sent or come back at another time than was meant.
test.each([
  "29.3. 02:30",
  "tomorrow at 25:00",
  "tomorrow or friday",
  "Dienstag 10:00",
  "friday next month",
  "31.2. at 9:00",
  "3pm, not before the 4th",
])("is not taken for a part of it: %s", (text) => {
  expect(said(text)).toBeUndefined();
});

test.each(["", "soon", "when the customer replies", "💤", "2".repeat(5000)])("names no time: %.20s", (text) => {
  expect(said(text)).toBeUndefined();
});

test.each([
  ["de", "morgen", "2026-11-28 9:00"],
  ["de", "morgen früh", "2026-11-28 9:00"],
  ["de", "morgen um 15 Uhr", "2026-11-28 15:00"],
  ["de", "übermorgen", "2026-11-29 9:00"],
  ["de", "heute Abend", "2026-11-27 18:00"],
  ["de", "in 2 Wochen", "2026-12-11 9:00"],
  ["de", "in einer Stunde", "2026-11-27 11:00"],
  ["de", "nächsten Freitag", "2026-12-4 9:00"],
  ["de", "Freitag", "2026-12-4 9:00"],
  ["de", "nächste Woche", "2026-11-30 9:00"],
  ["de", "am Dienstag um 10:00 Uhr", "2026-12-1 10:00"],
  ["de", "Montag Nachmittag", "2026-11-30 15:00"],
  ["de", "am 1. Dezember um 17 Uhr", "2026-12-1 17:00"],
  ["de", "29.3. 02:30", "2027-3-29 2:30"],
  ["de", "1.12.", "2026-12-1 9:00"],
  ["de", "tomorrow at 3pm", "2026-11-28 15:00"],
  ["ar", "غدًا", "2026-11-28 9:00"],
  ["ar", "غدا الساعة ٣ مساءً", "2026-11-28 15:00"],
  ["ar", "غدا صباحا", "2026-11-28 9:00"],
  ["ar", "بعد أسبوعين", "2026-12-11 9:00"],
  ["ar", "بعد 3 أيام", "2026-11-30 9:00"],
  ["ar", "خلال ساعتين", "2026-11-27 12:00"],
  ["ar", "الجمعة القادمة", "2026-12-4 9:00"],
  ["ar", "الأسبوع القادم", "2026-11-30 9:00"],
  ["ar", "يوم الثلاثاء الساعة 10:00", "2026-12-1 10:00"],
  ["ar", "next Monday", "2026-11-30 9:00"],
] as const)("in %s: %s", async (language, text, at) => {
  expect(said(text, true, await loadTimeWords(language))).toBe(at);
});
test.each([
  ["de", "31.2. um 9:00"],
  ["de", "morgen um 25:00"],
  ["de", "morgen oder Freitag"],
  ["de", "nicht morgen"],
  ["de", "wenn der Kunde antwortet"],
  ["ar", "غدا أو الجمعة"],
  ["ar", "ليس غدا"],
] as const)("in %s not taken for a part of it: %s", async (language, text) => {
  expect(said(text, true, await loadTimeWords(language))).toBeUndefined();
});
