import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { dayOf, filterText, parseQuery } from "./contract/parse-query.ts";

test("words, phrases, what is left out, and filters", () => {
  expect(parseQuery('refund "blue kettle" -late -"too hot" from:anna is:closed -in:mail')).toEqual({
    text: "refund blue kettle",
    phrases: ["blue kettle"],
    without: ["late", "too hot"],
    filters: [
      { name: "from", value: "anna", isNegated: false },
      { name: "is", value: "closed", isNegated: false },
      { name: "in", value: "mail", isNegated: true },
    ],
    endsInWord: false,
  });
});

test.each([
  ['from:"Anna Maria" x', [{ name: "from", value: "Anna Maria", isNegated: false }], "x"],
  ["FROM:anna", [{ name: "from", value: "anna", isNegated: false }], ""],
  ["from:", [{ name: "from", value: "", isNegated: false }], ""],
  ["from: anna", [{ name: "from", value: "", isNegated: false }], "anna"],
  ["https://example.test/a:b", [], "https://example.test/a:b"],
  ["note: this", [], "note: this"],
  ['an unclosed "phrase here', [], "an unclosed phrase here"],
  ["e-mail well-known", [], "e-mail well-known"],
  ["- -- alone", [], "- alone"],
  ["„Rechnung“", [], "Rechnung"],
])("%j has the filters %j and the text %j", (q, filters, text) => {
  expect(parseQuery(q)).toMatchObject({ filters, text });
});

test("the last word is unfinished only where the text ends with it", () => {
  expect(parseQuery("refund requ").endsInWord).toBe(true);
  for (const q of ["refund ", "refund is:open", 'refund "x"', "refund -late", ""]) expect(parseQuery(q).endsInWord, q).toBe(false);
});

test("a filter that another module adds is one only if it is named", () => {
  expect(parseQuery("tag:vip").filters).toEqual([]);
  expect(parseQuery("tag:vip", ["tag"]).filters).toEqual([{ name: "tag", value: "vip", isNegated: false }]);
});

test("whatever is typed is read, and a filter that is written out is read as the same", () => {
  fc.assert(
    fc.property(anyText(60), (q) => {
      const { filters } = parseQuery(q);
      for (const filter of filters)
        if (!/["“”„]/.test(filter.value) && filter.value !== "") expect(parseQuery(filterText(filter)).filters).toEqual([filter]);
    }),
    { numRuns: 500 },
  );
  expect(dayOf("2026-11-03", 60)).toBe(Date.UTC(2026, 10, 2, 23));
  for (const no of ["2026-02-30", "soon", "2026-1-1", ""]) expect(dayOf(no, 0)).toBeUndefined();
});
