// Nouns of German answers that their sources lack: names that were changed, and words that a good answer may bring along.
import { expect, test } from "vitest";
import { strangeNounsOf } from "./strange-nouns.ts";

const SOURCE = `Lieferzeiten
Lagerware trifft nach zwei bis drei Werktagen ein, Möbel nach zwei bis sechs Wochen. Bei jedem Artikel steht der voraussichtliche Liefertermin.
Nach Österreich und in die Schweiz dauert es zwei Tage länger. Mit PayPal zahlen wir den Betrag nach einem Tag zurück. Rufen Sie den Kundendienst an.`;

test.each([
  ["Bestellen Sie Ihre Möbel bei Nordwind.", ["Nordwind"]],
  ["Mit Zendora dauert es einen Tag.", ["Zendora"]],
  ["Nach Dänemark dauert es zwei Tage länger.", ["Dänemark"]],
  ["Rufen Sie bitte Frau Feldmann an.", ["Feldmann"]],
])("%s", (text, names) => {
  expect(strangeNounsOf(text, SOURCE)).toEqual(names);
});

test.each([
  "Bei jedem Artikel steht, wann er voraussichtlich geliefert wird.",
  "Die Lieferung von Lagerware dauert zwei bis drei Tage.",
  "Ihr Möbelstück kommt nach zwei bis sechs Wochen an.",
  "Für eine Lieferung in die Schweiz rechnen Sie bitte zwei Tage dazu.",
  "Die Zahlung mit PayPal erhalten Sie nach einem Tag zurück.",
  "Den Termin der Lieferung sehen Sie beim Artikel.",
])("no name in: %s", (text) => {
  expect(strangeNounsOf(text, SOURCE)).toEqual([]);
});

test("the question vouches for its own nouns", () => {
  expect(strangeNounsOf("Der Tannberg wird nach zwei Wochen geliefert.", `${SOURCE}\nwann kommt mein tannberg`)).toEqual([]);
});
