import { expect, test } from "vitest";
import { signed, unsigned } from "./settings.ts";

test.each([
  ["Hello", "Mia\nAcme", "Hello\n\nMia\nAcme"],
  ["Hello", "", "Hello"],
  ["", "Mia", "Mia"],
])("%j with %j", (text, signature, whole) => {
  expect(signed(text, signature)).toBe(whole);
  expect(unsigned(whole, signature)).toBe(text === "" ? whole : text);
});

test("only a signature at the end is taken off", () => {
  expect(unsigned("Mia\n\nHello", "Mia")).toBe("Mia\n\nHello");
  expect(unsigned("Hello Mia", "Mia")).toBe("Hello Mia");
});
