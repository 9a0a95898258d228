import { expect, test } from "vitest";
import { customerWords } from "./customer-words.ts";

const of = (reason: string | null, release: string | null = null) => ({ state: "closed" as const, reason, release });

test("every language of the widget has its own words for each outcome, with the release as it is called", () => {
  const said = ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt"].map((locale) =>
    [of("completed"), of("completed", "v1.2$&"), of("not_planned"), of("duplicate")].map((outcome) => customerWords(outcome, locale)),
  );
  expect(new Set(said.flat()).size).toBe(9 * 4);
  for (const [, released] of said) expect(released).toContain("v1.2$&");
});

test("another language is answered in English, a region in its language", () => {
  expect(customerWords(of("merged"), "sv")).toBe("Good news: what you wrote to us about is done.");
  expect(customerWords(of("merged"), "pt-BR")).toBe(customerWords(of("completed"), "pt"));
  expect(customerWords(of(null), "en")).toBe("There is news about what you wrote to us:");
});
