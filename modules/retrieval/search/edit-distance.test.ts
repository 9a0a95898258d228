import fc from "fast-check";
import { expect, test } from "vitest";
import { mayBeMisspelt, neighboursOf, editDistance } from "./edit-distance.ts";

test.each([
  ["pasword", "password", 1],
  ["invocie", "invoice", 1],
  ["recieve", "receive", 1],
  ["oassword", "password", 1],
  ["authentification", "authentication", 2],
  ["ca", "abc", 3],
  ["same", "same", 0],
  ["far", "away", 3],
])("the distance from %s to %s is %i", (a, b, slips) => {
  expect(editDistance(a, b, 4)).toBe(slips);
  expect(editDistance(b, a, 4)).toBe(slips);
  expect(neighboursOf(a).has(b)).toBe(slips === 1);
});

test("the neighbours of a word have a distance of one, and are few enough to be looked up", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcde"), minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(neighboursOf(a).has(b)).toBe(editDistance(a, b, 2) === 1);
      expect(neighboursOf(a).size).toBeLessThanOrEqual(54 * a.length + 25);
    }),
    { numRuns: 300 },
  );
});

test("numbers, codes, short words and unsupported scripts are never corrected", () => {
  for (const word of ["pasword", "zahler", "парол", "κωδικος"]) expect(mayBeMisspelt(word)).toBe(true);
  for (const word of ["abc", "err42x", "2024", "密码", "كلمة", "a".repeat(30)]) expect(mayBeMisspelt(word)).toBe(false);
});
