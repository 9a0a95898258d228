import { expect, test } from "vitest";
import { otherDigitsOf, soughtWords, standsFor } from "./words.ts";

test("a number is found in messages that were stored with Arabic or Persian digits", () => {
  for (const typed of ["1234", "١٢٣٤"]) {
    const [sought] = soughtWords(typed, [], false, ["ar"]);
    if (!sought) throw new Error("no word");
    expect(otherDigitsOf(sought)).toEqual(["١٢٣٤", "۱۲۳۴"]);
    expect(standsFor(sought, new Map([["۱۲۳۴", 7]]), ["ar"])).toEqual([{ term: "1234", id: 7, weight: 1 }]);
  }
});

test("an Arabic word is looked up by its stem, which messages are stored with", () => {
  const [sought] = soughtWords("الفاتورة", [], false, ["ar"]);
  if (!sought) throw new Error("no word");
  // Also where the project's messages are too short to tell that they are Arabic.
  for (const languages of [["ar"], ["en"]])
    expect(standsFor(sought, new Map([["فاتور", 3]]), languages)).toEqual([{ term: "فاتور", id: 3, weight: 0.9 }]);
});
