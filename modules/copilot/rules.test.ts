import { expect, test } from "vitest";
import { changedFacts, languageNamed } from "./rules.ts";

test("numbers, links and addresses that only one text has are found, in any form of digits", () => {
  expect(changedFacts("It costs 1,250.50 and takes 14 days.", "Es kostet 1.250,50 und dauert 14 Tage.")).toEqual([]);
  expect(changedFacts("It takes 14 days.", "يستغرق ١٤ يومًا")).toEqual([]);
  expect(changedFacts("It takes 14 days.", "It takes 41 days.")).toEqual(["14", "41"]);
  expect(changedFacts("See https://a.example/x.", "See https://a.example/y.")).toEqual(["https://a.example/x", "https://a.example/y"]);
  expect(changedFacts("Write to help@a.example!", "Write to us!")).toEqual(["help@a.example"]);
  // Written in words as often as not.
  expect(changedFacts("There are 2 ways.", "There are two ways.")).toEqual([]);
});

test("a language is named for a model, also one that does not exist", () => {
  expect([languageNamed("fr"), languageNamed("zh-Hant"), languageNamed("!")]).toEqual(["French", "Traditional Chinese", "!"]);
});
