import { expect, test } from "vitest";
import { compoundParts, isPartOf, joinsOf, splitsOf } from "./compounds.ts";

test.each([
  ["Rechnungsadresse", ["rechnung", "adresse"]],
  ["Kundenkonto", ["kunden", "konto"]],
  ["Lieferzeiten", ["liefer", "zeiten"]],
  ["Kreditkartenzahlung", ["kreditkarte", "zahlung"]],
  ["Rechnung", []],
  ["Verantwortung", []],
])("%s has the parts %j", (word, parts) => expect(compoundParts(word.toLowerCase(), "de")).toEqual(parts));

test("only German words have parts, every language joins and splits what a question writes", () => {
  expect(compoundParts("rechnungsadresse", "en")).toEqual([]);
  expect(splitsOf("dishwasher", ["en"])).toContainEqual(["dish", "washer"]);
  expect(splitsOf("v2024release", ["en"])).toEqual([]);
  expect(joinsOf("dish", "washer", ["en"])).toEqual(["dishwasher"]);
  expect(joinsOf("rechnung", "adresse", ["de"])).toContain("rechnungsadresse");
});

test("a stem counts at the beginning or end of a compound, not in its middle", () => {
  expect(isPartOf("adress", "lieferadress")).toBe(true);
  expect(isPartOf("liefer", "lieferadress")).toBe(true);
  expect(isPartOf("erad", "lieferadress")).toBe(false);
  expect(isPartOf("rad", "kamerad")).toBe(false);
});
